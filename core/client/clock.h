#pragma once

#include "core/domain/ids.h"

#include <QDateTime>

#include <chrono>
#include <ctime>

namespace tidemark {

/// The only place in the client that reads the time. Monotonic time continues while the computer sleeps, so
/// that after a suspend everything overdue is recognised as overdue.
class Clock {
public:
    virtual ~Clock() = default;

    [[nodiscard]] virtual Instant now() const
    {
#ifdef CLOCK_BOOTTIME
        timespec time{};
        if (clock_gettime(CLOCK_BOOTTIME, &time) == 0) {
            return Instant(std::chrono::duration_cast<Milliseconds>(
                std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec)));
        }
#endif
        return Instant(
            std::chrono::duration_cast<Milliseconds>(std::chrono::steady_clock::now().time_since_epoch()));
    }

    /// For display only (I16).
    [[nodiscard]] virtual UnixMs wall() const
    {
        return UnixMs{QDateTime::currentMSecsSinceEpoch()};
    }
};

} // namespace tidemark
