#include "tests/server/shell/wire_client.h"

#include "core/wire/codec.h"

#include <QUrl>

#include <algorithm>
#include <cstring>

namespace tidemark::test {

WireClient::WireClient(const QString& url, const QSslConfiguration& tls)
{
    m_socket.setSslConfiguration(tls);
    connect(&m_socket, &QWebSocket::binaryMessageReceived, this, &WireClient::keep);
    connect(&m_socket, &QWebSocket::disconnected, this, &WireClient::arrived);
    m_socket.open(QUrl(url));
}

bool WireClient::connected()
{
    QSignalSpy spy(&m_socket, &QWebSocket::stateChanged);
    const auto isUndecided = [this] {
        return m_socket.state() != QAbstractSocket::ConnectedState
               && m_socket.state() != QAbstractSocket::UnconnectedState;
    };
    while (isUndecided() && spy.wait(timeoutMs)) {
    }
    return m_socket.state() == QAbstractSocket::ConnectedState;
}

RequestId WireClient::send(protocol::ClientFrame frame, std::uint32_t session)
{
    const RequestId request(++m_lastRequest);
    const std::string bytes = wire::encode(protocol::ClientEnvelope{request, session, std::move(frame)});
    m_socket.sendBinaryMessage(QByteArray::fromStdString(bytes));
    return request;
}

std::optional<protocol::ServerFrame> WireClient::answer(RequestId request)
{
    QSignalSpy spy(this, &WireClient::arrived);
    do {
        const auto found = std::find_if(m_answers.begin(), m_answers.end(),
                                        [&](const auto& envelope) { return envelope.request == request; });
        if (found != m_answers.end()) {
            protocol::ServerFrame frame = std::move(found->frame);
            m_answers.erase(found);
            return frame;
        }
    } while (m_socket.state() != QAbstractSocket::UnconnectedState && spy.wait(timeoutMs));
    return std::nullopt;
}

bool WireClient::seesHead(ConversationId conversation, Seq head)
{
    while (const auto notify = push<protocol::Notify>()) {
        for (const protocol::Head& moved : notify->heads) {
            if (moved.conversation == conversation && moved.head >= head) {
                return true;
            }
        }
    }
    return false;
}

std::optional<int> WireClient::closeCode()
{
    QSignalSpy spy(&m_socket, &QWebSocket::disconnected);
    if (m_socket.state() != QAbstractSocket::UnconnectedState && !spy.wait(timeoutMs)) {
        return std::nullopt;
    }
    return m_socket.closeCode();
}

UserId WireClient::signUp(const std::string& name, std::uint32_t session)
{
    if (!connected() || !ask<protocol::Authenticated>(registrationOf(name), session)) {
        return UserId();
    }
    const auto welcome = ask<protocol::Welcome>(helloOf(name), session);
    return welcome ? welcome->user.id : UserId();
}

void WireClient::keep(const QByteArray& bytes)
{
    auto envelope = wire::decodeServer(bytes.toStdString());
    if (!envelope) {
        qFatal("the server sent something that cannot be decoded");
    }
    m_lastSession = envelope->session;
    if (envelope->request.isValid()) {
        m_answers.push_back(*std::move(envelope));
    } else {
        m_pushes.push_back(std::move(envelope->frame));
    }
    Q_EMIT arrived();
}

std::string tokenOf(const std::string& name)
{
    std::string token(32, '\x2a');
    std::copy_n(name.begin(), std::min(name.size(), token.size()), token.begin());
    return token;
}

protocol::Register registrationOf(const std::string& name, const std::string& password)
{
    return {protocol::version, name, password, tokenOf(name), DeviceId(1), "test"};
}

protocol::Hello helloOf(const std::string& name)
{
    protocol::Hello hello;
    hello.token = tokenOf(name);
    hello.device = DeviceId(1);
    hello.deviceName = "test";
    return hello;
}

protocol::Send messageOf(ConversationId conversation, std::uint64_t number, const std::string& text)
{
    protocol::Send message;
    message.conversation = conversation;
    ++number; // a uuid of zeros counts as missing
    std::memcpy(message.uuid.bytes.data(), &number, sizeof number);
    content::Message content;
    content.text = text;
    message.content = content;
    return message;
}

} // namespace tidemark::test
