#pragma once

#include <QString>

#include <cstddef>
#include <optional>
#include <string>

namespace tidemark {

inline constexpr std::size_t tokenBytes = 32;

/// Reads a device token from 64 hexadecimal digits or from base64url, with or without padding.
/// White space around it is ignored. Empty if `text` is neither.
[[nodiscard]] std::optional<std::string> tokenFromText(const QString& text);

/// Returns the token as hexadecimal digits.
[[nodiscard]] QString tokenToText(const std::string& token);

} // namespace tidemark
