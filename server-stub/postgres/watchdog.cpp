#include "server-stub/postgres/watchdog.h"

#include <sys/socket.h>

namespace tidemark::server::postgres {

namespace {

constexpr std::chrono::milliseconds lookEvery{250};

} // namespace

Watchdog::Watchdog(int socket) : m_socket(socket)
{
    if (m_socket >= 0) {
        m_thread = std::jthread([this](const std::stop_token& stop) { work(stop); });
    }
}

void Watchdog::begin(std::chrono::milliseconds limit)
{
    m_deadline = (Clock::now() + limit).time_since_epoch().count();
}

void Watchdog::work(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        m_stopped.wait_for(lock, stop, lookEvery, [] { return false; });
        Clock::rep deadline = m_deadline;
        const bool isOver = deadline != never && Clock::now().time_since_epoch().count() > deadline;
        // Do not cut if the answer has just come, perhaps followed by a new limit.
        if (isOver && m_deadline.compare_exchange_strong(deadline, never)) {
            m_hasCut = true;
            ::shutdown(m_socket, SHUT_RDWR);
        }
    }
}

} // namespace tidemark::server::postgres
