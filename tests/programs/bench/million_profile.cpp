#include "tests/programs/bench/million_profile.h"

#include "core/store/client_store.h"
#include "core/store/file/schema.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>

namespace tidemark::bench {
namespace {

constexpr std::size_t conversationsInTransaction = 10;
constexpr User reader{UserId(1), "reader"};

/// The corpus is in English only.
constexpr std::array<const char*, 4> chinese{"未读数在两台设备上完全一致", "明天上午十点评审，可以吗？",
                                             "手机离线时读的消息，上线后就同步了",
                                             "这个版本已经发布，请大家更新"};
constexpr std::size_t chineseEvery = 40;

/// The number of conversations, and of messages in each.
struct ProfileShape {
    std::size_t conversations = 0;
    std::uint64_t entriesEach = 0;
};

/// Makes a million messages from the talk, one conversation after the other.
class ProfileMaker {
public:
    ProfileMaker(ClientStore& store, const std::vector<test::LoggedMessage>& talk, ProfileShape shape)
        : m_store(store), m_talk(talk), m_shape(shape)
    {
    }

    void make()
    {
        std::map<std::string, UserId> ids;
        std::vector<User> users{reader};
        for (const test::LoggedMessage& message : m_talk) {
            if (ids.try_emplace(message.author, UserId(users.size() + 1)).second) {
                users.push_back({ids.at(message.author), message.author});
            }
            m_authors.push_back(ids.at(message.author));
        }
        apply({write::PutAccount{{reader, std::string(32, 't')}}, write::PutUsers{std::move(users)}});
        for (std::size_t first = 0; first < m_shape.conversations; first += conversationsInTransaction) {
            std::vector<Write> writes;
            for (std::size_t i = first;
                 i < std::min(first + conversationsInTransaction, m_shape.conversations); ++i) {
                addConversation(i, writes);
            }
            writes.push_back(write::PutTotals{m_totals});
            apply(writes);
        }
        while (m_store.indexSome(20000)) {
        }
        require(m_store.lastError().code == StoreError::Code::None, "indexing the profile");
    }

private:
    void apply(const std::vector<Write>& writes) { require(m_store.apply(writes), "writing the profile"); }

    void addConversation(std::size_t index, std::vector<Write>& writes)
    {
        std::vector<Entry> entries;
        for (std::uint64_t seq = 1; seq <= m_shape.entriesEach; ++seq) {
            const std::size_t place = m_next++ % m_talk.size();
            Entry entry;
            entry.seq = Seq(seq);
            entry.author = seq % 10 == 0 ? reader.id : m_authors[place];
            entry.at = UnixMs{m_talk[place].at.value};
            entry.content = content::Message{
                seq % chineseEvery == 0 ? chinese[(seq / chineseEvery) % chinese.size()] : m_talk[place].text,
                m_talk[place].isAction};
            entries.push_back(std::move(entry));
        }
        LocalConversation conversation;
        conversation.id = ConversationId(index + 1);
        conversation.title = "Conversation " + std::to_string(index + 1);
        conversation.memberCount = 100;
        conversation.isMember = true;
        conversation.generation = Generation(1);
        conversation.logEpoch = LogEpoch(index + 77);
        conversation.serverHead = conversation.countedHead = Seq(m_shape.entriesEach);
        conversation.lastActivity = entries.back().at;
        conversation.version = 1;
        const std::uint64_t behind = index % 4 == 0 ? index % 97 : 0;
        conversation.cursor = conversation.confirmed = Cursor{0, Seq(m_shape.entriesEach - behind)};
        for (const Entry& entry : entries) {
            const bool counts = entry.seq > conversation.cursor.readSeq && entry.author != reader.id;
            conversation.counts.unread += counts ? 1 : 0;
        }
        addToTotals(m_totals, conversation);
        RangeSet held;
        held.add({Seq(1), Seq(m_shape.entriesEach)});
        writes.push_back(write::PutConversation{conversation});
        writes.push_back(write::PutEntries{conversation.id, std::move(entries)});
        writes.push_back(write::PutHeld{conversation.id, std::move(held)});
    }

    ClientStore& m_store;
    const std::vector<test::LoggedMessage>& m_talk;
    ProfileShape m_shape;
    std::vector<UserId> m_authors; ///< the authors of the talk
    std::size_t m_next = 0;
    Totals m_totals;
};

/// Makes the profile if it does not exist yet.
QString profileOf(const Workbench& bench, const QString& kind, ProfileShape shape)
{
    constexpr int contents = 3; // raise this when the content of the profiles changes
    const QString name = QStringLiteral("%1-%2-%3-%4%5")
                             .arg(kind)
                             .arg(contents)
                             .arg(currentSchemaVersion())
                             .arg(bench.hasCorpus ? QStringLiteral("corpus") : QStringLiteral("bundled"),
                                  isBrief() ? QStringLiteral("-brief") : QString());
    const QDir folder(QDir(bench.cache).filePath(name));
    QFile mark(folder.filePath(QStringLiteral("complete")));
    if (mark.exists()) {
        return folder.path();
    }
    std::fprintf(stderr, "making a profile in %s ...\n", qPrintable(folder.path()));
    require(!folder.exists() || QDir(folder).removeRecursively(), "clearing an unfinished profile");
    require(QDir().mkpath(folder.path()), "making the cache folder");
    {
        const auto opened =
            ClientStore::open(folder.filePath(QStringLiteral("tidemark.sqlite")), DeviceId(7));
        require(opened.has_value(), "making the profile's store");
        ProfileMaker(*opened->store, bench.talk, shape).make();
        require(opened->store->audit().empty(), "checking the counts of the profile");
    }
    require(mark.open(QFile::WriteOnly), "marking the profile as complete");
    return folder.path();
}

} // namespace

QString millionProfile(const Workbench& bench)
{
    return profileOf(bench, QStringLiteral("million"), {profileConversations, profileEntriesEach});
}

QString longProfile(const Workbench& bench)
{
    return profileOf(bench, QStringLiteral("long"), {1, longProfileEntries});
}

} // namespace tidemark::bench
