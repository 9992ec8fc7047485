#pragma once

#include "core/base/expected.h"
#include "server-stub/postgres/session/database_url.h"
#include "server-stub/postgres/session/session.h"
#include "server-stub/postgres/session/statement.h"

#include <QString>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::server::postgres {

/// One connection to a PostgreSQL database, with migrated schema and durable settings, and its transaction.
/// Belongs to the thread that opened it.
///
/// A transaction begins in the database with the first statement that writes or locks. A transaction that
/// only reads costs no extra statements: each statement sees the data committed at its beginning, in a
/// transaction or not.
class Connection {
public:
    enum class Purpose : std::uint8_t { Serve, CopyInto };

    /// The error is human-readable. A database of another program or of a later version is refused and left
    /// as it is. `Serve` also refuses a database that another one is still being copied into.
    [[nodiscard]] static Expected<std::unique_ptr<Connection>, QString>
    open(const DatabaseUrl& url, Purpose purpose = Purpose::Serve);
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    [[nodiscard]] Statement statement(const std::string& text);
    [[nodiscard]] StatementHealth& health() { return m_health; }
    /// Makes the transaction fail for a reason that the database does not know, as if a statement had failed.
    void fail(const QString& reason);

    /// Begins a transaction: everything written before commit() or rollback() belongs to it.
    void begin();
    /// From now on the transaction may take at most `limit`, and its commit the same time again; the limit
    /// ends with the transaction. After that the connection is ended and counts as lost, and the outcome of a
    /// commit is unknown.
    void limit(std::chrono::milliseconds limit);
    void liftLimit();
    [[nodiscard]] bool isInTransaction() const { return m_isWanted; }
    /// Returns true if everything is durable, also if nothing was written.
    [[nodiscard]] bool commit();
    /// Whether the answer to the last commit() was lost: it returned false, but the transaction may have been
    /// or may still be committed.
    [[nodiscard]] bool isCommitUnknown() const { return m_isCommitUnknown; }
    void rollback();
    /// From now on until rollback(), all reads see the present state, or that of another connection's
    /// snapshot; isInTransaction() stays false.
    void beginSnapshot(const std::string& other = {});

    /// Runs a statement that writes or locks.
    template <typename... Args>
    [[nodiscard]] Statement::Run write(Statement& statement, const Args&... args)
    {
        return writeWith(statement, {bound(args)...});
    }
    /// Like write(), for statements without rows.
    template <typename... Args>
    void change(Statement& statement, const Args&... args)
    {
        static_cast<void>(write(statement, args...));
    }
    /// Like write(), with values made by bound().
    [[nodiscard]] Statement::Run writeWith(Statement& statement, const std::vector<Value>& values);
    /// Like write(), with a statement that is not kept prepared.
    void writeOnce(const std::string& statement);
    /// Runs a reading statement that is not kept prepared.
    [[nodiscard]] Statement::Run ask(const std::string& statement, const std::vector<Value>& values = {});
    /// The number in the first row of such a statement.
    [[nodiscard]] std::uint64_t numberOf(const std::string& statement);

    /// Replaces a connection that is not usable. All statements work on the new one. Returns the
    /// human-readable error; if it is not empty, nothing has changed.
    [[nodiscard]] QString reconnect(const DatabaseUrl& url);
    /// Returns false if the connection is lost, or if the last failure means that another server must be
    /// used: this one is read-only, is shutting down, or does not know the prepared statements.
    [[nodiscard]] bool isUsable() const;

private:
    explicit Connection(std::unique_ptr<Session> session) : m_session(std::move(session)) {}
    [[nodiscard]] QString prepare(Purpose purpose, std::chrono::milliseconds answerTimeout);
    void beginInDatabase();
    void execute(const std::string& statement);

    std::unique_ptr<Session> m_session;
    std::vector<std::string> m_texts; ///< of all statements
    std::optional<std::chrono::milliseconds> m_limit;
    StatementHealth m_health;
    bool m_isWanted = false; ///< between begin() and commit()
    bool m_hasBegun = false; ///< whether the transaction has begun in the database too
    bool m_isOutdated = false;
    bool m_isCommitUnknown = false;
};

} // namespace tidemark::server::postgres
