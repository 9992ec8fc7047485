#pragma once

#include "core/base/expected.h"
#include "server-stub/hub/contract/stores/store.h"
#include "server-stub/postgres/session/database_url.h"
#include "server-stub/postgres/session/reconnection.h"
#include "server-stub/store/snapshot.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <string>

namespace tidemark::server {

class PostgresTables;

/// Store in a PostgreSQL database that any number of stores in any processes may use at once. Belongs to the
/// thread that opened it.
///
/// No other server changes the rows that a transaction has locked with hold() until it ends. If a transaction
/// changes a row that it has not locked and that another server has changed meanwhile, it fails. A
/// transaction that appends to a log locks its conversation, so that seqs are assigned in the order of the
/// commits (I1).
///
/// A commit fails while the database cannot be reached, does not answer, accepts no changes, is full or too
/// slow. If a connection is lost or no answer comes over it (DatabaseUrl::answerTimeout()), the next
/// transaction that needs one reconnects to that server of the address which accepts changes, with pauses
/// between attempts. If a connection ends during a commit, the outcome of the commit is unknown: it counts as
/// failed, and the retry has the same uuid (I2).
class PostgresStore final : public Store {
public:
    /// Creates the tables if the database is empty, and migrates its schema. The error is human-readable.
    [[nodiscard]] static Expected<std::unique_ptr<PostgresStore>, QString> open(const QString& url);
    ~PostgresStore() override;

    /// For tests: makes the next commit roll back and return false, as on a full disk.
    void failNextCommit() { m_failNextCommit = true; }
    [[nodiscard]] std::string lastFailure() const override { return m_lastFailure.toStdString(); }
    [[nodiscard]] bool isShared() const override { return true; }
    [[nodiscard]] bool isCommitUnknown() const override { return m_isCommitUnknown; }
    /// The server that asked first leads, as long as its connection lasts.
    [[nodiscard]] bool leads() override;

    /// Gives every log a new epoch, and every dot a version above those that may have been lost. Use it for a
    /// database that has lost transactions (I14). Returns true if the change is durable. Call it outside a
    /// transaction.
    [[nodiscard]] bool renewLogEpochs();
    /// From now on until endSnapshot(), all reads see the present state, and nothing is kept in memory.
    void beginSnapshot();
    /// The name under which other connections can read the same state, until endSnapshot(); empty if the
    /// database gives none.
    [[nodiscard]] std::string snapshot();
    /// Returns whether all reads have succeeded.
    [[nodiscard]] bool endSnapshot();
    /// Statistics of the database, with the `largest` largest conversations.
    [[nodiscard]] Expected<Statistics, QString> statistics(std::uint32_t largest);

    void begin() override;
    void hold(const LockSet& lockSet) override;
    [[nodiscard]] bool commit() override;
    [[nodiscard]] bool hasFailed() override;
    void rollback() override;
    [[nodiscard]] bool probe() override;
    void beginReading() override;
    [[nodiscard]] bool endReading() override;

private:
    PostgresStore(DatabaseUrl url, std::unique_ptr<PostgresTables> tables);

    void connectAgain();
    /// Ends the transaction that begin() has begun.
    [[nodiscard]] bool end();

    DatabaseUrl m_url;
    std::unique_ptr<PostgresTables> m_tables;
    postgres::Reconnection m_reconnection;
    QString m_lastFailure;
    bool m_leads = false; ///< over the present connection
    bool m_failNextCommit = false;
    bool m_isCommitUnknown = false;
};

} // namespace tidemark::server
