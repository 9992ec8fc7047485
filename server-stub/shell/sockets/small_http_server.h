#pragma once

#include <QByteArray>
#include <QList>
#include <QTcpServer>

#include <chrono>
#include <functional>

class QTcpSocket;

namespace tidemark::server {

/// Answers GET and HEAD, one request per connection. Bounds the cost of its clients: the bytes of the
/// request, the connections, and the time until the answer is taken. Runs in the thread that created it.
class SmallHttpServer : public QTcpServer {
public:
    struct Answer {
        int status = 200;
        QByteArray contentType;
        QByteArray body;
    };
    struct Bounds {
        qsizetype maxRequestBytes = qsizetype{8} * 1024;
        qsizetype maxConnections = 32; ///< a further connection closes the oldest one
        std::chrono::milliseconds timeout{5000};
    };
    /// `path`: as requested, without the part from a question mark on.
    using Respond = std::function<Answer(const QByteArray& path)>;

    SmallHttpServer(Respond respond, Bounds bounds, QObject* parent = nullptr);

protected:
    void incomingConnection(qintptr descriptor) override;

private:
    void read(QTcpSocket* socket);
    [[nodiscard]] Answer answerTo(const QByteArray& method, const QByteArray& target) const;

    Respond m_respond;
    Bounds m_bounds;
    QList<QTcpSocket*> m_open; ///< oldest first
};

} // namespace tidemark::server
