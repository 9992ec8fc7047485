#pragma once

#include "core/base/expected.h"
#include "server-stub/postgres/database_url.h"
#include "server-stub/store/snapshot.h"
#include "server-stub/store/table_store.h"

#include <QDeadlineTimer>
#include <QString>

#include <memory>

namespace tidemark::server {

class PostgresTables;
extern template class TableStore<PostgresTables>;

/// Store in a PostgreSQL database that any number of stores in any processes may use at once. Belongs to the
/// thread that opened it.
///
/// What a transaction holds (hold()) nobody else changes until it ends; a row that it changes without having
/// held it, and that another has changed meanwhile, makes it fail. Whoever appends to a log holds its
/// conversation, so that seqs are given in the order of the commits (I1).
///
/// A commit fails while the database cannot be reached, does not answer, takes no changes, is full or too
/// slow. A connection that is lost, or that no answer comes over (DatabaseUrl::patience()), is made anew, to
/// whichever of the servers of the address takes changes, by the first transaction that wants it, with pauses
/// between attempts. Whether a commit that met the end of its
/// connection was done nobody can say: it counts as failed, and what is tried again has the same uuid (I2).
class PostgresStore final : public TableStore<PostgresTables> {
public:
    /// Makes the tables where the database is empty, and brings its schema up to date. The error, for people,
    /// says why not.
    [[nodiscard]] static Expected<std::unique_ptr<PostgresStore>, QString> open(const QString& url);
    ~PostgresStore() override;
    PostgresStore(const PostgresStore&) = delete;
    PostgresStore& operator=(const PostgresStore&) = delete;

    /// For tests: the next commit rolls back and returns false, like a full disk.
    void failNextCommit() { m_failNextCommit = true; }
    [[nodiscard]] std::string lastFailure() const override { return m_lastFailure.toStdString(); }
    [[nodiscard]] bool isShared() const override { return true; }
    [[nodiscard]] bool isCommitUnknown() const override { return m_isCommitUnknown; }
    /// Whoever has asked first, for as long as its connection lasts.
    [[nodiscard]] bool leads() override;
    [[nodiscard]] std::vector<protocol::Head> heads(const std::vector<ConversationId>& ids) override;
    [[nodiscard]] std::vector<MemberVersion> versions(const std::vector<UserId>& users) override;

    /// Gives every log a new epoch, and every dot a version beyond those that may have been lost, for a
    /// database that has lost transactions (I14); durable when true. Not within a transaction.
    [[nodiscard]] bool renewLogEpochs();
    /// From here to endSnapshot() everything is read as it is now, and nothing is kept in memory.
    void beginSnapshot();
    /// Whether all of it could be read.
    [[nodiscard]] bool endSnapshot();
    /// How much is in the database, with the `largest` largest conversations.
    [[nodiscard]] Expected<Statistics, QString> statistics(std::uint32_t largest);

    void begin() override;
    void hold(const Holding& holding) override;
    [[nodiscard]] bool commit() override;
    void rollback() override;
    [[nodiscard]] bool probe() override;
    void beginReading() override;
    [[nodiscard]] bool endReading() override;

private:
    PostgresStore(DatabaseUrl url, std::unique_ptr<PostgresTables> tables);

    void connectAgain();
    /// Ends what begin() has begun.
    [[nodiscard]] bool end();

    DatabaseUrl m_url;
    QDeadlineTimer m_nextAttempt;
    QString m_lastFailure;
    bool m_leads = false; ///< over this connection
    bool m_failNextCommit = false;
    bool m_isCommitUnknown = false;
};

} // namespace tidemark::server
