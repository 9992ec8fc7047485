#include "server-stub/shell/control/control_server.h"

#include "server-stub/shell/base/log.h"
#include "server-stub/shell/control/control_line.h"

#include <QLocalSocket>
#include <QTimer>

#include <chrono>

namespace tidemark::server {
namespace {

constexpr int maxControlConnections = 16;
constexpr std::chrono::seconds connectionTimeout{10};

} // namespace

ControlServer::ControlServer(QObject* parent) : QObject(parent), m_server(this)
{
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    m_server.setMaxPendingConnections(maxControlConnections);
    connect(&m_server, &QLocalServer::newConnection, this, [this] {
        while (QLocalSocket* socket = m_server.nextPendingConnection()) {
            open(socket);
        }
    });
}

ControlServer::~ControlServer() = default;

bool ControlServer::listen(const QString& path)
{
    QLocalServer::removeServer(path);
    return m_server.listen(path);
}

void ControlServer::close()
{
    m_server.close();
    const auto asking = std::exchange(m_asking, {});
    for (const auto& [ticket, socket] : asking) {
        if (socket != nullptr) {
            socket->abort();
        }
    }
}

void ControlServer::open(QLocalSocket* socket)
{
    socket->setReadBufferSize(maxControlLine);
    connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
    connect(socket, &QLocalSocket::readyRead, this, [this, socket] { read(socket); });
    QTimer::singleShot(connectionTimeout, socket, [socket] { socket->abort(); });
    if (m_server.findChildren<QLocalSocket*>().size() > maxControlConnections) {
        socket->abort();
    }
}

void ControlServer::read(QLocalSocket* socket)
{
    if (!socket->canReadLine()) {
        if (socket->bytesAvailable() >= maxControlLine) {
            socket->abort();
        }
        return;
    }
    const auto request = requestIn(socket->readLine());
    // Each connection carries one request; ignore further data.
    disconnect(socket, &QLocalSocket::readyRead, this, nullptr);
    if (!request) {
        qCWarning(serverLog).noquote() << "invalid request on control socket:" << request.error();
        finish(socket, protocol::Error{protocol::ErrorCode::Malformed, Milliseconds(0),
                                       request.error().toStdString()});
        return;
    }
    m_lastTicket = OperatorTicket(m_lastTicket.value + 1);
    m_asking.emplace(m_lastTicket, socket);
    Q_EMIT asked(m_lastTicket, *request);
}

void ControlServer::answer(const OperatorAnswer& answer)
{
    const auto node = m_asking.extract(answer.ticket);
    if (!node.empty() && node.mapped() != nullptr) {
        finish(node.mapped(), answer.result);
    }
}

void ControlServer::finish(QLocalSocket* socket, const OperatorResult& result)
{
    socket->write(lineOf(result));
    socket->disconnectFromServer();
}

} // namespace tidemark::server
