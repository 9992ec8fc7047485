#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace tidemark::server::postgres {

/// Cuts a connection if no answer comes in time, from its own thread: the waiting caller then gets an error
/// that the connection is lost. The operating system does this only if the other computer is gone. libpq
/// waits forever for a server that is there but does not answer, because its disk hangs or because a commit
/// waits for a standby that is gone.
class Watchdog {
public:
    /// `socket` must stay open as long as this object lives; if it is negative, nothing is cut.
    explicit Watchdog(int socket);
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

    /// Cuts the connection if end() is not called within `limit`, at most a quarter of a second late.
    void begin(std::chrono::milliseconds limit);
    void end() { m_deadline = never; }
    /// Whether the connection was cut; true only once.
    [[nodiscard]] bool takeCut() { return m_hasCut.exchange(false); }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr Clock::rep never = 0;
    void work(const std::stop_token& stop);

    int m_socket;
    std::atomic<Clock::rep> m_deadline = never;
    std::atomic<bool> m_hasCut = false;
    std::mutex m_mutex; ///< only for m_stopped
    std::condition_variable_any m_stopped;
    std::jthread m_thread; ///< destroyed first
};

} // namespace tidemark::server::postgres
