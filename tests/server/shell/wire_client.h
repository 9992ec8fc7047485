#pragma once

#include "core/domain/protocol.h"

#include <QObject>
#include <QSignalSpy>
#include <QSslConfiguration>
#include <QString>
#include <QWebSocket>

#include <deque>
#include <optional>
#include <string>
#include <variant>

namespace tidemark::test {

/// A client that consists of a WebSocket and the codec. It sends what a test asks for, and keeps the
/// answers.
class WireClient : public QObject {
    Q_OBJECT

public:
    explicit WireClient(const QString& url,
                        const QSslConfiguration& tls = QSslConfiguration::defaultConfiguration());

    /// Waits until the WebSocket has connected or failed.
    [[nodiscard]] bool connected();
    /// Sends a request. Take its answer with answer().
    RequestId send(protocol::ClientFrame frame, std::uint32_t session = 0);
    /// Waits for the answer to `request`. Empty if none comes within the test's timeout, or before the
    /// connection ends.
    [[nodiscard]] std::optional<protocol::ServerFrame> answer(RequestId request);
    /// Waits for a push of type `T`, dropping other pushes before it.
    template <typename T>
    [[nodiscard]] std::optional<T> push();
    /// Waits for a Notify with a head of `conversation` at `head` or beyond.
    [[nodiscard]] bool seesHead(ConversationId conversation, Seq head);
    /// Waits until the server has closed the connection, and returns the close code.
    [[nodiscard]] std::optional<int> closeCode();

    /// Registers an account without a password, says hello on `session`, and returns the user.
    [[nodiscard]] UserId signUp(const std::string& name, std::uint32_t session = 0);
    /// Sends, and waits for an answer of type `T`.
    template <typename T>
    [[nodiscard]] std::optional<T> ask(protocol::ClientFrame frame, std::uint32_t session = 0);

    /// The session to which the newest frame was addressed.
    [[nodiscard]] std::uint32_t lastSession() const { return m_lastSession; }

    QWebSocket& socket() { return m_socket; }

Q_SIGNALS:
    /// A frame has arrived, or the connection has ended.
    void arrived();

private:
    void keep(const QByteArray& bytes);

    QWebSocket m_socket;
    std::uint64_t m_lastRequest = 0;
    std::uint32_t m_lastSession = 0;
    std::deque<protocol::ServerEnvelope> m_answers;
    std::deque<protocol::ServerFrame> m_pushes;
};

/// A test waits so long for an event that should come at once.
inline constexpr int timeoutMs = 30000;

/// 32 bytes that depend on `name`.
[[nodiscard]] std::string tokenOf(const std::string& name);
[[nodiscard]] protocol::Register registrationOf(const std::string& name, const std::string& password = {});
[[nodiscard]] protocol::Hello helloOf(const std::string& name);
/// A message with a uuid made of `number`.
[[nodiscard]] protocol::Send messageOf(ConversationId conversation, std::uint64_t number,
                                       const std::string& text);

template <typename T>
std::optional<T> WireClient::push()
{
    QSignalSpy spy(this, &WireClient::arrived);
    do {
        while (!m_pushes.empty()) {
            const protocol::ServerFrame frame = std::move(m_pushes.front());
            m_pushes.pop_front();
            if (const auto* wanted = std::get_if<T>(&frame)) {
                return *wanted;
            }
        }
    } while (spy.wait(timeoutMs));
    return std::nullopt;
}

template <typename T>
std::optional<T> WireClient::ask(protocol::ClientFrame frame, std::uint32_t session)
{
    const auto answered = answer(send(std::move(frame), session));
    if (!answered.has_value()) {
        return std::nullopt;
    }
    const auto* wanted = std::get_if<T>(&*answered);
    return wanted != nullptr ? std::optional(*wanted) : std::nullopt;
}

} // namespace tidemark::test
