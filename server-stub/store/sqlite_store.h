#pragma once

#include "core/base/expected.h"
#include "server-stub/store/table_store.h"

#include <QString>

#include <cstdint>
#include <memory>

namespace tidemark::server {

class SqliteTables;
extern template class TableStore<SqliteTables>;

/// Store in one SQLite file, durable against crashes and power cuts. Belongs to the thread that opened it.
/// Assumes that no other process writes to the file.
///
/// Once a statement has met damage every commit fails: what is read may be wrong, and writing could make it
/// worse.
class SqliteStore final : public TableStore<SqliteTables> {
public:
    /// Opens or creates the database and brings its schema up to date; ":memory:" makes one that dies with
    /// the store. The error, for people, says why not: no such folder, not a database, written by a newer
    /// program. With less than `leastRoom` bytes left on the disk a probe fails: a small change may still fit
    /// into the journal when messages no longer do.
    [[nodiscard]] static Expected<std::unique_ptr<SqliteStore>, QString>
    open(const QString& path, std::uintmax_t leastRoom = 1U << 20U);
    ~SqliteStore() override;
    SqliteStore(const SqliteStore&) = delete;
    SqliteStore& operator=(const SqliteStore&) = delete;

    /// For simulations: the next commit rolls back and returns false, like a full disk.
    void failNextCommit() { m_failNextCommit = true; }
    /// For simulations: several hubs of this thread use it, in turns.
    void share() { m_isShared = true; }
    [[nodiscard]] bool isShared() const override { return m_isShared; }
    [[nodiscard]] std::string lastFailure() const override { return m_lastFailure.toStdString(); }

    /// Gives every log a new epoch, and every dot a version beyond those that may have been lost, for a
    /// database that a backup has taken the place of (I14); durable when true. Not within a transaction.
    [[nodiscard]] bool renewLogEpochs();
    /// Whether a statement has met damage: nothing is read or written any more.
    [[nodiscard]] bool isDamaged() const override { return m_isDamaged; }
    /// Rows that were inserted, changed or deleted since it was opened.
    [[nodiscard]] std::uint64_t rowsWritten();
    /// What SQLite finds wrong with the file, for people; empty when it is sound. Reads all of it;
    /// `thorough`: compares indexes with their tables, and looks for references to rows that are missing.
    [[nodiscard]] QString damage(bool thorough = false);
    /// Writes everything into the file itself, which then needs no journal beside it to be read. The last
    /// that is done with the store.
    [[nodiscard]] bool endJournal();

    void begin() override;
    [[nodiscard]] bool commit() override;
    void rollback() override;
    [[nodiscard]] bool probe() override;
    [[nodiscard]] bool endReading() override;

private:
    SqliteStore(std::unique_ptr<SqliteTables> tables, QString path, std::uintmax_t leastRoom);

    QString m_path;
    std::uintmax_t m_leastRoom;
    QString m_lastFailure;
    bool m_isDamaged = false;
    bool m_failNextCommit = false;
    bool m_isShared = false;
};

} // namespace tidemark::server
