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

/// A client that is only a WebSocket and the codec: sends what a test tells it to and keeps what comes back.
class WireClient : public QObject {
    Q_OBJECT

public:
    explicit WireClient(const QString& url,
                        const QSslConfiguration& tls = QSslConfiguration::defaultConfiguration());

    /// Waits until the WebSocket is connected, or has failed to.
    [[nodiscard]] bool connected();
    /// A request; its answer is taken with answer().
    RequestId send(protocol::ClientFrame frame, std::uint32_t session = 0);
    /// Waits for the answer to `request`; nothing when none came within the test's patience.
    [[nodiscard]] std::optional<protocol::ServerFrame> answer(RequestId request);
    /// Waits for a push of type `T`, dropping other pushes before it.
    template <typename T>
    [[nodiscard]] std::optional<T> push();
    /// Waits for a Notify that says that `conversation` has reached `head`.
    [[nodiscard]] bool seesHead(ConversationId conversation, Seq head);
    /// Waits until the server has closed; its code.
    [[nodiscard]] std::optional<int> closeCode();

    /// Registers a token-only account and says hello on `session`; the user.
    [[nodiscard]] UserId signUp(const std::string& name, std::uint32_t session = 0);
    /// `send` and `answer`, and the answer is a `T`.
    template <typename T>
    [[nodiscard]] std::optional<T> ask(protocol::ClientFrame frame, std::uint32_t session = 0);

    /// The session that the newest frame was addressed to.
    [[nodiscard]] std::uint32_t lastSession() const { return m_lastSession; }

    QWebSocket& socket() { return m_socket; }

Q_SIGNALS:
    void arrived();

private:
    void keep(const QByteArray& bytes);

    QWebSocket m_socket;
    std::uint64_t m_lastRequest = 0;
    std::uint32_t m_lastSession = 0;
    std::deque<protocol::ServerEnvelope> m_answers;
    std::deque<protocol::ServerFrame> m_pushes;
};

/// How long a test waits for something that should come at once.
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
            if (const auto* wanted = std::get_if<T>(&frame))
                return *wanted;
        }
    } while (spy.wait(timeoutMs));
    return std::nullopt;
}

template <typename T>
std::optional<T> WireClient::ask(protocol::ClientFrame frame, std::uint32_t session)
{
    const auto answered = answer(send(std::move(frame), session));
    if (!answered.has_value())
        return std::nullopt;
    const auto* wanted = std::get_if<T>(&*answered);
    return wanted != nullptr ? std::optional(*wanted) : std::nullopt;
}

} // namespace tidemark::test
