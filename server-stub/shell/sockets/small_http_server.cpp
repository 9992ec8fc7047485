#include "server-stub/shell/sockets/small_http_server.h"

#include <QTcpSocket>
#include <QTimer>

#include <utility>

namespace tidemark::server {
namespace {

QByteArray reasonFor(int status)
{
    switch (status) {
    case 200:
        return "OK";
    case 400:
        return "Bad Request";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 431:
        return "Request Header Fields Too Large";
    default:
        return "Service Unavailable";
    }
}

SmallHttpServer::Answer plain(int status)
{
    return {status, "text/plain; charset=utf-8", reasonFor(status) + '\n'};
}

void send(QTcpSocket* socket, const SmallHttpServer::Answer& answer, bool withBody)
{
    socket->write("HTTP/1.1 " + QByteArray::number(answer.status) + ' ' + reasonFor(answer.status)
                  + "\r\nContent-Type: " + answer.contentType + "\r\nContent-Length: "
                  + QByteArray::number(answer.body.size()) + "\r\nConnection: close\r\n\r\n");
    if (withBody) {
        socket->write(answer.body);
    }
    socket->disconnectFromHost();
}

} // namespace

SmallHttpServer::SmallHttpServer(Respond respond, Bounds bounds, QObject* parent)
    : QTcpServer(parent), m_respond(std::move(respond)), m_bounds(bounds)
{
}

void SmallHttpServer::incomingConnection(qintptr descriptor)
{
    auto* socket = new QTcpSocket(this);
    if (!socket->setSocketDescriptor(descriptor)) {
        socket->deleteLater();
        return;
    }
    // Read at most one byte more than allowed, which makes the request too long.
    socket->setReadBufferSize(m_bounds.maxRequestBytes + 1);
    connect(socket, &QTcpSocket::disconnected, this, [this, socket] {
        m_open.removeOne(socket);
        socket->deleteLater();
    });
    connect(socket, &QIODevice::readyRead, this, [this, socket] { read(socket); });
    QTimer::singleShot(m_bounds.timeout, socket, [socket] { socket->abort(); });
    if (m_open.size() >= m_bounds.maxConnections) {
        m_open.constFirst()->abort();
    }
    m_open.append(socket);
}

void SmallHttpServer::read(QTcpSocket* socket)
{
    const QByteArray request = socket->peek(m_bounds.maxRequestBytes + 1);
    const bool isWhole = request.contains("\r\n\r\n");
    if (!isWhole && request.size() <= m_bounds.maxRequestBytes) {
        return;
    }
    // Ignore further data.
    disconnect(socket, &QIODevice::readyRead, this, nullptr);
    socket->readAll();
    if (!isWhole) {
        return send(socket, plain(431), true);
    }
    const QList<QByteArray> words = request.left(request.indexOf("\r\n")).split(' ');
    if (words.size() != 3 || !words.at(2).startsWith("HTTP/1.")) {
        return send(socket, plain(400), true);
    }
    send(socket, answerTo(words.at(0), words.at(1)), words.at(0) != "HEAD");
}

SmallHttpServer::Answer SmallHttpServer::answerTo(const QByteArray& method, const QByteArray& target) const
{
    if (method != "GET" && method != "HEAD") {
        return plain(405);
    }
    const qsizetype queryStart = target.indexOf('?');
    Answer answer = m_respond(queryStart < 0 ? target : target.left(queryStart));
    return answer.body.isEmpty() ? plain(answer.status) : std::move(answer);
}

} // namespace tidemark::server
