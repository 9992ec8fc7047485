#pragma once

namespace tidemark::bench {

/// Ends the measurement, because its subject did not work. Each program that measures defines how.
[[noreturn]] void giveUp(const char* why);
/// Gives up with `what` unless `condition` holds.
inline void require(bool condition, const char* what)
{
    if (!condition) {
        giveUp(what);
    }
}

} // namespace tidemark::bench
