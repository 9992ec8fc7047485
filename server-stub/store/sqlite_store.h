#pragma once

#include "core/base/expected.h"
#include "server-stub/hub/contract/stores/store.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <string>

namespace tidemark::server {

class SqliteTables;

/// Store in one SQLite file, durable against crashes and power cuts. Belongs to the thread that opened it.
/// Assumes that no other process writes to the file.
///
/// After a statement has found damage, every commit fails: reads may be wrong, and writing could make the
/// damage worse.
class SqliteStore final : public Store {
public:
    /// Opens or creates the database and migrates its schema; ":memory:" creates one that lives as long as
    /// the store. The error is human-readable (no such folder, not a database, written by a newer program).
    /// With less than `leastRoom` bytes left on the disk probe() fails, because a small change may still fit
    /// into the journal when messages no longer do.
    [[nodiscard]] static Expected<std::unique_ptr<SqliteStore>, QString>
    open(const QString& path, std::uintmax_t leastRoom = 1U << 20U);
    ~SqliteStore() override;

    /// For simulations: makes the next commit roll back and return false, as on a full disk.
    void failNextCommit() { m_failNextCommit = true; }
    /// For simulations: several hubs of this thread share the store and take turns.
    void share() { m_isShared = true; }
    [[nodiscard]] bool isShared() const override { return m_isShared; }
    [[nodiscard]] std::string lastFailure() const override { return m_lastFailure.toStdString(); }

    /// Gives every log a new epoch, and every dot a version above those that may have been lost. Use it when
    /// a backup has replaced the database (I14). Returns true if the change is durable. Call it outside a
    /// transaction.
    [[nodiscard]] bool renewLogEpochs();
    /// Whether a statement has found damage, so that nothing is read or written any more.
    [[nodiscard]] bool isDamaged() const override { return m_isDamaged; }
    /// Number of rows inserted, changed or deleted since the store was opened.
    [[nodiscard]] std::uint64_t rowsWritten();
    /// Returns the damage that SQLite finds in the file, as a human-readable message; empty if there is none.
    /// Reads the whole file. `thorough`: also compares indexes with their tables, and looks for references to
    /// missing rows.
    [[nodiscard]] QString damage(bool thorough = false);
    /// Moves everything from the journal into the file, which can then be read without a journal. Do not use
    /// the store afterwards.
    [[nodiscard]] bool endJournal();

    void begin() override;
    [[nodiscard]] bool commit() override;
    [[nodiscard]] bool hasFailed() override;
    void rollback() override;
    [[nodiscard]] bool probe() override;
    [[nodiscard]] bool endReading() override;

private:
    SqliteStore(std::unique_ptr<SqliteTables> tables, QString path, std::uintmax_t leastRoom);

    std::unique_ptr<SqliteTables> m_tables;
    QString m_path;
    std::uintmax_t m_leastRoom;
    QString m_lastFailure;
    bool m_isDamaged = false;
    bool m_failNextCommit = false;
    bool m_isShared = false;
};

} // namespace tidemark::server
