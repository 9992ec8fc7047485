#include "server-stub/postgres/session/connection.h"

#include "server-stub/postgres/session/migrations.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tidemark::server::postgres {

namespace {

constexpr std::uint64_t oldestServer = 150000;

/// Settings that the operator left at their defaults get limits, so that a statement or server that hangs
/// makes others fail instead of wait forever. A server that is cut off from the database loses its locks
/// before other servers give up waiting for them. Acknowledged data is on the disk, and on the standby's disk
/// if the database has one (I12). Each statement finds its rows by an index: a plan made while a table was
/// empty scans the whole table, and would be kept until the database analyzes the table.
constexpr const char* sessionStatement =
    "SELECT set_config(name, value, false) FROM (VALUES"
    " ('statement_timeout', '0', '10s'), ('lock_timeout', '0', '5s'),"
    " ('idle_in_transaction_session_timeout', '0', '3s'), ('jit', 'on', 'off'),"
    " ('enable_seqscan', 'on', 'off'),"
    " ('synchronous_commit', 'off', 'on'), ('synchronous_commit', 'local', 'on'),"
    " ('synchronous_commit', 'remote_write', 'on'))"
    " AS wanted (name, found, value) WHERE current_setting(name) = found";

/// No time limit: a commit that gave up waiting for the standby would count as committed.
constexpr const char* commitStatements = "SET LOCAL statement_timeout = 0; COMMIT";

/// https://www.postgresql.org/docs/15/errcodes-appendix.html
bool endsConnection(const QString& code)
{
    constexpr std::array codes{
        "25006", // read-only transaction: this server has become a standby
        "26000", // no such prepared statement: a connection pooler has given the session to another client
        "57P01", // shut down by an administrator
        "57P02", // another process of the server has crashed
        "57P03", // the server is starting
        "25P03", // the transaction was idle for too long
    };
    return code.startsWith(QLatin1String("08"))
           || std::any_of(codes.begin(), codes.end(),
                          [&code](const char* one) { return code == QLatin1String(one); });
}

} // namespace

Expected<std::unique_ptr<Connection>, QString> Connection::open(const DatabaseUrl& url, Purpose purpose)
{
    auto session = Session::open(url);
    QString error = session ? QString() : session.error();
    if (session) {
        std::unique_ptr<Connection> connection(new Connection(std::move(session).value()));
        error = connection->prepare(purpose, url.answerTimeout());
        if (error.isEmpty()) {
            return connection;
        }
    }
    return Unexpected(QStringLiteral("%1: %2").arg(url.shown(), error));
}

QString Connection::prepare(Purpose purpose, std::chrono::milliseconds answerTimeout)
{
    m_session->limit(answerTimeout);
    const std::uint64_t version = numberOf("SELECT current_setting('server_version_num')::int");
    if (m_health.failed) {
        return m_health.reason;
    }
    if (version < oldestServer) {
        return QStringLiteral("PostgreSQL is older than 15; use 15 or later");
    }
    const auto schema = foundSchema(*m_session);
    if (!schema) {
        return schema.error();
    }
    if (*schema < newestSchema()) {
        m_session->liftLimit(); // a migration may take as long as it needs
        if (QString error = migrate(*m_session); !error.isEmpty()) {
            return error;
        }
        m_session->limit(answerTimeout);
    }
    if (purpose == Purpose::Serve && isCopyUnfinished(*m_session)) {
        return QStringLiteral("a database is being copied into this one; if the copying was interrupted, run "
                              "'tidemark-server migrate' again");
    }
    execute(sessionStatement);
    m_session->liftLimit();
    return m_health.reason;
}

Statement Connection::statement(const std::string& text)
{
    m_texts.push_back(text);
    return {*m_session, "s" + std::to_string(m_texts.size()), text, m_health};
}

QString Connection::reconnect(const DatabaseUrl& url)
{
    auto opened = open(url);
    if (!opened) {
        return opened.error();
    }
    Connection& fresh = **opened;
    fresh.limit(url.answerTimeout());
    for (const std::string& text : m_texts) {
        static_cast<void>(fresh.statement(text)); // under the same name as here
    }
    fresh.liftLimit();
    if (fresh.m_health.failed) {
        return QStringLiteral("%1: %2").arg(url.shown(), fresh.m_health.reason);
    }
    *m_session = std::move(*fresh.m_session);
    m_health = {};
    m_hasBegun = false;
    m_isOutdated = false;
    return {};
}

bool Connection::isUsable() const
{
    return !m_isOutdated && m_session->isOpen() && !endsConnection(m_health.code);
}

void Connection::fail(const QString& reason)
{
    m_health.note({reason});
}

void Connection::begin()
{
    m_isWanted = true;
    m_health = {};
}

void Connection::beginInDatabase()
{
    if (m_isWanted && !m_health.failed && !std::exchange(m_hasBegun, true)) {
        execute("BEGIN ISOLATION LEVEL READ COMMITTED");
    }
}

void Connection::limit(std::chrono::milliseconds limit)
{
    m_limit = limit;
    m_session->limit(limit);
}

void Connection::liftLimit()
{
    m_limit.reset();
    m_session->liftLimit();
}

bool Connection::commit()
{
    m_isWanted = false;
    m_isCommitUnknown = false;
    if (m_health.failed) {
        return false;
    }
    if (!m_hasBegun) {
        liftLimit();
        return true;
    }
    if (m_limit) {
        m_session->limit(*m_limit);
    }
    const Session::Outcome done = m_session->run(commitStatements);
    if (!done || done->tag() != "COMMIT") {
        m_health.note(done ? Failure{QStringLiteral("the database did not commit")} : done.error());
        m_isOutdated = true; // the state of the connection is unknown
        m_isCommitUnknown = true;
        return false;
    }
    m_hasBegun = false;
    liftLimit();
    return true;
}

void Connection::rollback()
{
    m_isOutdated = !isUsable();
    m_isWanted = false;
    m_health = {};
    if (std::exchange(m_hasBegun, false) && !m_isOutdated) {
        execute("ROLLBACK");
        m_isOutdated = m_health.failed;
        m_health = {};
    }
    liftLimit();
}

Statement::Run Connection::writeWith(Statement& statement, const std::vector<Value>& values)
{
    beginInDatabase();
    return statement.runWith(values);
}

void Connection::beginSnapshot(const std::string& other)
{
    m_health = {};
    m_hasBegun = true;
    execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    if (!other.empty()) {
        execute("SET TRANSACTION SNAPSHOT '" + other + '\'');
    }
    execute("SET LOCAL idle_in_transaction_session_timeout = 0"); // it locks nothing
}

void Connection::writeOnce(const std::string& statement)
{
    beginInDatabase();
    execute(statement);
}

void Connection::execute(const std::string& statement)
{
    static_cast<void>(ask(statement));
}

Statement::Run Connection::ask(const std::string& statement, const std::vector<Value>& values)
{
    return {m_health.failed ? Session::Outcome(Result()) : m_session->query(statement, values), m_health};
}

std::uint64_t Connection::numberOf(const std::string& statement)
{
    Statement::Run run = ask(statement);
    return run.next() ? run.number(0) : 0;
}

} // namespace tidemark::server::postgres
