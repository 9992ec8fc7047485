#include "core/store/file/database.h"

#include "core/store/file/statement.h"
#include "core/system/sql_connection.h"

#include <QCoreApplication>
#include <QSqlError>
#include <QSqlQuery>
#include <QUuid>

namespace tidemark {

namespace {

class DatabaseText {
    Q_DECLARE_TR_FUNCTIONS(DatabaseText)
};

// Result codes of SQLite, https://www.sqlite.org/rescode.html; the low byte is the primary code.
enum ResultCode : int {
    Busy = 5,
    Locked = 6,
    ReadOnly = 8,
    Corrupt = 11,
    Full = 13,
    CannotOpen = 14,
    NotADatabase = 26,
    ShortRead = 522, ///< the file ends before the page
};

QString openOptions(Database::Mode mode)
{
    return mode == Database::Mode::ReadOnly ? QStringLiteral("QSQLITE_OPEN_READONLY") : QString();
}

} // namespace

/// The statements that every transaction needs, kept prepared.
struct Database::Transactions {
    explicit Transactions(Database& database)
        : begin(database, "BEGIN IMMEDIATE"), commit(database, "COMMIT"), rollback(database, "ROLLBACK")
    {
    }

    Statement begin;
    Statement commit;
    Statement rollback;
};

StoreError toStoreError(const QSqlError& error)
{
    using Code = StoreError::Code;
    const int result = error.nativeErrorCode().toInt();
    if (result == ResultCode::ShortRead) {
        return {Code::Corrupt,
                DatabaseText::tr("The local database is damaged (%1).").arg(error.databaseText())};
    }
    switch (result & 0xff) {
    case ResultCode::Busy:
    case ResultCode::Locked:
        return {Code::InUse, DatabaseText::tr("The local database is in use by another program.")};
    case ResultCode::ReadOnly:
    case ResultCode::CannotOpen:
        return {Code::NotWritable,
                DatabaseText::tr("The local database cannot be written (%1).").arg(error.databaseText())};
    case ResultCode::Full:
        return {Code::DiskFull,
                DatabaseText::tr("The disk is full. Nothing new is saved until you free up space.")};
    case ResultCode::Corrupt:
    case ResultCode::NotADatabase:
        return {Code::Corrupt,
                DatabaseText::tr("The local database is damaged (%1).").arg(error.databaseText())};
    default:
        return {Code::Io,
                DatabaseText::tr(
                    "The local database cannot be read or written (%1). The disk may be full or failing.")
                    .arg(error.databaseText())};
    }
}

Expected<std::unique_ptr<Database>, StoreError> Database::open(const QString& path, Mode mode)
{
    const QString name = QUuid::createUuid().toString(QUuid::WithoutBraces);
    std::unique_ptr<Database> database(new Database(addSqlConnection(QStringLiteral("QSQLITE"), name)));
    database->m_connection.setDatabaseName(path);
    database->m_connection.setConnectOptions(openOptions(mode));
    if (!database->m_connection.open()) {
        return Unexpected(toStoreError(database->m_connection.lastError()));
    }
    if (!database->configure(mode)) {
        return Unexpected(database->takeError());
    }
    return database;
}

Database::Database(const QSqlDatabase& connection)
    : m_connection(connection), m_transactions(std::make_unique<Transactions>(*this))
{
}

Database::~Database()
{
    const QString name = m_connection.connectionName();
    m_transactions.reset();
    m_connection.close();
    m_connection = QSqlDatabase();
    QSqlDatabase::removeDatabase(name);
}

bool Database::configure(Mode mode)
{
    bool done = run(QStringLiteral("PRAGMA busy_timeout = 2000"))
                && run(QStringLiteral("PRAGMA foreign_keys = ON"))
                && run(QStringLiteral("PRAGMA temp_store = MEMORY"));
    if (done && mode == Mode::ReadWrite) {
        done = run(QStringLiteral("PRAGMA journal_mode = WAL"))
               && run(QStringLiteral("PRAGMA synchronous = NORMAL"))
               && run(QStringLiteral("PRAGMA journal_size_limit = 8388608"));
    }
    return done;
}

bool Database::run(const QString& sql)
{
    if (isTransactionLost()) {
        return false;
    }
    QSqlQuery query(m_connection);
    if (query.exec(sql)) {
        return true;
    }
    noteError(query.lastError());
    return false;
}

std::int64_t Database::number(const QString& sql)
{
    QSqlQuery query(m_connection);
    if (!query.exec(sql) || !query.next()) {
        noteError(query.lastError());
        return 0;
    }
    return query.value(0).toLongLong();
}

QString Database::word(const QString& sql)
{
    QSqlQuery query(m_connection);
    if (!query.exec(sql) || !query.next()) {
        noteError(query.lastError());
        return {};
    }
    return query.value(0).toString();
}

void Database::setWaitForDisk(bool wait)
{
    if (wait != m_waitsForDisk
        && run(wait ? QStringLiteral("PRAGMA synchronous = FULL")
                    : QStringLiteral("PRAGMA synchronous = NORMAL"))) {
        m_waitsForDisk = wait;
    }
}

bool Database::begin()
{
    m_isInTransaction = Run(m_transactions->begin).succeeded();
    return m_isInTransaction;
}

bool Database::commit()
{
    if (!hasFailed() && Run(m_transactions->commit).succeeded()) {
        m_isInTransaction = false;
        return true;
    }
    rollback();
    return false;
}

void Database::rollback()
{
    m_isInTransaction = false;
    // SQLite has already rolled back after some failures. Then this statement fails too; ignore that, because
    // the first error is kept.
    Run run(m_transactions->rollback);
}

StoreError Database::takeError()
{
    return std::exchange(m_error, StoreError{});
}

void Database::noteError(const QSqlError& error)
{
    if (!hasFailed()) {
        m_error = toStoreError(error);
    }
}

} // namespace tidemark
