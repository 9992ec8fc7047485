#include "server-stub/shell/status_server.h"

#include "server-stub/shell/server.h"

#include <QHttpServer>
#include <QHttpServerResponse>
#include <QTcpServer>

#include <chrono>
#include <future>

namespace tidemark::server {
namespace {

/// A loop that has not turned for so long is not well.
constexpr std::chrono::seconds patience{2};

const QString stalled = QStringLiteral("the server does not answer itself");

QHttpServerResponse unavailable(const QString& why)
{
    return {"text/plain; charset=utf-8", why.toUtf8() + '\n',
            QHttpServerResponse::StatusCode::ServiceUnavailable};
}

/// Without hints all is done as well, only later: no reason to send clients elsewhere.
QByteArray wellness(const Metrics& metrics)
{
    const bool isAlone = metrics.bus && !metrics.bus->isConnected;
    return isAlone ? QByteArray("ok, but what other servers do is seen late: no hints are exchanged\n")
                   : QByteArray("ok\n");
}

} // namespace

StatusServer::StatusServer(Server& server) : m_server(server), m_place(std::make_unique<QObject>())
{
    m_place->moveToThread(&m_thread);
    m_thread.setObjectName(QStringLiteral("status"));
}

StatusServer::~StatusServer()
{
    if (m_thread.isRunning()) {
        // Deleted by its own thread as that ends: an event posted before quit() may never be handled.
        QObject::connect(&m_thread, &QThread::finished, m_place.release(), &QObject::deleteLater);
        m_thread.quit();
        m_thread.wait();
    }
}

Expected<quint16, QString> StatusServer::listen(const ListenAddress& address)
{
    m_thread.start();
    quint16 port = 0;
    QMetaObject::invokeMethod(
        m_place.get(),
        [&] {
            auto* http = new QHttpServer(m_place.get());
            serve(*http);
            auto* sockets = new QTcpServer(http);
            if (sockets->listen(address.address, address.port)) {
                // Qt 6.4 returns nothing here; later versions fail only for a server that does not listen.
                static_cast<void>(http->bind(sockets));
                port = sockets->serverPort();
            }
        },
        Qt::BlockingQueuedConnection);
    if (port == 0)
        return Unexpected(QStringLiteral("cannot listen for metrics on %1")
                              .arg(hostAndPort(address.address, address.port)));
    return port;
}

std::optional<StatusServer::Status> StatusServer::ask(bool probes)
{
    // Shared: an answer may come when nobody waits for it any more.
    const auto promise = std::make_shared<std::promise<Status>>();
    QMetaObject::invokeMethod(
        &m_server,
        [&server = m_server, promise, probes] {
            promise->set_value({server.metrics(), probes ? server.ailment() : QString()});
        },
        Qt::QueuedConnection);
    std::future<Status> answer = promise->get_future();
    return answer.wait_for(patience) == std::future_status::ready ? std::optional(answer.get())
                                                                  : std::nullopt;
}

void StatusServer::serve(QHttpServer& http)
{
    http.route(QStringLiteral("/metrics"), [this] {
        const auto status = ask(false);
        return status ? QHttpServerResponse("text/plain; version=0.0.4; charset=utf-8",
                                            prometheusText(status->metrics))
                      : unavailable(stalled);
    });
    http.route(QStringLiteral("/health"), [this] {
        const auto status = ask(true);
        if (!status)
            return unavailable(stalled);
        return status->ailment.isEmpty()
                   ? QHttpServerResponse("text/plain; charset=utf-8", wellness(status->metrics))
                   : unavailable(status->ailment);
    });
}

} // namespace tidemark::server
