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

/// Numbers, as an array of bigint.
struct Numbers {
    std::vector<std::uint64_t> values;
};
using server::bound;
[[nodiscard]] QVariant bound(const Numbers& numbers);

/// Bytes, as an array of text: two hexadecimal digits for each.
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

/// One connection to a PostgreSQL database, migrated and set for durability, and its transaction. Belongs to
/// the thread that opened it.
///
/// A transaction begins in the database with the first statement that writes or locks: one that only reads
/// asks nothing more of the database (each statement sees what is committed when it begins, in a transaction
/// or not).
class Connection {
public:
    enum class Purpose : std::uint8_t { Serve, CopyInto };

    /// The error is for people. A database of another program, or of a later version, is left as it is; one
    /// that another is being copied into is not served.
    [[nodiscard]] static Expected<std::unique_ptr<Connection>, QString>
    open(const DatabaseUrl& url, Purpose purpose = Purpose::Serve);
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    [[nodiscard]] Statement statement(const std::string& text)
    {
        return {m_driver.database(), text.c_str(), m_health, Statement::Rows::Together};
    }
    [[nodiscard]] StatementHealth& health() { return m_health; }
    /// Notes a failure that the database knows nothing of, as that of a statement.
    void fail(const QString& reason);

    /// From here to commit() or rollback() what is written is one transaction.
    void begin();
    /// From here to its end the transaction may take so long, and its commit as long again; then the
    /// connection is cut (lost), and whether a commit was done nobody knows.
    void limit(std::chrono::milliseconds limit);
    void liftLimit();
    /// Whether the connection was cut because of that; told once.
    [[nodiscard]] bool takeCut() { return m_driver.takeCut(); }
    [[nodiscard]] bool isInTransaction() const { return m_isWanted; }
    /// Whether all of it is durable now; also when there was nothing.
    [[nodiscard]] bool commit();
    /// Whether what the last commit() refused may have been done, or may still be: its answer was lost.
    [[nodiscard]] bool isCommitUnknown() const { return m_isCommitUnknown; }
    void rollback();
    /// From here to rollback() everything is read as it is now; isInTransaction() stays false.
    void beginSnapshot();

    /// Runs a statement that writes or locks.
    template <typename... Args>
    [[nodiscard]] Statement::Run write(Statement& statement, const Args&... args)
    {
        beginInDatabase();
        return statement.run(args...);
    }
    /// The same for statements without rows.
    template <typename... Args>
    void change(Statement& statement, const Args&... args)
    {
        beginInDatabase();
        statement.change(args...);
    }
    /// Binds what bound() has made, and runs.
    [[nodiscard]] Statement::Run writeWith(Statement& statement, const std::vector<QVariant>& values);
    /// Runs a statement that writes and is needed once.
    void writeOnce(const char* statement);
    /// The number in the first row of a statement that is needed once and only reads.
    [[nodiscard]] std::uint64_t numberOf(const char* statement);

    /// False when the connection is lost, or when the last failure means that another server is to be asked:
    /// this one takes no changes, or ends, or does not know the statements.
    [[nodiscard]] bool isUsable() const;
    /// Ends it, before the statements go: no farewell is said for each of them. Nothing is to be done with
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
    bool m_isWanted = false; ///< within begin() and commit()
    bool m_hasBegun = false; ///< in the database too
    bool m_isOutdated = false;
    bool m_isCommitUnknown = false;
};

} // namespace tidemark::server::postgres
