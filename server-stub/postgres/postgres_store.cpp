#include "server-stub/postgres/postgres_store.h"

#include "server-stub/postgres/session/connection.h"
#include "server-stub/postgres/tables/account_table.h"
#include "server-stub/postgres/tables/age_table.h"
#include "server-stub/postgres/tables/conversation_table.h"
#include "server-stub/postgres/tables/count_table.h"
#include "server-stub/postgres/tables/dot_table.h"
#include "server-stub/postgres/tables/log_table.h"
#include "server-stub/postgres/tables/member_table.h"
#include "server-stub/postgres/tables/receipt_table.h"
#include "server-stub/postgres/tables/statistics.h"
#include "server-stub/postgres/tables/token_table.h"
#include "server-stub/store/table_store_calls.h"

#include <QElapsedTimer>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace tidemark::server {
namespace {

constexpr qint64 shortestPauseMs = 1000;
/// The pause after a failed attempt is this many times the attempt's duration: if a server does not answer,
/// clients do not wait for it most of the time.
constexpr qint64 pauseForAttempt = 4;

} // namespace

/// The connection and the tables on it.
class PostgresTables {
public:
    explicit PostgresTables(std::unique_ptr<postgres::Connection> open)
        : connection(std::move(open)), accounts(*connection), tokens(*connection), conversations(*connection),
          entries(*connection), counts(*connection, entries),
          log(*connection, conversations, counts, entries), receipts(*connection),
          members(*connection, conversations, counts, receipts, entries), dots(*connection), ages(*connection)
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
        counts.forget();
        entries.forget();
        log.forget();
        members.forget();
        receipts.forget();
        ages.forget();
    }

    /// Writes everything that is still to be written. A transaction first locks its rows with hold(), and
    /// these rows come last, in a fixed order, so that transactions cannot deadlock.
    void flush()
    {
        entries.flush();
        conversations.flush();
        accounts.flush();
        tokens.flush();
        ages.flush();
    }

    std::unique_ptr<postgres::Connection> connection;
    postgres::AccountTable accounts;
    postgres::TokenTable tokens;
    postgres::ConversationTable conversations;
    postgres::EntryWriter entries;
    postgres::CountTable counts;
    postgres::LogTable log;
    postgres::ReceiptTable receipts;
    postgres::MemberTable members;
    postgres::DotTable dots;
    postgres::AgeTable ages;
};

template class TableStore<PostgresTables>;

namespace {

Expected<std::unique_ptr<PostgresTables>, QString> connectedTables(const DatabaseUrl& url)
{
    auto connection = postgres::Connection::open(url);
    if (!connection) {
        return Unexpected(connection.error());
    }
    // Limit the time of preparing the many statements.
    (*connection)->limit(url.answerTimeout());
    auto tables = std::make_unique<PostgresTables>(std::move(connection).value());
    tables->connection->liftLimit();
    if (const auto& health = tables->connection->health(); health.failed) {
        return Unexpected(QStringLiteral("%1: %2").arg(url.shown(), health.reason));
    }
    return tables;
}

} // namespace

Expected<std::unique_ptr<PostgresStore>, QString> PostgresStore::open(const QString& url)
{
    auto parsed = DatabaseUrl::parse(url);
    if (!parsed) {
        return Unexpected(parsed.error());
    }
    auto tables = connectedTables(*parsed);
    if (!tables) {
        return Unexpected(tables.error());
    }
    return std::unique_ptr<PostgresStore>(
        new PostgresStore(std::move(parsed).value(), std::move(tables).value()));
}

PostgresStore::PostgresStore(DatabaseUrl url, std::unique_ptr<PostgresTables> tables)
    : TableStore(std::move(tables)), m_url(std::move(url))
{
}

PostgresStore::~PostgresStore() = default;

void PostgresStore::connectAgain()
{
    if (tables().connection->isUsable() || !m_nextAttempt.hasExpired()) {
        return;
    }
    QElapsedTimer timer;
    timer.start();
    if (auto connected = connectedTables(m_url)) {
        replaceTables(std::move(connected).value());
        m_leads = false;
    } else {
        m_lastFailure = connected.error();
        m_nextAttempt.setRemainingTime(std::max(shortestPauseMs, pauseForAttempt * timer.elapsed()));
    }
}

void PostgresStore::begin()
{
    connectAgain();
    tables().forgetCached();
    postgres::Connection& connection = *tables().connection;
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
        m_leads = tables().connection->numberOf(
                      "SELECT pg_try_advisory_lock(8462148, (oid::bigint % 2147483647)::int)::int"
                      " FROM pg_namespace WHERE nspname = current_schema()")
                  == 1;
    }
    return m_leads;
}

std::optional<AccountRecord> PostgresStore::holdAccount(UserId id)
{
    return tables().accounts.hold(id);
}

std::vector<protocol::Head> PostgresStore::heads(const std::vector<ConversationId>& ids)
{
    return tables().conversations.heads(ids);
}

std::vector<MemberVersion> PostgresStore::versions(const std::vector<UserId>& users)
{
    return tables().members.versions(users);
}

void PostgresStore::hold(const LockSet& lockSet)
{
    tables().conversations.hold(lockSet.logs);
    tables().members.hold(lockSet.members);
    tables().members.expect(lockSet.sends);
    tables().members.expect(lockSet.readers);
    tables().log.expect(lockSet.sends);
}

bool PostgresStore::commit()
{
    if (std::exchange(m_failNextCommit, false)) {
        tables().connection->fail(QStringLiteral("asked to fail"));
    }
    tables().flush();
    return end();
}

bool PostgresStore::end()
{
    postgres::Connection& connection = *tables().connection;
    const bool isDone = connection.commit();
    m_isCommitUnknown = connection.isCommitUnknown();
    if (isDone) {
        tables().forgetCached();
        return true;
    }
    m_lastFailure = connection.health().reason;
    rollback();
    return false;
}

bool PostgresStore::hasFailed()
{
    return tables().connection->health().failed;
}

void PostgresStore::rollback()
{
    tables().forgetCached();
    tables().accounts.forgetNames();
    tables().connection->rollback();
}

bool PostgresStore::probe()
{
    begin();
    tables().connection->writeOnce("UPDATE server SET newest_dot = newest_dot");
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
    tables().connection->liftLimit();
    // An epoch of 0 would mean "none". All dot versions rise above any that may have been lost, together with
    // the seen versions of all users, so that no further dots show.
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
    };
    for (const char* statement : statements) {
        tables().connection->writeOnce(statement);
    }
    return commit();
}

void PostgresStore::beginSnapshot()
{
    connectAgain();
    tables().forgetCached();
    tables().connection->beginSnapshot();
}

bool PostgresStore::endSnapshot()
{
    const bool isDone = !tables().connection->health().failed;
    m_lastFailure = tables().connection->health().reason;
    rollback();
    return isDone;
}

Expected<Statistics, QString> PostgresStore::statistics(std::uint32_t largest)
{
    return postgres::statisticsOf(*tables().connection, largest);
}

} // namespace tidemark::server
