#pragma once

#include "core/base/expected.h"
#include "server-stub/postgres/database_url.h"
#include "server-stub/postgres/driver_connection.h"
#include "server-stub/store/statement.h"

#include <QString>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::server::postgres {

/// Numbers, to be bound as an array of bigint.
struct Numbers {
    std::vector<std::uint64_t> values;
};
using server::bound;
[[nodiscard]] QVariant bound(const Numbers& numbers);

/// Byte strings, to be bound as an array of text with two hexadecimal digits for each byte.
struct Hexadecimals {
    std::vector<std::string> values;
};
[[nodiscard]] QVariant bound(const Hexadecimals& bytes);

/// The values of ids.
template <typename Ids>
[[nodiscard]] Numbers numbersOf(const Ids& ids)
{
    Numbers numbers;
    for (const auto id : ids) {
        numbers.values.push_back(id.value);
    }
    return numbers;
}

/// One connection to a PostgreSQL database, with migrated schema and durable settings, and its transaction.
/// Belongs to the thread that opened it.
///
/// A transaction begins in the database with the first statement that writes or locks. A transaction that
/// only reads costs no extra statements: each statement sees what is committed when it begins, in a
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

    [[nodiscard]] Statement statement(const std::string& text)
    {
        return {m_driver.database(), text.c_str(), m_health, Statement::Rows::Together};
    }
    [[nodiscard]] StatementHealth& health() { return m_health; }
    /// Makes the transaction fail for a reason that the database does not know, as if a statement had failed.
    void fail(const QString& reason);

    /// Begins a transaction: everything written before commit() or rollback() belongs to it.
    void begin();
    /// From now on the transaction may take at most `limit`, and its commit as long again; the limit ends
    /// with the transaction. After that the connection is cut and counts as lost, and the outcome of a commit
    /// is unknown.
    void limit(std::chrono::milliseconds limit);
    void liftLimit();
    /// Whether the connection was cut because of the limit; true only once.
    [[nodiscard]] bool takeCut() { return m_driver.takeCut(); }
    [[nodiscard]] bool isInTransaction() const { return m_isWanted; }
    /// Returns true if everything is durable, also if nothing was written.
    [[nodiscard]] bool commit();
    /// Whether the last commit(), which returned false, may have been done or may still be done: its answer
    /// was lost.
    [[nodiscard]] bool isCommitUnknown() const { return m_isCommitUnknown; }
    void rollback();
    /// From now on until rollback(), all reads see the present state; isInTransaction() stays false.
    void beginSnapshot();

    /// Runs a statement that writes or locks.
    template <typename... Args>
    [[nodiscard]] Statement::Run write(Statement& statement, const Args&... args)
    {
        beginInDatabase();
        return statement.run(args...);
    }
    /// Like write(), for statements without rows.
    template <typename... Args>
    void change(Statement& statement, const Args&... args)
    {
        beginInDatabase();
        statement.change(args...);
    }
    /// Like write(), with values made by bound().
    [[nodiscard]] Statement::Run writeWith(Statement& statement, const std::vector<QVariant>& values);
    /// Runs a writing statement that is not kept prepared.
    void writeOnce(const char* statement);
    /// Runs a reading statement that is not kept prepared. Returns the number in its first row.
    [[nodiscard]] std::uint64_t numberOf(const char* statement);

    /// Returns false if the connection is lost, or if the last failure means that another server must be
    /// used: this one is read-only, is shutting down, or does not know the prepared statements.
    [[nodiscard]] bool isUsable() const;
    /// Closes the connection before the statements are destroyed, so that they send nothing more. Do not use
    /// the connection afterwards.
    void close() { m_driver.close(); }

private:
    explicit Connection(const DatabaseUrl& url);
    [[nodiscard]] QString prepare(Purpose purpose);
    void beginInDatabase();
    void execute(const char* statement);
    void noteFailure(const QSqlError& error);

    DriverConnection m_driver;
    std::optional<std::chrono::milliseconds> m_limit;
    StatementHealth m_health;
    bool m_isWanted = false; ///< between begin() and commit()
    bool m_hasBegun = false; ///< whether it has begun in the database too
    bool m_isOutdated = false;
    bool m_isCommitUnknown = false;
};

} // namespace tidemark::server::postgres
