#pragma once

#include "core/base/expected.h"
#include "server-stub/postgres/session/database_url.h"
#include "server-stub/postgres/session/result.h"
#include "server-stub/postgres/session/value.h"

#include <QByteArray>
#include <QDeadlineTimer>
#include <QString>

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

struct pg_conn;

namespace tidemark::server::postgres {

/// A connection of libpq that waits for each answer only up to its limit, and then ends itself. Otherwise it
/// could wait forever: the operating system gives up only a computer that is gone, and libpq does not give up
/// a server whose disk hangs or whose commit waits for a lost standby.
///
/// The database's end, too, detects soon that this end is gone, so that it releases the session's locks.
/// Belongs to the thread that opened it.
class Session {
public:
    using Outcome = Expected<Result, Failure>;

    /// Connects to the host that the address wants. A request to `stop` ends the connection from any thread,
    /// so that no call waits for an answer any more. The error is human-readable.
    [[nodiscard]] static Expected<std::unique_ptr<Session>, QString> open(const DatabaseUrl& url,
                                                                          std::stop_token stop = {});
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    /// Continues over the connection of `other`, with the statements that are prepared there.
    Session& operator=(Session&& other) noexcept = default;

    [[nodiscard]] bool isOpen() const;
    /// From now on until liftLimit(), all answers together may take at most `limit`.
    void limit(std::chrono::milliseconds limit);
    void liftLimit() { m_deadline = QDeadlineTimer(QDeadlineTimer::Forever); }

    /// Runs statements that are separated by semicolons. The result is that of the last one, in text form.
    [[nodiscard]] Outcome run(const std::string& statements);
    /// Runs one statement. The fields of the result have their binary form.
    [[nodiscard]] Outcome query(const std::string& statement, const std::vector<Value>& values = {});
    /// Prepares a statement under a name that no other one has in this session.
    [[nodiscard]] Outcome prepare(const std::string& name, const std::string& statement);
    /// Like query(), with a prepared statement.
    [[nodiscard]] Outcome execute(const std::string& name, const std::vector<Value>& values);

    /// The descriptor to watch for notifications; valid as long as isOpen().
    [[nodiscard]] int socket() const;
    /// Reads the received data, without waiting. Returns false if the connection has ended.
    [[nodiscard]] bool receive();
    /// The payloads of notifications that have been received from other sessions since the last call.
    [[nodiscard]] std::vector<QByteArray> takeNotifications();

private:
    struct Finish {
        void operator()(pg_conn* connection) const;
    };

    Session(const DatabaseUrl& url, std::stop_token stop);
    [[nodiscard]] QString prepareSession(std::chrono::milliseconds answerTimeout);
    [[nodiscard]] Outcome outcome(bool isSent);
    [[nodiscard]] bool awaitAnswer();
    [[nodiscard]] Failure giveUp(const QString& reason);

    std::unique_ptr<pg_conn, Finish> m_connection;
    std::stop_token m_stop;
    std::chrono::milliseconds m_limit{0};
    QDeadlineTimer m_deadline = QDeadlineTimer(QDeadlineTimer::Forever);
};

} // namespace tidemark::server::postgres
