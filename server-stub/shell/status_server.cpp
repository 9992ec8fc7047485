#include "server-stub/shell/status_server.h"

#include "server-stub/shell/server.h"

#include <chrono>
#include <future>

namespace tidemark::server {
namespace {

/// A loop that has not turned for this long is unhealthy.
constexpr std::chrono::seconds answerTimeout{2};

constexpr const char* plainText = "text/plain; charset=utf-8";

const QString stalled = QStringLiteral("the event loop does not respond");

SmallHttpServer::Answer unavailable(const QString& why)
{
    return {503, plainText, why.toUtf8() + '\n'};
}

/// Without hints, changes arrive late but nothing fails: no reason to send clients to another server.
QByteArray wellness(const Metrics& metrics)
{
    const bool isAlone = metrics.bus && !metrics.bus->isConnected;
    return isAlone ? QByteArray("ok, but changes of other servers arrive late: no hints are exchanged\n")
                   : QByteArray("ok\n");
}

} // namespace

StatusServer::StatusServer(Server& server, SmallHttpServer::Bounds bounds)
    : m_server(server), m_bounds(bounds), m_place(std::make_unique<QObject>())
{
    m_place->moveToThread(&m_thread);
    m_thread.setObjectName(QStringLiteral("status"));
}

StatusServer::~StatusServer()
{
    if (m_thread.isRunning()) {
        // Its own thread deletes it at the end, because an event posted before quit() may never be handled.
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
            auto* http = new SmallHttpServer([this](const QByteArray& path) { return answerTo(path); },
                                             m_bounds, m_place.get());
            if (http->listen(address.address, address.port)) {
                port = http->serverPort();
            }
        },
        Qt::BlockingQueuedConnection);
    if (port == 0) {
        return Unexpected(QStringLiteral("cannot listen for metrics on %1")
                              .arg(hostAndPort(address.address, address.port)));
    }
    return port;
}

std::optional<StatusServer::Status> StatusServer::ask(bool probes)
{
    // Shared, because the answer may come after the wait has ended.
    const auto promise = std::make_shared<std::promise<Status>>();
    QMetaObject::invokeMethod(
        &m_server,
        [&server = m_server, promise, probes] {
            promise->set_value({server.metrics(), probes ? server.healthProblem() : QString()});
        },
        Qt::QueuedConnection);
    std::future<Status> answer = promise->get_future();
    return answer.wait_for(answerTimeout) == std::future_status::ready ? std::optional(answer.get())
                                                                       : std::nullopt;
}

SmallHttpServer::Answer StatusServer::answerTo(const QByteArray& path)
{
    const bool asksHealth = path == "/health";
    if (!asksHealth && path != "/metrics") {
        return {404, {}, {}};
    }
    const auto status = ask(asksHealth);
    if (!status) {
        return unavailable(stalled);
    }
    if (!asksHealth) {
        return {200, "text/plain; version=0.0.4; charset=utf-8", prometheusText(status->metrics)};
    }
    return status->healthProblem.isEmpty()
               ? SmallHttpServer::Answer{200, plainText, wellness(status->metrics)}
               : unavailable(status->healthProblem);
}

} // namespace tidemark::server
