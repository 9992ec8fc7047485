#pragma once

#include "server-stub/bus/watched_bus.h"
#include "server-stub/hub/contract/stores/blob_records.h"
#include "server-stub/hub/hub.h"

#include <QByteArray>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace tidemark::server {

/// Counters since the start; they only grow.
struct Counters {
    std::uint64_t steps = 0;  ///< transactions
    std::uint64_t inputs = 0; ///< inputs handled in the steps
    std::uint64_t framesEncoded = 0;
    std::uint64_t framesSent = 0;
    std::uint64_t headsKept = 0; ///< heads that had to wait for a slow client
    std::uint64_t failedCommits = 0;
    /// Sign-in attempts refused because they came too fast from one address.
    std::uint64_t greetingsRefused = 0;
};

/// Durations of steps, from the decision until the changes were durable. A step handles the inputs of one
/// turn of the loop.
class StepTimes {
public:
    using Time = std::chrono::microseconds;
    static constexpr std::array<std::int64_t, 12> boundsUs{250,   500,   1000,   2500,   5000,    10000,
                                                           25000, 50000, 100000, 250000, 1000000, 5000000};

    void add(Time time);
    /// For each bound, the number of steps that took no longer; the last element is the number of all steps.
    [[nodiscard]] std::array<std::uint64_t, boundsUs.size() + 1> cumulative() const;
    [[nodiscard]] Time sum() const { return m_sum; }

private:
    std::array<std::uint64_t, boundsUs.size() + 1> m_counts{};
    Time m_sum{0};
};

/// The server's figures at one moment.
struct Metrics {
    HubStats hub;
    Counters counters;
    StepTimes stepTimes;
    std::size_t connections = 0;
    std::size_t handshakes = 0;        ///< sockets that are not WebSockets yet
    std::size_t limited = 0;           ///< sockets that count against their addresses
    std::size_t bytesBeforeSignIn = 0; ///< held of incomplete messages; see BufferBudget
    std::size_t waitingHeads = 0;      ///< heads that wait for slow clients
    qint64 backlogBytes = 0;           ///< bytes that clients have not taken yet
    std::size_t queuedInputs = 0;
    std::size_t passwordJobs = 0;
    BlobCounts files;                  ///< as of at most a minute ago, as are their bytes
    std::uint64_t fileBytes = 0;       ///< of all files and open uploads
    std::optional<BusStatus> bus = {}; ///< set if other servers share the store
    std::uint64_t hintsMissed = 0;     ///< how often hints may have been lost
};

/// The metrics in the text format of Prometheus, version 0.0.4.
[[nodiscard]] QByteArray prometheusText(const Metrics& metrics);

} // namespace tidemark::server
