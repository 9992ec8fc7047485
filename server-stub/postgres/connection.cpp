#include "server-stub/postgres/connection.h"

#include "server-stub/postgres/migrations.h"

#include <QByteArray>
#include <QSqlError>
#include <QSqlQuery>
#include <QStringList>

#include <algorithm>
#include <array>
#include <utility>

namespace tidemark::server::postgres {

namespace {

constexpr int oldestServer = 150000;

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
    " AS wish (name, found, value) WHERE current_setting(name) = found";

/// No limit: if the database waits for its standby, a statement that gives up would count as committed.
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

QVariant bound(const Numbers& numbers)
{
    QString text;
    for (const std::uint64_t number : numbers.values) {
        text += (text.isEmpty() ? QLatin1String() : QLatin1String(","))
                + QString::number(static_cast<qlonglong>(number));
    }
    return QVariant(QString(QLatin1Char('{') + text + QLatin1Char('}')));
}

QVariant bound(const Hexadecimals& bytes)
{
    QStringList texts;
    for (const std::string& value : bytes.values) {
        const auto view = QByteArray::fromRawData(value.data(), static_cast<qsizetype>(value.size()));
        texts.append(QString::fromLatin1(view.toHex()));
    }
    return QVariant(QString(QLatin1Char('{') + texts.join(QLatin1Char(',')) + QLatin1Char('}')));
}

Expected<std::unique_ptr<Connection>, QString> Connection::open(const DatabaseUrl& url, Purpose purpose)
{
    std::unique_ptr<Connection> connection(new Connection(url));
    if (const QString error = connection->prepare(purpose); !error.isEmpty()) {
        return Unexpected(QStringLiteral("%1: %2").arg(url.shown(), error.simplified()));
    }
    return connection;
}

Connection::Connection(const DatabaseUrl& url) : m_driver(url) {}

QString Connection::prepare(Purpose purpose)
{
    if (QString error = m_driver.open(); !error.isEmpty()) {
        return error;
    }
    m_driver.limit(m_driver.answerTimeout());
    QSqlQuery query(m_driver.database());
    if (!query.exec(QStringLiteral("SHOW server_version_num")) || !query.next()) {
        return query.lastError().databaseText();
    }
    if (query.value(0).toString().toInt() < oldestServer) {
        return QStringLiteral("PostgreSQL is older than 15; use 15 or later");
    }
    const auto schema = foundSchema(m_driver.database());
    if (!schema) {
        return schema.error();
    }
    if (*schema < newestSchema()) {
        m_driver.liftLimit(); // a migration may take as long as it needs
        if (QString error = migrate(m_driver.database()); !error.isEmpty()) {
            return error;
        }
        m_driver.limit(m_driver.answerTimeout());
    }
    if (purpose == Purpose::Serve && isCopyUnfinished(m_driver.database())) {
        return QStringLiteral("a database is being copied into this one; if the copying was interrupted, run "
                              "'tidemark-server migrate' again");
    }
    const bool isDone = query.exec(QString::fromLatin1(sessionStatement));
    m_driver.liftLimit();
    return isDone ? QString() : query.lastError().databaseText();
}

bool Connection::isUsable() const
{
    return !m_isOutdated && m_driver.database().isOpen() && !endsConnection(m_health.code);
}

void Connection::fail(const QString& reason)
{
    if (!m_health.failed) {
        m_health = {true, reason};
    }
}

void Connection::noteFailure(const QSqlError& error)
{
    // Qt gives no reason if it knows that the connection is lost.
    const QString reason = error.isValid() ? error.text() : QStringLiteral("the connection is lost");
    m_health = {true, reason, false, error.nativeErrorCode()};
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
    m_driver.limit(limit);
}

void Connection::liftLimit()
{
    m_limit.reset();
    m_driver.liftLimit();
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
        m_driver.limit(*m_limit);
    }
    QSqlQuery query(m_driver.database());
    // The second statement, COMMIT, has a result of its own.
    if (!query.exec(QString::fromLatin1(commitStatements)) || !query.nextResult()) {
        noteFailure(query.lastError());
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

Statement::Run Connection::writeWith(Statement& statement, const std::vector<QVariant>& values)
{
    beginInDatabase();
    return statement.runWith(values);
}

void Connection::beginSnapshot()
{
    m_health = {};
    m_hasBegun = true;
    execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
}

void Connection::writeOnce(const char* statement)
{
    beginInDatabase();
    execute(statement);
}

void Connection::execute(const char* statement)
{
    QSqlQuery query(m_driver.database());
    if (!m_health.failed && !query.exec(QString::fromLatin1(statement))) {
        noteFailure(query.lastError());
    }
}

std::uint64_t Connection::numberOf(const char* statement)
{
    QSqlQuery query(m_driver.database());
    if (m_health.failed) {
        return 0;
    }
    if (!query.exec(QString::fromLatin1(statement)) || !query.next()) {
        noteFailure(query.lastError());
        return 0;
    }
    return static_cast<std::uint64_t>(query.value(0).toLongLong());
}

} // namespace tidemark::server::postgres
