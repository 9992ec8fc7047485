#include "ui/platform/instance.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalServer>
#include <QLocalSocket>

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr qsizetype maxLineBytes = 16 * 1024;
constexpr char taken = '+';

/// Indexed by InstanceRequest::Action.
constexpr std::array<QLatin1StringView, 4> actionWords{"raise"_L1, "open"_L1, "quit"_L1, "stay"_L1};

/// Returns the token if it is printable and short, or else an empty one: the token goes into the environment
/// and to the X server.
QByteArray tokenIn(const QJsonValue& value)
{
    constexpr qsizetype maxTokenLength = 512;
    const QByteArray token = value.toString().toUtf8();
    const bool isPrintable =
        std::all_of(token.begin(), token.end(), [](char letter) { return letter > ' ' && letter < 127; });
    return isPrintable && token.size() <= maxTokenLength ? token : QByteArray();
}

/// A connected socket, closed by the destructor; -1 if connecting failed.
class Connection {
public:
    explicit Connection(const QString& socketFile)
    {
        const QByteArray path = QFile::encodeName(socketFile);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        if (path.size() >= qsizetype(sizeof address.sun_path)) {
            return;
        }
        std::memcpy(static_cast<char*>(address.sun_path), path.constData(), std::size_t(path.size()));
        m_socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (m_socket >= 0
            && ::connect(m_socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) {
            return;
        }
        close();
    }
    ~Connection() { close(); }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    [[nodiscard]] bool isOpen() const { return m_socket >= 0; }

    void setTimeout(int seconds) const
    {
        const timeval time{seconds, 0};
        ::setsockopt(m_socket, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
        ::setsockopt(m_socket, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
    }
    [[nodiscard]] bool send(const QByteArray& bytes) const
    {
        return ::send(m_socket, bytes.constData(), std::size_t(bytes.size()), MSG_NOSIGNAL) == bytes.size();
    }
    /// Returns the number of bytes, 0 at the end, or -1 on an error or timeout.
    [[nodiscard]] ssize_t receive(char& byte) const { return ::recv(m_socket, &byte, 1, 0); }

private:
    void close()
    {
        if (m_socket >= 0) {
            ::close(std::exchange(m_socket, -1));
        }
    }

    int m_socket = -1;
};

} // namespace

QByteArray encoded(const InstanceRequest& request)
{
    const QJsonObject object{{u"do"_s, actionWords[std::size_t(request.action)]},
                             {u"link"_s, request.link},
                             {u"activation"_s, QString::fromUtf8(request.token.wayland)},
                             {u"startup"_s, QString::fromUtf8(request.token.startupId)}};
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

std::optional<InstanceRequest> requestIn(const QByteArray& line)
{
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    const auto* const word = std::find(actionWords.begin(), actionWords.end(), object[u"do"].toString());
    if (word == actionWords.end()) {
        return std::nullopt;
    }
    return InstanceRequest{static_cast<InstanceRequest::Action>(word - actionWords.begin()),
                           object[u"link"].toString(),
                           {tokenIn(object[u"activation"]), tokenIn(object[u"startup"])}};
}

QString instanceSocketOf(const QString& profileDirectory)
{
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    if (runtime.isEmpty() || !QFileInfo(runtime).isDir()) {
        return QDir(profileDirectory).filePath(u"instance"_s);
    }
    // The path of a socket has a short maximum length.
    const QByteArray name =
        QCryptographicHash::hash(QDir::cleanPath(profileDirectory).toUtf8(), QCryptographicHash::Sha256)
            .toHex()
            .left(16);
    return QDir(runtime).filePath(u"tidemark/"_s + QString::fromLatin1(name));
}

HandOver handOver(const QString& socketFile, const InstanceRequest& request)
{
    constexpr int answerSeconds = 2;
    constexpr int endSeconds = 10;
    const Connection connection(socketFile);
    if (!connection.isOpen()) {
        return HandOver::NotRunning;
    }
    connection.setTimeout(answerSeconds);
    char answer = 0;
    const QByteArray line = encoded(request);
    if (line.size() > maxLineBytes || !connection.send(line)) {
        return HandOver::NoAnswer;
    }
    const ssize_t received = connection.receive(answer);
    if (received <= 0) {
        return received == 0 ? HandOver::NotRunning : HandOver::NoAnswer;
    }
    if (request.action != InstanceRequest::Action::Quit) {
        return HandOver::Done;
    }
    connection.setTimeout(endSeconds);
    return connection.receive(answer) == 0 ? HandOver::Done : HandOver::NoAnswer;
}

InstanceServer::InstanceServer(const QString& socketFile, QObject* parent)
    : QObject(parent), m_server(std::make_unique<QLocalServer>())
{
    m_server->setSocketOptions(QLocalServer::UserAccessOption);
    connect(m_server.get(), &QLocalServer::newConnection, this, &InstanceServer::greet);
    QDir().mkpath(QFileInfo(socketFile).path());
    QLocalServer::removeServer(socketFile);
    m_server->listen(socketFile);
}

InstanceServer::~InstanceServer() = default;

void InstanceServer::stopListening()
{
    m_server->close();
}

void InstanceServer::greet()
{
    while (QLocalSocket* socket = m_server->nextPendingConnection()) {
        listenTo(socket);
    }
}

void InstanceServer::listenTo(QLocalSocket* socket)
{
    connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
    const auto take = [this, socket] {
        if (!socket->canReadLine()) {
            if (socket->bytesAvailable() > maxLineBytes) {
                socket->abort();
            }
            return;
        }
        const std::optional<InstanceRequest> request = requestIn(socket->readLine(maxLineBytes));
        if (!request) {
            socket->abort();
            return;
        }
        socket->write(&taken, 1);
        socket->flush();
        Q_EMIT requested(*request);
    };
    connect(socket, &QLocalSocket::readyRead, this, take);
    take();
}

} // namespace tidemark
