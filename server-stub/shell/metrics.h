#pragma once

#include "server-stub/bus/watched_bus.h"
#include "server-stub/hub/hub.h"

#include <QByteArray>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace tidemark::server {

/// What the server has done so far; only grows.
struct Counters {
    std::uint64_t steps = 0;  ///< transactions
    std::uint64_t inputs = 0; ///< handled in them
    std::uint64_t framesEncoded = 0;
    std::uint64_t framesSent = 0;
    std::uint64_t headsKept = 0; ///< heads that had to wait for a slow client
    std::uint64_t failedCommits = 0;
    std::uint64_t greetingsRefused = 0; ///< attempts to sign in that came too fast from one address
};

/// How long steps took: what arrived in one turn of the loop, decided and made durable.
class StepTimes {
public:
    using Time = std::chrono::microseconds;
    static constexpr std::array<std::int64_t, 12> boundsUs{250,   500,   1000,   2500,   5000,    10000,
                                                           25000, 50000, 100000, 250000, 1000000, 5000000};

    void add(Time time);
    /// Those that took no longer than each of the bounds; the last one is all.
    [[nodiscard]] std::array<std::uint64_t, boundsUs.size() + 1> upTo() const;
    [[nodiscard]] Time sum() const { return m_sum; }

private:
    std::array<std::uint64_t, boundsUs.size() + 1> m_counts{};
    Time m_sum{0};
};

/// What a server says about itself at one moment.
struct Metrics {
    HubStats hub;
    Counters counters;
    StepTimes stepTimes;
    std::size_t connections = 0;
    std::size_t handshakes = 0;   ///< sockets that are no WebSockets yet
    std::size_t limited = 0;      ///< sockets that count against their addresses
    std::size_t waitingHeads = 0; ///< for clients that are slow
    qint64 backlogBytes = 0;      ///< that clients have yet to take
    std::size_t queuedInputs = 0;
    std::size_t passwordJobs = 0;
    std::optional<BusStatus> bus = {}; ///< where other servers share the store
    std::uint64_t hintsMissed = 0;     ///< times that hints may have been missed
};

/// In the text format of Prometheus, version 0.0.4.
[[nodiscard]] QByteArray prometheusText(const Metrics& metrics);

} // namespace tidemark::server
