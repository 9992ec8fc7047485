#pragma once

#include "core/base/expected.h"
#include "core/store/file/store_error.h"

#include <QSqlDatabase>
#include <QString>

#include <cstdint>
#include <memory>

class QSqlError;

namespace tidemark {

/// One configured SQLite connection. Use it on one thread; destroy its statements first.
class Database {
public:
    enum class Mode : std::uint8_t { ReadWrite, ReadOnly };

    /// Opens the file at `path` (":memory:": no file) without checking its content.
    [[nodiscard]] static Expected<std::unique_ptr<Database>, StoreError> open(const QString& path, Mode mode);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    [[nodiscard]] const QSqlDatabase& connection() const { return m_connection; }

    /// Runs statements without results in order, up to the first that fails.
    [[nodiscard]] bool run(const QString& sql);
    /// Returns the single number that `sql` selects; 0 on failure.
    [[nodiscard]] std::int64_t number(const QString& sql);

    /// Returns the single string that `sql` selects; empty on failure.
    [[nodiscard]] QString word(const QString& sql);

    /// Whether a commit waits until the data is on disk. If not, a commit still survives the death of the
    /// process, but a power cut may undo the last commits, each as a whole. Do not call this in a
    /// transaction.
    void setWaitForDisk(bool wait);

    /// After the first failure in a transaction, statements are skipped until its end: SQLite rolls back by
    /// itself after some failures (a full disk), and later statements would start a transaction of their own.
    [[nodiscard]] bool begin();
    /// Returns false if the transaction was rolled back.
    [[nodiscard]] bool commit();
    void rollback();
    /// Whether the current transaction has failed.
    [[nodiscard]] bool isTransactionLost() const { return m_isInTransaction && hasFailed(); }

    /// The first error since the last takeError().
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
