#pragma once

namespace tidemark::bench {

/// Ends the measurement: what was to be measured did not work. Each program that measures says how.
[[noreturn]] void giveUp(const char* why);
/// `what` failed unless `condition`.
inline void require(bool condition, const char* what)
{
    if (!condition) {
        giveUp(what);
    }
}

} // namespace tidemark::bench
