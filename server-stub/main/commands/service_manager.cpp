#include "server-stub/main/commands/service_manager.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iterator>

namespace tidemark::server {

ServiceManager::ServiceManager() : m_socket(qgetenv("NOTIFY_SOCKET"))
{
    QObject::connect(&m_watchdog, &QTimer::timeout, &m_watchdog, [this] { notify("WATCHDOG=1"); });
    const auto period = std::chrono::microseconds(qgetenv("WATCHDOG_USEC").toLongLong());
    const QByteArray watched = qgetenv("WATCHDOG_PID");
    const bool isWatched = watched.isEmpty() || watched.toLongLong() == ::getpid();
    if (isWatched && period.count() > 0) {
        m_watchdog.setInterval(std::chrono::duration_cast<std::chrono::milliseconds>(period / 3));
    }
}

void ServiceManager::starting(const QByteArray& status)
{
    notify("STATUS=" + status);
}

void ServiceManager::ready(const QByteArray& status)
{
    notify("READY=1\nSTATUS=" + status);
    if (m_watchdog.interval() > 0) {
        m_watchdog.start();
    }
}

void ServiceManager::reloading()
{
    notify("RELOADING=1");
}

void ServiceManager::stopping(std::chrono::milliseconds longer)
{
    QByteArray state = "STOPPING=1\nSTATUS=telling clients to reconnect later";
    if (longer.count() > 0) {
        // Counts from now on, and replaces the limit in the unit.
        constexpr std::chrono::seconds usual{30};
        state +=
            "\nEXTEND_TIMEOUT_USEC=" + QByteArray::number(std::chrono::microseconds(longer + usual).count());
    }
    notify(state);
}

void ServiceManager::notify(const QByteArray& state) const
{
    sockaddr_un address{};
    const auto size = static_cast<std::size_t>(m_socket.size());
    if (m_socket.isEmpty() || size >= sizeof(address.sun_path)) {
        return;
    }
    address.sun_family = AF_UNIX;
    std::copy(m_socket.begin(), m_socket.end(), std::begin(address.sun_path));
    if (address.sun_path[0] == '@') {
        address.sun_path[0] = '\0';
    }
    const int descriptor = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) {
        return;
    }
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + size);
    ::sendto(descriptor, state.constData(), static_cast<std::size_t>(state.size()), MSG_NOSIGNAL,
             reinterpret_cast<const sockaddr*>(&address), length);
    ::close(descriptor);
}

} // namespace tidemark::server
