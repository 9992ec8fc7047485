#pragma once

#include <string_view>

namespace tidemark::wire {

/// Whether an encoded envelope, or a message directly in it, has more fields than any honest one. Looks at
/// tags and lengths only and allocates nothing. To be asked before parsing: an empty element costs its sender
/// two bytes and the parser two hundred. Bytes that are not an envelope have no shape; what of them makes
/// sense is counted.
[[nodiscard]] bool hasTooManyFields(std::string_view bytes);

} // namespace tidemark::wire
