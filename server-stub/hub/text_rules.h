#pragma once

#include "core/domain/protocol.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace tidemark::server {

/// Valid UTF-8 by RFC 3629: no surrogates, no overlong forms, nothing above U+10FFFF.
[[nodiscard]] bool isValidUtf8(std::string_view text);

/// What names of accounts and titles of groups have to be: UTF-8 of 1..maxBytes bytes, without control
/// characters, without white space at either end.
[[nodiscard]] bool isValidLabel(std::string_view text, std::uint32_t maxBytes);

/// Why the text of a message is refused; none: it is fine.
[[nodiscard]] std::optional<protocol::Error> refusalOfText(std::string_view text, std::uint32_t maxBytes);

} // namespace tidemark::server
