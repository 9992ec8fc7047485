#pragma once

#include <cstdint>

namespace tidemark::server {

enum class LogLevel : std::uint8_t { Debug, Info, Warning, Error };
enum class LogFormat : std::uint8_t { Text, Json };

/// As in settings and log lines.
[[nodiscard]] const char* nameOf(LogLevel level);

/// From now on messages of at least `level` go to standard error, in UTC, one line each: as
/// `TIME level message`, or as an object of JSON with time, level, category and message. May be called again.
void installLogHandler(LogLevel level, LogFormat format = LogFormat::Text);

} // namespace tidemark::server
