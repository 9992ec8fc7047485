#pragma once

#include <QByteArray>
#include <QTimer>

#include <chrono>

namespace tidemark::server {

/// Tells systemd, where that has started the program, how the service is (sd_notify(3): datagrams to the
/// socket in NOTIFY_SOCKET), and every so often that its event loop turns, where systemd watches over that
/// (WATCHDOG_USEC). Elsewhere it does nothing. In the thread of the event loop.
class ServiceManager {
public:
    ServiceManager();

    /// Serving, or serving again after reloading(). `status`: a line for `systemctl status`.
    void ready(const QByteArray& status);
    void reloading();
    /// `longer`: so much more time than usual it takes.
    void stopping(std::chrono::milliseconds longer);
    /// Not ready yet, and why.
    void starting(const QByteArray& status);

private:
    void tell(const QByteArray& state) const;

    QByteArray m_socket; ///< a path, or with @ in front a name of the system; empty: nobody listens
    QTimer m_watchdog;
};

} // namespace tidemark::server
