#pragma once

#include "core/base/expected.h"
#include "core/store/store_error.h"

#include <QSqlDatabase>
#include <QString>

#include <cstdint>
#include <memory>

class QSqlError;

namespace tidemark {

/// One SQLite connection, configured. Single thread; statements must be gone before it.
class Database {
public:
    enum class Mode : std::uint8_t { ReadWrite, ReadOnly };

    /// Opens, but does not look into, the file at `path` (":memory:" for none).
    [[nodiscard]] static Expected<std::unique_ptr<Database>, StoreError> open(const QString& path, Mode mode);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    [[nodiscard]] const QSqlDatabase& connection() const { return m_connection; }

    /// Runs statements without results, in order, up to the first that fails.
    [[nodiscard]] bool run(const QString& sql);
    /// The single number that `sql` gives; 0 on failure.
    [[nodiscard]] std::int64_t number(const QString& sql);

    /// The same with a word; empty on failure.
    [[nodiscard]] QString word(const QString& sql);

    /// Whether a commit waits until the disk has it. Without, a commit survives the death of the process at
    /// any moment, while loss of power may take the last ones, whole, and never more than that. Not inside a
    /// transaction.
    void setWaitForDisk(bool wait);

    /// From the first failure in it on, nothing more is run until its end: SQLite rolls back by itself after
    /// some failures (a full disk), and what came then would be a transaction of its own.
    [[nodiscard]] bool begin();
    /// False: nothing of the transaction remains.
    [[nodiscard]] bool commit();
    void rollback();
    /// Whether the transaction in course has failed.
    [[nodiscard]] bool isTransactionLost() const { return m_isInTransaction && hasFailed(); }

    /// The first error since takeError().
    [[nodiscard]] const StoreError& error() const { return m_error; }
    [[nodiscard]] bool hasFailed() const { return m_error.code != StoreError::Code::None; }
    StoreError takeError();
    void noteError(const QSqlError& error);

private:
    explicit Database(const QSqlDatabase& connection);
    [[nodiscard]] bool configure(Mode mode);

    struct Transactions;

    QSqlDatabase m_connection;
    std::unique_ptr<Transactions> m_transactions;
    StoreError m_error;
    bool m_isInTransaction = false;
    bool m_waitsForDisk = false;
};

[[nodiscard]] StoreError toStoreError(const QSqlError& error);

} // namespace tidemark
