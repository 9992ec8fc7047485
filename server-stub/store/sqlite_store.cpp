#include "server-stub/store/sqlite_store.h"

#include "server-stub/store/account_table.h"
#include "server-stub/store/connection.h"
#include "server-stub/store/conversation_table.h"
#include "server-stub/store/dot_table.h"
#include "server-stub/store/log_table.h"
#include "server-stub/store/member_table.h"
#include "server-stub/store/migrations.h"

#include <QFile>

#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

namespace tidemark::server {
namespace {

/// Whether the disk that `path` is on has `bytes` left, as far as that can be told.
bool hasRoom(const QString& path, std::uintmax_t bytes)
{
    std::error_code error;
    const std::filesystem::space_info space =
        std::filesystem::space(QFile::encodeName(path).toStdString(), error);
    return error || space.capacity == 0 || space.available >= bytes;
}

} // namespace

/// The connection and what lies on it. Statements go before the connection.
class SqliteTables {
public:
    explicit SqliteTables(std::unique_ptr<Connection> open)
        : connection(std::move(open)), accounts(*connection), conversations(*connection),
          log(*connection, conversations), members(*connection, conversations), dots(*connection)
    {
    }

    void forgetCached()
    {
        accounts.forgetCached();
        conversations.forgetCached();
        log.forgetCached();
        members.forgetCached();
    }

