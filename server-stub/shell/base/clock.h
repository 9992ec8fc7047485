#pragma once

#include "core/domain/ids.h"

#include <chrono>

namespace tidemark::server {

/// The only place in the server that reads the time.
class SystemClock {
public:
    /// Monotonic time, which never goes back.
    [[nodiscard]] static Instant now()
    {
        return Instant(
            std::chrono::duration_cast<Milliseconds>(std::chrono::steady_clock::now().time_since_epoch()));
    }

    /// For measuring durations.
    [[nodiscard]] static std::chrono::microseconds precise()
    {
        return std::chrono::duration_cast<std::chrono::microseconds>(
            std::chrono::steady_clock::now().time_since_epoch());
    }

    /// For display only (I16).
    [[nodiscard]] static UnixMs wall()
    {
        const auto sinceEpoch = std::chrono::system_clock::now().time_since_epoch();
        return UnixMs{std::chrono::duration_cast<Milliseconds>(sinceEpoch).count()};
    }
};

} // namespace tidemark::server
