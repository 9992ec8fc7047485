#pragma once

namespace tidemark::wire {

/// Stops Protobuf from writing about bad UTF-8 to standard error: a peer must not be able to fill the log.
/// Decoding returns a typed error instead. Call it before parsing anything; safe from any thread.
void silenceProtobuf();

} // namespace tidemark::wire
