#include "tests/programs/bench/servers/server_database.h"

#include "tests/programs/bench/harness/workbench.h"

#include <QCryptographicHash>

#include <algorithm>
#include <cstring>

namespace tidemark::bench {

ServerDatabase::ServerDatabase(const QString& path)
{
    auto opened = server::SqliteStore::open(path);
    require(opened.has_value(), "opening a server's database");
    m_store = std::move(opened).value();
    m_store->begin();
}

ServerDatabase::~ServerDatabase()
{
    require(m_store->commit(), "filling a server's database");
}

void ServerDatabase::commitSometimes()
{
    constexpr std::uint64_t much = 20000;
    if (++m_uncommitted >= much) {
        m_uncommitted = 0;
        require(m_store->commit(), "filling a server's database");
        m_store->begin();
    }
}

std::string ServerDatabase::tokenOf(std::string name)
{
    name.resize(32, '.');
    return name;
}

UserId ServerDatabase::addUser(const std::string& name)
{
    const UserId user = m_store->accounts().insert(name, {});
    m_store->tokens().put(BenchSecrets().hashOf(tokenOf(name)), user, DeviceId(1), "bench", UnixMs{1});
    return user;
}

ConversationId ServerDatabase::addGroup(const std::string& title, const std::vector<UserId>& members,
                                        ConversationKind kind)
{
    server::ConversationRecord group;
    group.kind = kind;
    group.title = title;
    group.logEpoch = LogEpoch(1 + ++m_lastUuid);
    group.creator = members.front();
    const ConversationId id = m_store->conversations().insert(group, {});
    for (const UserId user : members) {
        server::MemberRecord member;
        member.conversation = id;
        member.user = user;
        member.isMember = true;
        member.generation = Generation(1);
        member.version = 1;
        m_store->members().put(member);
        commitSometimes();
    }
    return id;
}

void ServerDatabase::addNoticeReaders(std::uint64_t count)
{
    server::ConversationRecord list;
    list.kind = ConversationKind::NoticeList;
    list.title = "Announcements";
    list.logEpoch = LogEpoch(1 + ++m_lastUuid);
    list.id = m_store->conversations().insert(list, {});
    for (std::uint64_t i = 0; i < count; ++i) {
        server::MemberRecord member;
        member.conversation = list.id;
        member.user = m_store->accounts().insert("reader" + std::to_string(i), {});
        member.isMember = true;
        member.generation = Generation(1);
        member.version = 1;
        m_store->members().put(member);
        commitSometimes();
    }
}

void ServerDatabase::say(ConversationId conversation, UserId author, std::uint64_t count)
{
    server::NewEntry entry;
    entry.conversation = conversation;
    entry.author = author;
    entry.at = UnixMs{1700000000000};
    entry.content = content::Message{"what somebody says " + std::string(80, '.')};
    for (; count > 0; --count) {
        ++m_lastUuid;
        std::memcpy(entry.uuid.bytes.data(), &m_lastUuid, sizeof m_lastUuid);
        std::memcpy(entry.uuid.bytes.data() + sizeof m_lastUuid, &author.value, sizeof author.value);
        require(m_store->log().append(entry).entry.seq.isValid(), "appending a message");
        commitSometimes();
    }
}

server::TokenHash BenchSecrets::hashOf(const std::string& token)
{
    const QByteArray digest =
        QCryptographicHash::hash(QByteArray::fromStdString(token), QCryptographicHash::Sha256);
    server::TokenHash hash{};
    std::copy_n(digest.begin(), hash.size(), hash.begin());
    return hash;
}

} // namespace tidemark::bench
