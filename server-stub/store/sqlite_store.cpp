#include "server-stub/store/sqlite_store.h"

#include "server-stub/store/connection.h"
#include "server-stub/store/migrations.h"
#include "server-stub/store/tables/account_table.h"
#include "server-stub/store/tables/age_table.h"
#include "server-stub/store/tables/blob_table.h"
#include "server-stub/store/tables/conversation_table.h"
#include "server-stub/store/tables/deletion_table.h"
#include "server-stub/store/tables/dot_table.h"
#include "server-stub/store/tables/draft_table.h"
#include "server-stub/store/tables/folder_table.h"
#include "server-stub/store/tables/ignore_table.h"
#include "server-stub/store/tables/invitation_table.h"
#include "server-stub/store/tables/log_table.h"
#include "server-stub/store/tables/member_table.h"
#include "server-stub/store/tables/reaction_table.h"
#include "server-stub/store/tables/receipt_table.h"
#include "server-stub/store/tables/schedule_table.h"
#include "server-stub/store/tables/token_table.h"

#include <QFile>

#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

namespace tidemark::server {
namespace {

/// Whether the disk that holds `path` has `bytes` left; true if that cannot be found out.
bool hasRoom(const QString& path, std::uintmax_t bytes)
{
    std::error_code error;
    const std::filesystem::space_info space =
        std::filesystem::space(QFile::encodeName(path).toStdString(), error);
    return error || space.capacity == 0 || space.available >= bytes;
}

} // namespace

/// The connection and the tables on it. Their statements must be destroyed before the connection.
class SqliteTables {
public:
    explicit SqliteTables(std::unique_ptr<Connection> open)
        : connection(std::move(open)), accounts(*connection), tokens(*connection), conversations(*connection),
          blobs(*connection), log(*connection, conversations, blobs), members(*connection, conversations),
          receipts(*connection), reactions(*connection, conversations), ignores(*connection),
          drafts(*connection), schedules(*connection), folders(*connection), invitations(*connection),
          deletions(*connection), dots(*connection), ages(*connection)
    {
    }

    void forgetCached()
    {
        accounts.forgetCached();
        conversations.forgetCached();
        log.forgetCached();
        members.forgetCached();
        ignores.forgetCached();
    }

    std::unique_ptr<Connection> connection;
    AccountTable accounts;
    TokenTable tokens;
    ConversationTable conversations;
    BlobTable blobs;
    LogTable log;
    MemberTable members;
    ReceiptTable receipts;
    ReactionTable reactions;
    IgnoreTable ignores;
    DraftTable drafts;
    ScheduleTable schedules;
    FolderTable folders;
    InvitationTable invitations;
    DeletionTable deletions;
    DotTable dots;
    AgeTable ages;
};

Expected<std::unique_ptr<SqliteStore>, QString> SqliteStore::open(const QString& path,
                                                                  std::uintmax_t leastRoom)
{
    auto connection = Connection::open(path);
    if (!connection) {
        return Unexpected(connection.error());
    }
    auto tables = std::make_unique<SqliteTables>(std::move(connection).value());
    if (tables->connection->health().failed) {
        return Unexpected(QStringLiteral("%1: %2").arg(path, tables->connection->health().reason));
    }
    return std::unique_ptr<SqliteStore>(new SqliteStore(std::move(tables), path, leastRoom));
}

SqliteStore::SqliteStore(std::unique_ptr<SqliteTables> tables, QString path, std::uintmax_t leastRoom)
    : Store({tables->accounts, tables->tokens, tables->conversations, tables->log, tables->members,
             tables->receipts, tables->reactions, tables->ignores, tables->drafts, tables->schedules,
             tables->folders, tables->invitations, tables->deletions, tables->dots, tables->ages,
             tables->blobs}),
      m_tables(std::move(tables)), m_path(std::move(path)), m_leastRoom(leastRoom)
{
}

SqliteStore::~SqliteStore() = default;

bool SqliteStore::renewLogEpochs()
{
    begin();
    // An epoch of 0 would mean "none". All dot versions rise above any that may have been lost, together with
    // the seen versions of all users, so that no further dots show. So do the versions of ignored users, of
    // folders and of invitations, also of accounts that had none.
    constexpr std::array statements{
        "UPDATE conversation SET log_epoch = random() | 1",
        "UPDATE dot SET version = -(version + 1000000000)",
        "UPDATE dot SET version = -version",
        "UPDATE seen_dot SET version = version + 1000000000",
        "UPDATE account SET dot_baseline = dot_baseline + 1000000000",
        "INSERT INTO ignore_set (user, version) SELECT id, 0 FROM account WHERE id > 0"
        " ON CONFLICT (user) DO NOTHING",
        "UPDATE ignore_set SET version = version + 1000000000",
        "INSERT INTO folder_set (user, version) SELECT id, 0 FROM account WHERE id > 0"
        " ON CONFLICT (user) DO NOTHING",
        "UPDATE folder_set SET version = version + 1000000000",
        "INSERT INTO invitation_set (user, version) SELECT id, 0 FROM account WHERE id > 0"
        " ON CONFLICT (user) DO NOTHING",
        "UPDATE invitation_set SET version = version + 1000000000",
    };
    for (const char* statement : statements) {
        m_tables->connection->executeInHealth(statement);
    }
    m_tables->forgetCached();
    return commit();
}

std::uint64_t SqliteStore::rowsWritten()
{
    return m_tables->connection->rowsWritten();
}

QString SqliteStore::damage(bool thorough)
{
    return m_tables->connection->damage(thorough);
}

bool SqliteStore::endJournal()
{
    return m_tables->connection->endJournal();
}

void SqliteStore::begin()
{
    StatementHealth& health = m_tables->connection->health();
    health = {};
    if (m_isDamaged) {
        health = {.failed = true, .reason = m_lastFailure, .isDamage = true};
        return;
    }
    m_tables->connection->executeInHealth("BEGIN IMMEDIATE");
}

bool SqliteStore::commit()
{
    StatementHealth& health = m_tables->connection->health();
    if (std::exchange(m_failNextCommit, false)) {
        health = {true, QStringLiteral("asked to fail")};
    }
    m_tables->connection->executeInHealth("COMMIT");
    if (!health.failed) {
        return true;
    }
    m_lastFailure = health.reason;
    m_isDamaged = health.isDamage;
    rollback();
    return false;
}

bool SqliteStore::hasFailed()
{
    return m_tables->connection->health().failed;
}

void SqliteStore::rollback()
{
    m_tables->forgetCached();
    // This fails if SQLite has already rolled back by itself, as it does when the disk is full.
    static_cast<void>(m_tables->connection->execute("ROLLBACK"));
    m_tables->connection->health() = {};
}

bool SqliteStore::probe()
{
    begin();
    // This writes a page even if the value stays the same.
    const QByteArray statement = "PRAGMA user_version = " + QByteArray::number(newestSchema());
    m_tables->connection->executeInHealth(statement.constData());
    if (!commit()) {
        return false;
    }
    if (hasRoom(m_path, m_leastRoom)) {
        return true;
    }
    m_lastFailure = QStringLiteral("the disk is full");
    return false;
}

bool SqliteStore::endReading()
{
    return !m_tables->connection->health().failed;
}

} // namespace tidemark::server
