#pragma once

#include <cstdint>

namespace tidemark::server {

enum class LogLevel : std::uint8_t { Debug, Info, Warning, Error };
enum class LogFormat : std::uint8_t { Text, Json };

/// The name of the level in settings and log lines.
[[nodiscard]] const char* nameOf(LogLevel level);

/// From now on, writes messages of at least `level` to standard error, one line each, with UTC times: as
/// `TIME level message`, or as a JSON object with time, level, category and message. May be called again.
void installLogHandler(LogLevel level, LogFormat format = LogFormat::Text);

} // namespace tidemark::server
