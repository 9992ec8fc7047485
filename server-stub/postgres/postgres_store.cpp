#include "server-stub/postgres/postgres_store.h"

#include "server-stub/postgres/session/connection.h"
#include "server-stub/postgres/tables/account_table.h"
#include "server-stub/postgres/tables/age_table.h"
#include "server-stub/postgres/tables/blob_table.h"
#include "server-stub/postgres/tables/conversation_table.h"
#include "server-stub/postgres/tables/count_table.h"
#include "server-stub/postgres/tables/deletion_table.h"
#include "server-stub/postgres/tables/dot_table.h"
#include "server-stub/postgres/tables/draft_table.h"
#include "server-stub/postgres/tables/folder_table.h"
#include "server-stub/postgres/tables/ignore_table.h"
#include "server-stub/postgres/tables/invitation_table.h"
#include "server-stub/postgres/tables/log_table.h"
#include "server-stub/postgres/tables/member_table.h"
#include "server-stub/postgres/tables/reaction_table.h"
#include "server-stub/postgres/tables/receipt_table.h"
#include "server-stub/postgres/tables/schedule_table.h"
#include "server-stub/postgres/tables/statistics.h"
#include "server-stub/postgres/tables/token_table.h"

#include <array>
#include <utility>

namespace tidemark::server {

/// The connection and the tables on it.
class PostgresTables {
public:
    explicit PostgresTables(std::unique_ptr<postgres::Connection> open)
        : connection(std::move(open)), accounts(*connection), tokens(*connection), conversations(*connection),
          blobs(*connection), entries(*connection), counts(*connection, entries),
          log(*connection, {conversations, counts, entries, blobs}), receipts(*connection),
          reactions(*connection, conversations),
          members(*connection, conversations, counts, receipts, reactions, entries), drafts(*connection),
          schedules(*connection), dots(*connection), ages(*connection), ignores(*connection),
          folders(*connection), invitations(*connection), deletions(*connection)
    {
    }
    ~PostgresTables() = default;
    PostgresTables(const PostgresTables&) = delete;
    PostgresTables& operator=(const PostgresTables&) = delete;

    void forgetCached()
    {
        accounts.forget();
        tokens.forget();
        conversations.forget();
        blobs.forget();
        counts.forget();
        entries.forget();
        log.forget();
        members.forget();
        receipts.forget();
        reactions.forget();
        ages.forget();
        ignores.forget();
        folders.forget();
        invitations.forget();
        drafts.forget();
    }

    /// Writes everything that is still to be written. A transaction first locks its rows with hold(), and
    /// these rows come last, in a fixed order, so that transactions cannot deadlock.
    void flush()
    {
        entries.flush();
        conversations.flush();
        blobs.flush();
        accounts.flush();
        tokens.flush();
        ages.flush();
    }

