#pragma once

#include <QByteArray>
#include <QTimer>

#include <chrono>

namespace tidemark::server {

/// If systemd has started the program, reports to it the state of the service (sd_notify(3): datagrams to the
/// socket in NOTIFY_SOCKET), and regularly that the event loop turns if systemd's watchdog is on
/// (WATCHDOG_USEC). Otherwise does nothing. Runs in the thread of the event loop.
class ServiceManager {
public:
    ServiceManager();

    /// Reports that the server serves, for the first time or again after reloading(). `status`: a line for
    /// `systemctl status`.
    void ready(const QByteArray& status);
    void reloading();
    /// `longer`: how much longer than usual the stop takes.
    void stopping(std::chrono::milliseconds longer);
    /// Reports that the server is not ready yet, and why.
    void starting(const QByteArray& status);

private:
    void notify(const QByteArray& state) const;

    QByteArray m_socket; ///< a path, or an abstract name that begins with @; empty: no systemd
    QTimer m_watchdog;
};

} // namespace tidemark::server
