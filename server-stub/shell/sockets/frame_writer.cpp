#include "server-stub/shell/sockets/frame_writer.h"

#include <QSslSocket>

#include <sys/socket.h>

#include <cstdint>
#include <limits>
#include <utility>

namespace tidemark::server {
namespace {

constexpr std::uint8_t binaryOpcode = 2;
constexpr std::uint8_t pingOpcode = 9;
constexpr std::uint8_t pongOpcode = 10;

/// A header of a final frame that is not masked: https://www.rfc-editor.org/rfc/rfc6455#section-5.2
void appendHeader(std::string& bytes, std::uint8_t opcode, std::uint64_t size)
{
    constexpr std::uint64_t shortest = 126;
    const auto push = [&bytes](std::uint64_t byte) { bytes.push_back(static_cast<char>(byte)); };
    push(std::uint64_t{0x80} | opcode);
    if (size < shortest) {
        return push(size);
    }
    const bool isMedium = size <= std::numeric_limits<std::uint16_t>::max();
    push(isMedium ? 126 : 127);
    for (int shift = isMedium ? 8 : 56; shift >= 0; shift -= 8) {
        push((size >> shift) & 0xffU);
    }
}

} // namespace

FrameWriter::FrameWriter(QTcpSocket* socket)
    : m_socket(socket), m_isEncrypted(qobject_cast<QSslSocket*>(socket) != nullptr)
{
}

void FrameWriter::add(std::string_view payload)
{
    add(binaryOpcode, payload);
}

void FrameWriter::addPing()
{
    add(pingOpcode, {});
}

void FrameWriter::addPong(std::string_view payload)
{
    add(pongOpcode, payload);
}

void FrameWriter::add(std::uint8_t opcode, std::string_view payload)
{
    appendHeader(m_bytes, opcode, payload.size());
    m_bytes.append(payload);
}

void FrameWriter::flush()
{
    if (m_bytes.empty() || m_socket.isNull()) {
        return;
    }
    // Take the bytes out first: encrypting may signal that the client has room, and so call this again.
    const std::string bytes = std::exchange(m_bytes, {});
    const std::size_t sent = sendNow(bytes);
    if (sent == bytes.size()) {
        return;
    }
    m_socket->write(bytes.data() + sent, static_cast<qint64>(bytes.size() - sent));
    if (m_isEncrypted) {
        m_socket->flush();
    }
}

std::size_t FrameWriter::sendNow(std::string_view bytes) const
{
    if (m_isEncrypted || m_socket->bytesToWrite() > 0) {
        return 0;
    }
    const ssize_t sent = ::send(static_cast<int>(m_socket->socketDescriptor()), bytes.data(), bytes.size(),
                                MSG_NOSIGNAL | MSG_DONTWAIT);
    // The socket meets the same error again and reports it.
    return sent > 0 ? static_cast<std::size_t>(sent) : 0;
}

qint64 FrameWriter::backlog() const
{
    if (m_socket.isNull()) {
        return 0;
    }
    // TLS moves encrypted data to a second buffer.
    const qint64 encrypted =
        m_isEncrypted ? static_cast<const QSslSocket*>(m_socket.data())->encryptedBytesToWrite() : 0;
    return static_cast<qint64>(m_bytes.size()) + m_socket->bytesToWrite() + encrypted;
}

} // namespace tidemark::server