    std::unique_ptr<Connection> connection;
    AccountTable accounts;
    ConversationTable conversations;
    LogTable log;
    MemberTable members;
    DotTable dots;
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
    : m_tables(std::move(tables)), m_path(std::move(path)), m_leastRoom(leastRoom)
{
}

SqliteStore::~SqliteStore() = default;

bool SqliteStore::renewLogEpochs()
{
    begin();
    // An epoch of 0 is none. Dots rise beyond every version that may have been lost, for all alike: no more
    // of them show than before.
    constexpr std::array statements{
        "UPDATE conversation SET log_epoch = random() | 1",
        "UPDATE dot SET version = -(version + 1000000000)",
        "UPDATE dot SET version = -version",
        "UPDATE seen_dot SET version = version + 1000000000",
        "UPDATE account SET dot_baseline = dot_baseline + 1000000000",
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
        health = {true, m_lastFailure, true};
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

void SqliteStore::rollback()
{
    m_tables->forgetCached();
    // Fails when SQLite itself has rolled back already, as it does when the disk is full.
    static_cast<void>(m_tables->connection->execute("ROLLBACK"));
    m_tables->connection->health() = {};
}

bool SqliteStore::probe()
{
    begin();
    // Writes a page, whatever stands there.
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

std::optional<AccountRecord> SqliteStore::accountByName(std::string_view name)
{
    return m_tables->accounts.byName(name);
}

std::optional<AccountRecord> SqliteStore::account(UserId id)
{
    return m_tables->accounts.byId(id);
}

std::vector<User> SqliteStore::users(const std::vector<UserId>& ids)
{
    return m_tables->accounts.users(ids);
}

UserId SqliteStore::insertAccount(std::string_view name, std::string_view passwordHash)
{
    return m_tables->accounts.insert(name, passwordHash);
}

std::vector<AccountRecord> SqliteStore::accountsAfter(UserId after, std::uint32_t limit)
{
    return m_tables->accounts.after(after, limit);
}

void SqliteStore::putPasswordHash(UserId id, std::string_view passwordHash)
{
    m_tables->accounts.putPasswordHash(id, passwordHash);
}

void SqliteStore::putDisabled(UserId id, bool disabled)
{
    m_tables->accounts.putDisabled(id, disabled);
}

void SqliteStore::putContact(UserId id, UnixMs at)
{
    m_tables->accounts.putContact(id, at);
}

void SqliteStore::putAccountSettings(UserId id, const AccountSettings& settings)
{
    m_tables->accounts.putSettings(id, settings);
}

void SqliteStore::putToken(const TokenHash& hash, UserId user, DeviceId device, std::string_view deviceName,
                           UnixMs at)
{
    m_tables->accounts.putToken(hash, user, device, deviceName, at);
}

std::optional<TokenRecord> SqliteStore::token(const TokenHash& hash)
{
    return m_tables->accounts.token(hash);
}

void SqliteStore::putNextToken(const TokenHash& hash, const TokenHash& next, std::string_view salt)
{
    m_tables->accounts.putNextToken(hash, next, salt);
}

void SqliteStore::adoptNextToken(const TokenHash& next, UnixMs at)
{
    m_tables->accounts.adoptNextToken(next, at);
}

void SqliteStore::removeToken(const TokenHash& hash)
{
    m_tables->accounts.removeToken(hash);
}

void SqliteStore::removeDevice(UserId user, DeviceId device)
{
    m_tables->accounts.removeDevice(user, device);
}

void SqliteStore::removeDevices(UserId user)
{
    m_tables->accounts.removeDevices(user);
}

std::vector<DeviceRecord> SqliteStore::devices(UserId user)
{
    return m_tables->accounts.devices(user);
}

void SqliteStore::putDevice(const TokenHash& hash, const DeviceRecord& record)
{
    m_tables->accounts.putDevice(hash, record);
}

ConversationId SqliteStore::insertConversation(const ConversationRecord& record, MessageUuid creationUuid)
{
    return m_tables->conversations.insert(record, creationUuid);
}

std::optional<ConversationRecord> SqliteStore::conversation(ConversationId id)
{
    const ConversationRecord* record = m_tables->conversations.find(id);
    return record == nullptr ? std::nullopt : std::optional(*record);
}

std::optional<ConversationId> SqliteStore::conversationByCreation(UserId creator, MessageUuid creationUuid)
{
    return m_tables->conversations.byCreation(creator, creationUuid);
}

std::optional<ConversationId> SqliteStore::direct(UserId low, UserId high)
{
    return m_tables->conversations.direct(low, high);
}

std::optional<ConversationId> SqliteStore::noticeList()
{
    return m_tables->conversations.noticeList();
}

void SqliteStore::setTitle(ConversationId id, std::string_view title)
{
    m_tables->conversations.setTitle(id, title);
}

std::vector<ConversationId> SqliteStore::findChannels(std::string_view text, std::uint32_t limit)
{
    return m_tables->conversations.findChannels(text, limit);
}

LogEntry SqliteStore::appendEntry(const NewEntry& entry)
{
    return m_tables->log.append(entry);
}

std::optional<LogEntry> SqliteStore::entry(ConversationId conversation, Seq seq)
{
    return m_tables->log.entry(conversation, seq);
}

bool SqliteStore::hasUuid(ConversationId conversation, MessageUuid uuid)
{
    return m_tables->log.hasUuid(conversation, uuid);
}

std::optional<SentRecord> SqliteStore::sent(ConversationId conversation, UserId author, MessageUuid uuid)
{
    return m_tables->log.sent(conversation, author, uuid);
}

std::vector<Entry> SqliteStore::entries(ConversationId conversation, Seq after, Seq upto, std::uint32_t limit,
                                        bool fromEnd)
{
    return m_tables->log.entries(conversation, after, upto, limit, fromEnd);
}

void SqliteStore::trim(ConversationId conversation, Seq upto)
{
    m_tables->log.trim(conversation, upto);
}

PrefixCounts SqliteStore::prefix(ConversationId conversation, Seq seq, UserId reader)
{
    return m_tables->log.prefix(conversation, seq, reader);
}

std::uint64_t SqliteStore::recalledOfOthers(ConversationId conversation, Seq after, UserId reader)
{
    return m_tables->log.recalledOfOthers(conversation, after, reader);
}

AboutMeCounts SqliteStore::aboutMeAfter(ConversationId conversation, Seq after, UserId reader)
{
    return m_tables->log.aboutMeAfter(conversation, after, reader);
}

Seq SqliteStore::firstUnreadAfter(ConversationId conversation, Seq after, UserId reader)
{
    return m_tables->log.firstUnreadAfter(conversation, after, reader);
}

std::optional<MemberRecord> SqliteStore::member(ConversationId conversation, UserId user)
{
    return m_tables->members.find(conversation, user);
}

void SqliteStore::putMember(const MemberRecord& member)
{
    m_tables->members.put(member);
}

std::vector<UserId> SqliteStore::members(ConversationId conversation)
{
    return m_tables->members.present(conversation);
}

std::vector<UserId> SqliteStore::membersAfter(ConversationId conversation, UserId after, std::uint32_t limit)
{
    return m_tables->members.presentAfter(conversation, after, limit);
}

std::vector<Officer> SqliteStore::officers(ConversationId conversation)
{
    return m_tables->members.officers(conversation);
}

std::vector<MemberRecord> SqliteStore::memberships(UserId user)
{
    return m_tables->members.ofUser(user);
}

Seq SqliteStore::seenByOthers(ConversationId conversation, UserId except)
{
    return m_tables->members.seenByOthers(conversation, except);
}

std::vector<Reader> SqliteStore::readers(ConversationId conversation, Seq seq, UserId except)
{
    return m_tables->members.readers(conversation, seq, except);
}

void SqliteStore::raiseDelivered(ConversationId conversation, UserId user, Seq upto)
{
    m_tables->members.raiseDelivered(conversation, user, upto);
}

std::vector<Reach> SqliteStore::furthestDelivered(ConversationId conversation)
{
    return m_tables->members.furthestDelivered(conversation);
}

std::vector<MuteEnd> SqliteStore::muteEnds(std::uint32_t limit)
{
    return m_tables->members.muteEnds(limit);
}

std::vector<DotRecord> SqliteStore::dots()
{
    return m_tables->dots.all();
}

std::uint64_t SqliteStore::raiseDot(std::string_view name, MessageUuid uuid)
{
    return m_tables->dots.raise(name, uuid);
}

std::vector<Dot> SqliteStore::dotsOf(UserId user)
{
    return m_tables->dots.ofUser(user);
}

void SqliteStore::raiseSeenDot(UserId user, std::string_view name, std::uint64_t version)
{
    m_tables->dots.raiseSeen(user, name, version);
}

std::vector<ConversationId> SqliteStore::allConversations()
{
    return m_tables->conversations.all();
}

ReadCounts SqliteStore::recount(ConversationId conversation, Seq after, UserId reader)
{
    return m_tables->log.recount(conversation, after, reader);
}

} // namespace tidemark::server
