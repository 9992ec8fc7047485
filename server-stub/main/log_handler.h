#pragma once

namespace tidemark::server {

enum class LogLevel { Debug, Info, Warning, Error };

/// From now on messages of at least `level` go to standard error as `TIME level message`, in UTC, one line
/// each.
void installLogHandler(LogLevel level);

} // namespace tidemark::server
