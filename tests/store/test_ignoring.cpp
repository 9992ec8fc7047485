#include "tests/main/suite.h"
#include "tests/store/builders.h"

#include <QTest>

namespace tidemark::store_ignoring_test {

using namespace test;
using namespace Qt::StringLiterals;

namespace {

const Viewer annaIgnored(me, {anna});

LocalIgnore ignored(UserId user, IgnoreLevel level = IgnoreLevel::Ignored)
{
    return {user, level, {}};
}

bool setIgnored(ClientStore& store, std::vector<LocalIgnore> users, std::uint64_t version = 1)
{
    return store.apply({write::PutIgnores{{version, std::move(users)}}});
}

/// Writes entries that the user has not read.
bool ingestUnread(ClientStore& store, const std::vector<Entry>& entries)
{
    LocalConversation unread = conversation(room, entries.back().seq);
    unread.counts.unread = entries.size();
    return ingestToHead(store, room, entries) && store.apply({write::PutConversation{unread}});
}

Entry mention(std::uint64_t seq, UserId author)
{
    Entry entry = message(seq, author);
    said(entry).mentions = {me};
    return entry;
}

} // namespace

/// The store leaves out ignored users where it counts and reads.
class TestIgnoring : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void countsLeaveOutIgnoredAuthors()
    {
        const auto store = preparedStore();
        QVERIFY(ingestToHead(*store, room,
                             {mention(1, anna), message(2, bert), message(3, anna), message(4, me)}));
        QCOMPARE(store->countUnread(room, me, Seq(), Seq(4), Seq(4)), (ReadCounts{3, 1}));
        QCOMPARE(store->countUnread(room, annaIgnored, Seq(), Seq(4), Seq(4)), (ReadCounts{1, 0}));
        QCOMPARE(store->contributions(room, me, Seq(), Seq(4), Seq()), (CountDelta{3, 1}));
        QCOMPARE(store->contributions(room, annaIgnored, Seq(), Seq(4), Seq()), (CountDelta{1, 0}));
    }

    void recallsOfIgnoredMessagesContributeNothing()
    {
        const auto store = preparedStore();
        QVERIFY(ingestToHead(*store, room,
                             {message(1, anna), message(2, bert), recall(3, anna, 1), recall(4, bert, 2)}));
        QCOMPARE(store->contributions(room, me, Seq(2), Seq(4), Seq()), (CountDelta{-2}));
        QCOMPARE(store->contributions(room, annaIgnored, Seq(2), Seq(4), Seq()), (CountDelta{-1}));
    }

    void anIgnoredUserDoesNotMoveAConversationUp()
    {
        const auto store = preparedStore();
        QVERIFY(ingestToHead(*store, room, {message(1, anna), message(2, bert), message(3, anna)}));
        LocalConversation known = conversation(room, Seq(3));
        known.lastActivity = message(3, anna).at;
        QVERIFY(store->apply({write::PutConversation{known}}));
        QCOMPARE(store->summary(room)->lastActivity, message(3, anna).at);
        QVERIFY(setIgnored(*store, {ignored(anna)}));
        QCOMPARE(store->summary(room)->lastActivity, message(2, bert).at);
        QVERIFY(setIgnored(*store, {}, 2));
        QCOMPARE(store->summary(room)->lastActivity, message(3, anna).at);
    }

    void theLastLineAndTheFirstUnreadMessageAreNotByIgnoredUsers()
    {
        const auto store = preparedStore();
        QVERIFY(ingestUnread(*store, {message(1, anna), message(2, bert, "shown"), mention(3, anna)}));
        QCOMPARE(store->firstUnread(room), std::optional(Seq(1)));
        QCOMPARE(store->nextMention(room, Seq()).seq, Seq(3));
        QVERIFY(setIgnored(*store, {ignored(anna)}));
        QCOMPARE(store->firstUnread(room), std::optional(Seq(2)));
        QCOMPARE(store->nextMention(room, Seq()).seq, Seq());
        QVERIFY(store->aboutReader({true, true, true, false, 100}).empty());
        const auto summary = store->summary(room);
        QCOMPARE(summary->lastText, std::string("shown"));
        QCOMPARE(summary->lastSeq, Seq(2));
        QCOMPARE(summary->newestSeq, Seq(3));
        QVERIFY(setIgnored(*store, {}, 2));
        QCOMPARE(store->summary(room)->lastSeq, Seq(3));
        QCOMPARE(store->aboutReader({true, true, true, false, 100}).size(), std::size_t{1});
    }

    void anUnsentChangeApplies()
    {
        const auto store = preparedStore();
        QVERIFY(ingestUnread(*store, {message(1, anna), message(2, bert)}));
        LocalIgnore ended = ignored(anna);
        ended.pending = LocalIgnore::Pending{IgnoreLevel::None, uuid(1)};
        LocalIgnore begun = ignored(bert, IgnoreLevel::None);
        begun.pending = LocalIgnore::Pending{IgnoreLevel::Blocked, uuid(2)};
        QVERIFY(setIgnored(*store, {ended, begun}));
        QCOMPARE(store->firstUnread(room), std::optional(Seq(1)));
        QCOMPARE(store->summary(room)->lastSeq, Seq(1));
        QCOMPARE(store->ignored(), (std::vector<IgnoredPerson>{{{bert, "Bert"}, IgnoreLevel::Blocked}}));
        QCOMPARE(store->load().ignores, (LocalIgnores{1, {ended, begun}}));
    }

    void onlyTheDirectChatWithABlockedUserIsMarked()
    {
        const auto store = preparedStore();
        LocalConversation direct = conversation(other);
        direct.kind = ConversationKind::Direct;
        direct.peer = anna;
        QVERIFY(store->apply({write::PutConversation{direct}}));
        QVERIFY(setIgnored(*store, {ignored(anna)}));
        QVERIFY(!store->summary(other)->isBlocked);
        QVERIFY(
            setIgnored(*store, {ignored(anna, IgnoreLevel::Blocked), ignored(bert, IgnoreLevel::Blocked)}));
        QVERIFY(store->summary(other)->isBlocked);
        QVERIFY(!store->summary(room)->isBlocked);
    }

    void theSetGoesWithTheAccount()
    {
        const auto store = preparedStore();
        QVERIFY(setIgnored(*store, {ignored(anna)}));
        QVERIFY(store->apply({write::EraseEverything{}}));
        QVERIFY(store->ignored().empty());
        QCOMPARE(store->load().ignores, LocalIgnores());
    }
};

TIDEMARK_SUITE(TestIgnoring, QCoreApplication)

} // namespace tidemark::store_ignoring_test

#include "test_ignoring.moc"
