#include "tests/main/suite.h"
#include "tests/store/builders.h"

#include <QTest>

namespace tidemark::shared_groups_test {

using namespace test;

namespace {

LocalConversation group(ConversationId id, std::int64_t lastActivity)
{
    LocalConversation made = conversation(id);
    made.kind = ConversationKind::Group;
    made.lastActivity = UnixMs{lastActivity};
    return made;
}

using Groups = std::vector<ConversationId>;

} // namespace

/// The groups that the user shares with another user, as far as the held entries say.
class TestSharedGroups : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void thoseWithTheNewestActivityComeFirst()
    {
        const auto store = preparedStore();
        QVERIFY(
            store->apply({write::PutConversation{group(room, 5)}, write::PutConversation{group(other, 9)}}));
        QVERIFY(ingest(*store, room, {message(1, anna), message(2, bert)}));
        QVERIFY(ingest(*store, other, {message(1, anna)}));
        QCOMPARE(store->groupsWith(anna), (Groups{other, room}));
        QCOMPARE(store->groupsWith(bert), Groups{room});
    }

    void aMemberWhoHasWrittenNothingIsKnownByTheNotice()
    {
        const auto store = preparedStore();
        QVERIFY(store->apply({write::PutConversation{group(room, 5)}}));
        QVERIFY(ingest(*store, room, {notice(1, me, NoticeKind::Added, anna)}));
        QCOMPARE(store->groupsWith(anna), Groups{room});
        QCOMPARE(store->groupsWith(bert), Groups{});
    }

    void aFormerMemberSharesTheGroupNoMore_data()
    {
        QTest::addColumn<Entry>("end");
        QTest::newRow("left") << notice(2, anna, NoticeKind::Left);
        QTest::newRow("removed") << notice(2, bert, NoticeKind::Removed, anna);
        QTest::newRow("account deleted") << notice(2, anna, NoticeKind::AccountDeleted);
    }
    void aFormerMemberSharesTheGroupNoMore()
    {
        QFETCH(const Entry, end);
        const auto store = preparedStore();
        QVERIFY(store->apply({write::PutConversation{group(room, 5)}}));
        QVERIFY(ingest(*store, room, {message(1, anna), end}));
        QCOMPARE(store->groupsWith(anna), Groups{});
        QVERIFY(ingest(*store, room, {notice(3, bert, NoticeKind::Added, anna)}));
        QCOMPARE(store->groupsWith(anna), Groups{room});
    }

    void whoRemovesAnotherUserStays()
    {
        const auto store = preparedStore();
        QVERIFY(store->apply({write::PutConversation{group(room, 5)}}));
        QVERIFY(ingest(*store, room, {notice(1, anna, NoticeKind::Removed, bert)}));
        QCOMPARE(store->groupsWith(anna), Groups{room});
    }

    void directChatsAndGroupsThatTheUserHasLeftAreNotShared()
    {
        const auto store = preparedStore();
        LocalConversation direct = group(room, 5);
        direct.kind = ConversationKind::Direct;
        LocalConversation left = group(other, 9);
        left.isMember = false;
        QVERIFY(store->apply({write::PutConversation{direct}, write::PutConversation{left}}));
        QVERIFY(ingest(*store, room, {message(1, anna)}));
        QVERIFY(ingest(*store, other, {message(1, anna)}));
        QCOMPARE(store->groupsWith(anna), Groups{});
    }
};

TIDEMARK_SUITE(TestSharedGroups, QCoreApplication)

} // namespace tidemark::shared_groups_test

#include "test_shared_groups.moc"
