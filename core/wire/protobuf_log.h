#pragma once

namespace tidemark::wire {

/// Protobuf writes about bad UTF-8 to standard error. Whoever sends it must not be able to fill the log; it
/// is a typed error here. To be called before anything is parsed; from any thread.
void silenceProtobuf();

} // namespace tidemark::wire
