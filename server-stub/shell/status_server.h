#pragma once

#include "core/base/expected.h"
#include "server-stub/shell/base/metrics.h"
#include "server-stub/shell/sockets/listen_address.h"
#include "server-stub/shell/sockets/small_http_server.h"

#include <QString>
#include <QThread>

#include <memory>
#include <optional>

namespace tidemark::server {

class Server;

/// Reports the server's state over HTTP on a loopback port, for monitoring: `/metrics` for Prometheus, and
/// `/health`, which is 200 only if the store accepts a change and the server's event loop turns, else 503
/// with the reason. Has its own thread, so that it can report a loop that hangs; that thread only asks the
/// server and waits.
class StatusServer {
public:
    /// `server` must outlive this object, which must be made and destroyed in the server's thread.
    explicit StatusServer(Server& server, SmallHttpServer::Bounds bounds = {});
    ~StatusServer();
    StatusServer(const StatusServer&) = delete;
    StatusServer& operator=(const StatusServer&) = delete;

    /// Call it once. Returns the port in use, or a human-readable error.
    [[nodiscard]] Expected<quint16, QString> listen(const ListenAddress& address);

private:
    struct Status {
        Metrics metrics;
        QString healthProblem;
    };
    /// Runs in the HTTP thread. Returns the server's state, or nothing if the server does not answer.
    /// `probes`: whether the server must try a change of the store.
    [[nodiscard]] std::optional<Status> ask(bool probes);
    /// Runs in the HTTP thread.
    [[nodiscard]] SmallHttpServer::Answer answerTo(const QByteArray& path);

    Server& m_server;
    SmallHttpServer::Bounds m_bounds;
    QThread m_thread;
    std::unique_ptr<QObject> m_place; ///< lives in the HTTP thread; owns the HTTP server
};

} // namespace tidemark::server
