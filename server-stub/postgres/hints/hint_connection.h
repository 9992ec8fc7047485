#pragma once

#include "core/base/expected.h"
#include "server-stub/bus/hint_codec.h"
#include "server-stub/postgres/session/session.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

class QObject;
class QSocketNotifier;

namespace tidemark::server::postgres {

/// Decodes hints from the payload of a notification, which is text of less than 8000 bytes; returns nothing
/// if it does not decode. https://www.postgresql.org/docs/15/sql-notify.html
[[nodiscard]] std::optional<HintBatch> hintsIn(const QByteArray& payload);

/// A connection to a PostgreSQL database that carries only hints. A commit with a NOTIFY takes a lock of the
/// whole database, so no transaction with data may contain one. Belongs to the thread that opened it.
///
/// Servers that share a schema of a database receive each other's hints.
class HintConnection {
public:
    /// A request to `stop` ends the connection from any thread. The error is human-readable.
    [[nodiscard]] static Expected<std::unique_ptr<HintConnection>, QString> open(const DatabaseUrl& url,
                                                                                 std::stop_token stop = {});
    ~HintConnection();
    HintConnection(const HintConnection&) = delete;
    HintConnection& operator=(const HintConnection&) = delete;

    /// Starts listening. From now on calls `received` with the payload of each notification that was not sent
    /// over this connection; `received` must not use the connection. Calls `ended` when the connection has
    /// ended; `ended` may destroy this object. Needs the thread's event loop. Returns whether it has
    /// succeeded.
    [[nodiscard]] bool listen(QObject* context, const std::function<void(const QByteArray&)>& received,
                              const std::function<void()>& ended);
    /// Sends the hints to all other servers, in one transaction. Returns whether it has succeeded. Waits for
    /// the database.
    [[nodiscard]] bool publish(NodeId from, std::span<const Hint> hints);
    /// Whether this database server still accepts changes; if not, the other servers use another one. Waits
    /// for the database.
    [[nodiscard]] bool acceptsChanges();
    /// The reason of the last failure, as a human-readable message.
    [[nodiscard]] const QString& error() const { return m_error; }

private:
    HintConnection(std::unique_ptr<Session> session, std::chrono::milliseconds answerTimeout)
        : m_session(std::move(session)), m_answerTimeout(answerTimeout)
    {
    }
    [[nodiscard]] bool prepare();
    void watchSocket(QObject* context, const std::function<void()>& ended);
    /// Passes the notifications of other sessions to `received`.
    void passOn();
    /// Empty if it fails; then error() has the reason.
    [[nodiscard]] std::optional<Result> run(const std::string& statement,
                                            const std::vector<Value>& values = {});

    std::unique_ptr<Session> m_session;
    const std::chrono::milliseconds m_answerTimeout;
    std::string m_channel;
    QString m_error;
    std::function<void(const QByteArray&)> m_received = [](const QByteArray& /*payload*/) {};
    QSocketNotifier* m_watch = nullptr; ///< watches the socket
};

} // namespace tidemark::server::postgres
