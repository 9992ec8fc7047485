#pragma once

#include "core/base/expected.h"
#include "server-stub/shell/listen_address.h"
#include "server-stub/shell/metrics.h"

#include <QString>
#include <QThread>

#include <memory>
#include <optional>

class QHttpServer;

namespace tidemark::server {

class Server;

/// Tells those who watch over a server how it is, over HTTP on a loopback port: `/metrics` for Prometheus,
/// and
/// `/health`, which is 200 only when the store takes a change and the loop turns, else 503 with the reason.
/// Has a thread of its own, so that it can tell when the server's stands still; there it only asks and waits.
class StatusServer {
public:
    /// `server` must live longer; to be made and destroyed in its thread.
    explicit StatusServer(Server& server);
    ~StatusServer();
    StatusServer(const StatusServer&) = delete;
    StatusServer& operator=(const StatusServer&) = delete;

    /// Once. The port in use, or why not, for a person.
    [[nodiscard]] Expected<quint16, QString> listen(const ListenAddress& address);

private:
    struct Status {
        Metrics metrics;
        QString ailment;
    };
    /// In the thread of HTTP: what the server says, nothing when it does not answer. `probes`: whether it is
    /// to try the store.
    [[nodiscard]] std::optional<Status> ask(bool probes);
    void serve(QHttpServer& http);

    Server& m_server;
    QThread m_thread;
    std::unique_ptr<QObject> m_place; ///< lives in the thread of HTTP, and what serves with it
};

} // namespace tidemark::server
