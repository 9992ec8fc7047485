#pragma once

#include <string_view>

namespace tidemark::wire {

/// Whether an encoded envelope, or a message directly in it, has more fields than a valid one can have. Reads
/// only tags and lengths and allocates nothing. Call it before parsing: an empty element costs its sender two
/// bytes and the parser two hundred. In bytes that are not an envelope it counts the fields up to the first
/// invalid one.
[[nodiscard]] bool hasTooManyFields(std::string_view bytes);

} // namespace tidemark::wire
