#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace tidemark::server::postgres {

/// Cuts a connection over which no answer comes in time, from a thread of its own: who waits for the answer
/// then hears that the connection is lost. The system does so by itself only when the other computer is gone;
/// libpq waits for ever for a server that is there and says nothing, because its disk hangs, or because a
/// commit waits for a standby that is gone.
class Watchdog {
public:
    /// `socket` must stay open as long as this lives; below 0 there is none, and nothing is cut.
    explicit Watchdog(int socket);
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

    /// Cuts when end() has not been called within `limit`, or up to a quarter of a second later.
    void begin(std::chrono::milliseconds limit);
    void end() { m_deadline = never; }
    /// Whether it has cut the connection; told once.
    [[nodiscard]] bool takeCut() { return m_hasCut.exchange(false); }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr Clock::rep never = 0;
    void work(const std::stop_token& stop);

    int m_socket;
    std::atomic<Clock::rep> m_deadline = never;
    std::atomic<bool> m_hasCut = false;
    std::mutex m_mutex; ///< of the waiting alone
    std::condition_variable_any m_stopped;
    std::jthread m_thread; ///< goes first
};

} // namespace tidemark::server::postgres