    std::unique_ptr<postgres::Connection> connection;
    postgres::AccountTable accounts;
    postgres::TokenTable tokens;
    postgres::ConversationTable conversations;
    postgres::BlobTable blobs;
    postgres::EntryWriter entries;
    postgres::CountTable counts;
    postgres::LogTable log;
    postgres::ReceiptTable receipts;
    postgres::ReactionTable reactions;
    postgres::MemberTable members;
    postgres::DraftTable drafts;
    postgres::ScheduleTable schedules;
    postgres::DotTable dots;
    postgres::AgeTable ages;
    postgres::IgnoreTable ignores;
    postgres::FolderTable folders;
    postgres::InvitationTable invitations;
    postgres::DeletionTable deletions;
};

Expected<std::unique_ptr<PostgresStore>, QString> PostgresStore::open(const QString& url)
{
    auto parsed = DatabaseUrl::parse(url);
    if (!parsed) {
        return Unexpected(parsed.error());
    }
    auto connection = postgres::Connection::open(*parsed);
    if (!connection) {
        return Unexpected(connection.error());
    }
    // Limit the time of preparing the many statements.
    (*connection)->limit(parsed->answerTimeout());
    auto tables = std::make_unique<PostgresTables>(std::move(connection).value());
    tables->connection->liftLimit();
    if (const auto& health = tables->connection->health(); health.failed) {
        return Unexpected(QStringLiteral("%1: %2").arg(parsed->shown(), health.reason));
    }
    return std::unique_ptr<PostgresStore>(new PostgresStore(std::move(parsed).value(), std::move(tables)));
}

PostgresStore::PostgresStore(DatabaseUrl url, std::unique_ptr<PostgresTables> tables)
    : Store({tables->accounts, tables->tokens, tables->conversations, tables->log, tables->members,
             tables->receipts, tables->reactions, tables->ignores, tables->drafts, tables->schedules,
             tables->folders, tables->invitations, tables->deletions, tables->dots, tables->ages,
             tables->blobs}),
      m_url(std::move(url)), m_tables(std::move(tables))
{
}

PostgresStore::~PostgresStore() = default;

void PostgresStore::connectAgain()
{
    if (m_reconnection.attempt(*m_tables->connection, m_url)) {
        m_tables->accounts.forgetNames();
        m_leads = false;
    } else if (!m_reconnection.error().isEmpty()) {
        m_lastFailure = m_reconnection.error();
    }
}

void PostgresStore::begin()
{
    connectAgain();
    m_tables->forgetCached();
    postgres::Connection& connection = *m_tables->connection;
    const bool isUsable = connection.isUsable();
    connection.begin();
    connection.limit(m_url.answerTimeout());
    if (!isUsable) {
        connection.fail(m_lastFailure.isEmpty() ? QStringLiteral("the connection is lost") : m_lastFailure);
    }
}

bool PostgresStore::leads()
{
    if (!m_leads) {
        // There is one lock for each schema.
        m_leads = m_tables->connection->numberOf(
                      "SELECT pg_try_advisory_lock(8462148, (oid::bigint % 2147483647)::int)::int"
                      " FROM pg_namespace WHERE nspname = current_schema()")
                  == 1;
    }
    return m_leads;
}

void PostgresStore::hold(const LockSet& lockSet)
{
    m_tables->conversations.hold(lockSet.logs);
    m_tables->members.hold(lockSet.members);
    m_tables->members.expect(lockSet.sends);
    m_tables->members.expect(lockSet.readers);
    m_tables->ignores.expect(lockSet.readers);
    m_tables->folders.expect(lockSet.readers);
    m_tables->invitations.expect(lockSet.readers);
    m_tables->drafts.expect(lockSet.drafts);
    m_tables->log.expect(lockSet.sends);
}

bool PostgresStore::commit()
{
    if (std::exchange(m_failNextCommit, false)) {
        m_tables->connection->fail(QStringLiteral("asked to fail"));
    }
    m_tables->flush();
    return end();
}

bool PostgresStore::end()
{
    postgres::Connection& connection = *m_tables->connection;
    const bool isDone = connection.commit();
    m_isCommitUnknown = connection.isCommitUnknown();
    if (isDone) {
        m_tables->forgetCached();
        return true;
    }
    m_lastFailure = connection.health().reason;
    rollback();
    return false;
}

bool PostgresStore::hasFailed()
{
    return m_tables->connection->health().failed;
}

void PostgresStore::rollback()
{
    m_tables->forgetCached();
    m_tables->accounts.forgetNames();
    m_tables->connection->rollback();
}

bool PostgresStore::probe()
{
    begin();
    m_tables->connection->writeOnce("UPDATE server SET newest_dot = newest_dot");
    return commit();
}

void PostgresStore::beginReading()
{
    begin();
}

bool PostgresStore::endReading()
{
    return end();
}

bool PostgresStore::renewLogEpochs()
{
    begin();
    m_tables->connection->liftLimit();
    // An epoch of 0 would mean "none". All dot versions rise above any that may have been lost, together with
    // the seen versions of all users, so that no further dots show. So do the versions of ignored users, of
    // folders and of invitations, also of accounts that had none.
    constexpr std::array statements{
        "SET LOCAL statement_timeout = 0",
        "SET LOCAL lock_timeout = 0",
        // Lock in the same order as servers do.
        "SELECT id FROM conversation ORDER BY id FOR NO KEY UPDATE",
        "UPDATE conversation SET log_epoch = ('x' || encode(uuid_send(gen_random_uuid()), 'hex'))::bit(64)"
        "::bigint | 1",
        "UPDATE server SET newest_dot = newest_dot + 1000000000",
        "UPDATE dot SET version = version + 1000000000",
        "UPDATE seen_dot SET version = version + 1000000000",
        "UPDATE account SET dot_baseline = dot_baseline + 1000000000",
        "INSERT INTO ignore_set (user_id, version) SELECT id, 0 FROM account ON CONFLICT DO NOTHING",
        "UPDATE ignore_set SET version = version + 1000000000",
        "INSERT INTO folder_set (user_id, version) SELECT id, 0 FROM account ON CONFLICT DO NOTHING",
        "UPDATE folder_set SET version = version + 1000000000",
        "INSERT INTO invitation_set (user_id, version) SELECT id, 0 FROM account ON CONFLICT DO NOTHING",
        "UPDATE invitation_set SET version = version + 1000000000",
    };
    for (const char* statement : statements) {
        m_tables->connection->writeOnce(statement);
    }
    return commit();
}

void PostgresStore::beginSnapshot()
{
    connectAgain();
    m_tables->forgetCached();
    m_tables->connection->beginSnapshot();
}

std::string PostgresStore::snapshot()
{
    auto run = m_tables->connection->ask("SELECT pg_export_snapshot()");
    return run.next() ? run.bytes(0) : std::string();
}

bool PostgresStore::endSnapshot()
{
    const bool isDone = !m_tables->connection->health().failed;
    m_lastFailure = m_tables->connection->health().reason;
    rollback();
    return isDone;
}

Expected<Statistics, QString> PostgresStore::statistics(std::uint32_t largest)
{
    return postgres::statisticsOf(*m_tables->connection, largest);
}

} // namespace tidemark::server
