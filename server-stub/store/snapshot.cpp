#include "server-stub/store/snapshot.h"

#include "core/system/sql_connection.h"
#include "server-stub/store/database_kind.h"
#include "server-stub/store/migrations.h"

#include <QFile>
#include <QFileInfo>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QUuid>
#include <QVariant>

#include <fcntl.h>
#include <unistd.h>

#include <utility>

namespace tidemark::server {
namespace {

QString named()
{
    return QStringLiteral("tidemark-snapshot-") + QUuid::createUuid().toString(QUuid::WithoutBraces);
}

} // namespace

class Snapshot::Handle {
public:
    explicit Handle(const QString& path, const QString& options)
        : m_name(named()), m_database(addSqlConnection(QStringLiteral("QSQLITE"), m_name))
    {
        m_database.setDatabaseName(path);
        m_database.setConnectOptions(options);
    }
    ~Handle()
    {
        m_database.close();
        m_database = QSqlDatabase();
        QSqlDatabase::removeDatabase(m_name);
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    [[nodiscard]] QSqlDatabase& database() { return m_database; }

    /// Returns the error's text; empty if it succeeds.
    [[nodiscard]] QString execute(const QString& statement)
    {
        QSqlQuery query(m_database);
        return query.exec(statement) ? QString() : query.lastError().text();
    }
    /// Returns the first column of the first row, or 0 and notes an error if there is none.
    [[nodiscard]] std::uint64_t number(const char* statement)
    {
        QSqlQuery query(m_database);
        if (!query.exec(QString::fromLatin1(statement)) || !query.next()) {
            m_error = query.lastError().text();
            return 0;
        }
        return query.value(0).toULongLong();
    }
    [[nodiscard]] std::vector<Statistics::Conversation> largest(std::uint32_t count);
    /// The error of number() or largest(); empty if there is none.
    [[nodiscard]] const QString& error() const { return m_error; }

private:
    QString m_name;
    QSqlDatabase m_database;
    QString m_error;
};

std::vector<Statistics::Conversation> Snapshot::Handle::largest(std::uint32_t count)
{
    QSqlQuery query(m_database);
    query.prepare(
        QStringLiteral("SELECT c.id, c.kind, c.title,"
                       " COALESCE((SELECT MAX(seq) FROM entry WHERE conversation = c.id), 0) AS entries,"
                       " (SELECT COUNT(*) FROM member WHERE conversation = c.id AND is_member = 1)"
                       " FROM conversation c ORDER BY entries DESC, c.id LIMIT ?"));
    query.addBindValue(count);
    std::vector<Statistics::Conversation> found;
    if (!query.exec()) {
        m_error = query.lastError().text();
    }
    while (query.next()) {
        found.push_back({ConversationId(query.value(0).toULongLong()),
                         static_cast<ConversationKind>(query.value(1).toUInt()),
                         query.value(2).toString().toStdString(), query.value(3).toULongLong(),
                         query.value(4).toULongLong()});
    }
    return found;
}

Snapshot::Snapshot(std::unique_ptr<Handle> handle) : m_handle(std::move(handle)) {}

Snapshot::~Snapshot() = default;

Expected<Snapshot, QString> Snapshot::open(const QString& path)
{
    auto handle =
        std::make_unique<Handle>(path, QStringLiteral("QSQLITE_OPEN_READONLY;QSQLITE_BUSY_TIMEOUT=5000"));
    const auto refused = [&path](const QString& why) {
        return Unexpected(QStringLiteral("%1: %2").arg(path, why));
    };
    const QFileInfo file(path);
    if (!file.isFile()) {
        return refused(QStringLiteral("the file does not exist"));
    }
    // Ask with all the rights of this process: QFileInfo ignores capabilities.
    if (::faccessat(AT_FDCWD, QFile::encodeName(path).constData(), R_OK, AT_EACCESS) != 0) {
        return refused(QStringLiteral("cannot be read: check the permissions"));
    }
    if (file.size() == 0) {
        return refused(QStringLiteral("the file is empty"));
    }
    if (!handle->database().open()) {
        return refused(handle->database().lastError().text());
    }
    if (const QString wrong = whyNotOurs(handle->database()); !wrong.isEmpty()) {
        return refused(wrong);
    }
    if (const auto newer = refuseNewer(handle->database())) {
        return refused(*newer);
    }
    if (handle->number("PRAGMA user_version") == 0) {
        return refused(QStringLiteral("the database is empty"));
    }
    return Snapshot(std::move(handle));
}

QString Snapshot::copyTo(const QString& file)
{
    QString quoted = file;
    quoted.replace(QLatin1Char('\''), QStringLiteral("''"));
    return m_handle->execute(QStringLiteral("VACUUM INTO '%1'").arg(quoted));
}

Expected<Statistics, QString> Snapshot::statistics(std::uint32_t largest)
{
    if (const QString error = m_handle->execute(QStringLiteral("BEGIN")); !error.isEmpty()) {
        return Unexpected(error);
    }
    Statistics found;
    // Account 0 is the server itself.
    found.users = m_handle->number("SELECT COUNT(*) FROM account WHERE id > 0");
    found.disabledUsers = m_handle->number("SELECT COUNT(*) FROM account WHERE id > 0 AND disabled <> 0");
    found.devices = m_handle->number("SELECT COUNT(*) FROM token");
    found.directs = m_handle->number("SELECT COUNT(*) FROM conversation WHERE kind = 0");
    found.groups = m_handle->number("SELECT COUNT(*) FROM conversation WHERE kind = 1");
    found.channels = m_handle->number("SELECT COUNT(*) FROM conversation WHERE kind = 2");
    // Logs have no gaps (I1).
    found.entries =
        m_handle->number("SELECT COALESCE(SUM((SELECT MAX(seq) FROM entry WHERE conversation = c.id)), 0)"
                         " FROM conversation c");
    if (m_handle->number("SELECT COUNT(*) FROM sqlite_master WHERE name = 'blob'") != 0) { // else older
        found.files = m_handle->number("SELECT COUNT(*) FROM blob");
        found.fileBytes = m_handle->number("SELECT COALESCE(SUM(size), 0) FROM blob");
    }
    found.bytes =
        m_handle->number("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()");
    found.largest = m_handle->largest(largest);
    static_cast<void>(m_handle->execute(QStringLiteral("ROLLBACK")));
    if (!m_handle->error().isEmpty()) {
        return Unexpected(m_handle->error());
    }
    return found;
}

} // namespace tidemark::server
