#pragma once

#include "core/domain/protocol.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tidemark::server {

/// Valid UTF-8 by RFC 3629: no surrogates, no overlong forms, nothing above U+10FFFF.
[[nodiscard]] bool isValidUtf8(std::string_view text);

/// Whether the password has 8 to 1024 bytes.
[[nodiscard]] bool isValidPassword(std::string_view password);
inline constexpr std::size_t minPasswordBytes = 8;
inline constexpr std::size_t maxPasswordBytes = 1024;

/// The reason why a message's text is refused; empty if it is accepted.
[[nodiscard]] std::optional<protocol::Error> refusalOfText(std::string_view text, std::uint32_t maxBytes);

} // namespace tidemark::server
