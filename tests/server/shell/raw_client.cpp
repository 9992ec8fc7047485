#include "tests/server/shell/raw_client.h"

#include "core/wire/codec.h"
#include "tests/server/shell/wire_client.h"

#include <QHostAddress>
#include <QSignalSpy>
#include <QSslConfiguration>
#include <QtEndian>

namespace tidemark::test {
namespace {

constexpr char maskBit = '\x80';
constexpr char finalBit = '\x80';

} // namespace

RawClient::RawClient(quint16 port)
{
    watch();
    m_socket.connectToHost(QHostAddress(QHostAddress::LocalHost), port);
}

RawClient::RawClient(quint16 port, const QList<QSslCertificate>& authority)
{
    watch();
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates(authority);
    m_socket.setSslConfiguration(configuration);
    m_socket.connectToHostEncrypted(QStringLiteral("127.0.0.1"), port);
}

void RawClient::watch()
{
    connect(&m_socket, &QIODevice::readyRead, this, &RawClient::read);
    connect(&m_socket, &QAbstractSocket::disconnected, this, [this] { m_wasClosed = true; });
}

QByteArray RawClient::upgrade(const QByteArray& headers)
{
    m_socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                   "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                   + headers + "\r\n");
    QSignalSpy spy(&m_socket, &QIODevice::readyRead);
    const QByteArray endOfHeader("\r\n\r\n");
    while (!m_buffer.contains(endOfHeader) && spy.wait(timeoutMs)) {
    }
    const QByteArray status = m_buffer.left(m_buffer.indexOf("\r\n"));
    m_headers = m_buffer.left(m_buffer.indexOf(endOfHeader));
    m_buffer.remove(0, m_buffer.indexOf(endOfHeader) + endOfHeader.size());
    return status;
}

std::vector<protocol::ServerEnvelope> RawClient::awaitFrames()
{
    QSignalSpy spy(&m_socket, &QIODevice::readyRead);
    std::vector<protocol::ServerEnvelope> frames = takeFrames();
    while (frames.empty() && spy.wait(timeoutMs)) {
        frames = takeFrames();
    }
    return frames;
}

void RawClient::sendFrame(int opcode, const QByteArray& payload, bool isFinal)
{
    QByteArray frame;
    frame.append(static_cast<char>((isFinal ? finalBit : 0) | opcode));
    const auto size = static_cast<quint64>(payload.size());
    if (size < 126) {
        frame.append(static_cast<char>(maskBit | static_cast<char>(size)));
    } else {
        QByteArray length(8, '\0');
        qToBigEndian(size, length.data());
        frame.append(static_cast<char>(maskBit | 127)).append(length);
    }
    // A mask of zeros does not change the payload.
    frame.append(QByteArray(4, '\0')).append(payload);
    m_socket.write(frame);
}

void RawClient::send(protocol::ClientFrame frame, std::uint32_t session)
{
    const std::string bytes =
        wire::encode(protocol::ClientEnvelope{RequestId(++m_lastRequest), session, std::move(frame)});
    sendFrame(opcodeBinary, QByteArray::fromStdString(bytes));
}

void RawClient::stopReading()
{
    m_isReading = false;
    m_socket.setReadBufferSize(1);
}

void RawClient::resumeReading()
{
    m_isReading = true;
    m_socket.setReadBufferSize(0);
    read();
}

void RawClient::read()
{
    if (m_isReading) {
        m_buffer.append(m_socket.readAll());
    }
}

std::vector<protocol::ServerEnvelope> RawClient::takeFrames()
{
    std::vector<protocol::ServerEnvelope> envelopes;
    while (const auto frame = takeFrame()) {
        if (frame->first != opcodeBinary) {
            continue;
        }
        auto envelope = wire::decodeServer(frame->second.toStdString());
        if (!envelope) {
            qFatal("the server sent something that cannot be decoded");
        }
        envelopes.push_back(*std::move(envelope));
    }
    return envelopes;
}

std::optional<std::pair<int, QByteArray>> RawClient::takeFrame()
{
    if (m_buffer.size() < 2) {
        return std::nullopt;
    }
    qsizetype header = 2;
    quint64 size = static_cast<quint8>(m_buffer[1]);
    if (size == 126) {
        header += 2;
    } else if (size == 127) {
        header += 8;
    }
    if (m_buffer.size() < header) {
        return std::nullopt;
    }
    if (size == 126) {
        size = qFromBigEndian<quint16>(m_buffer.constData() + 2);
    } else if (size == 127) {
        size = qFromBigEndian<quint64>(m_buffer.constData() + 2);
    }
    if (static_cast<quint64>(m_buffer.size() - header) < size) {
        return std::nullopt;
    }
    const int opcode = m_buffer[0] & 0x0f;
    std::pair<int, QByteArray> frame(opcode, m_buffer.mid(header, static_cast<qsizetype>(size)));
    m_buffer.remove(0, header + static_cast<qsizetype>(size));
    return frame;
}

} // namespace tidemark::test
