#include "tests/main/suite.h"
#include "tests/store/builders.h"

#include <QTest>

namespace tidemark::summaries_test {

using namespace test;
using LastLine = ConversationSummary::LastLine;

/// Rows of the conversation list, and history for the command line.
class TestSummaries : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void aRowShowsItsConversation();
    void aDirectChatIsNamedAfterThePeer();
    void theLastLineIsTheNewestMessageOrNotice();
    void theLastLineShowsWhatIsPending();
    void allRowsAgreeWithSingleOnes();
    void historyHasBoundsAndBothEnds();
    void draftsAndSettingsAreKept();
};

void TestSummaries::aRowShowsItsConversation()
{
    const auto store = preparedStore();
    LocalConversation full = conversation(room, Seq(9));
    full.settings = {true, true, true, ReceiptPrivacy::Inherit, UnixMs{1234567890123}, 4000000000U};
    full.cursor = {2, Seq(4)};
    full.floor = Seq(1);
    full.counts = {5, 1};
    full.exact = false;
    full.seenByOthers = Seq(3);
    full.deliveredToOthers = Seq(4);
    full.role = Role::Owner;
    full.feed = {Seq(2), Seq(3), 6, false};
    full.lastActivity = UnixMs{1234};
    QVERIFY(store->apply({write::PutConversation{full}}));
    QVERIFY(test::setDraft(*store, room, QStringLiteral("Entwurf 草稿")));
    ConversationSummary expected;
    expected.id = room;
    expected.title = "room 10";
    expected.memberCount = 3;
    expected.settings = full.settings;
    expected.head = Seq(9);
    expected.cursor = full.cursor;
    expected.floor = Seq(1);
    expected.counts = {5, 1};
    expected.exact = false;
    expected.seenByOthers = Seq(3);
    expected.deliveredToOthers = Seq(4);
    expected.role = Role::Owner;
    expected.feedUnread = 6;
    expected.feedExact = false;
    expected.lastActivity = UnixMs{1234};
    expected.draft = "Entwurf 草稿";
    QCOMPARE(store->summary(room), std::optional(expected));

    QVERIFY(store->apply({write::PutIntent{{room, Generation(1), std::nullopt, Seq(4), 2}}}));
    expected.readUnsent = true;
    QCOMPARE(store->summary(room), std::optional(expected));
    QCOMPARE(store->summary(ConversationId(999)), std::nullopt);

    // A place that the server does not have yet is shown, and both are kept.
    full.wantedPinOrder = 7;
    QVERIFY(store->apply({write::PutConversation{full}}));
    expected.settings.pinOrder = 7;
    QCOMPARE(store->summary(room), std::optional(expected));
    QVERIFY(store->load().conversations.front().conversation == full);
}

void TestSummaries::aDirectChatIsNamedAfterThePeer()
{
    const auto store = preparedStore();
    LocalConversation direct = conversation(other);
    direct.kind = ConversationKind::Direct;
    direct.title.clear();
    direct.peer = anna;
    QVERIFY(store->apply({write::PutConversation{direct}}));
    QCOMPARE(store->summary(other)->title, std::string("Anna"));
    QCOMPARE(store->summary(other)->peer, anna);
}

void TestSummaries::theLastLineIsTheNewestMessageOrNotice()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, {message(1, anna, "first")}));
    ConversationSummary row = *store->summary(room);
    QCOMPARE(row.lastLine, LastLine::Message);
    QCOMPARE(row.lastSender, std::string("Anna"));
    QCOMPARE(row.lastText, std::string("first"));
    QCOMPARE(row.lastSeq, Seq(1));
    QVERIFY(!row.lastIsOwn);

    QVERIFY(ingest(*store, room, {edit(2, anna, 1, "first, edited")}));
    QCOMPARE(store->summary(room)->lastText, std::string("first, edited"));

    QVERIFY(ingest(*store, room, {recall(3, anna, 1)}));
    row = *store->summary(room);
    QCOMPARE(row.lastLine, LastLine::Recalled);
    QCOMPARE(row.lastText, std::string());

    QVERIFY(ingest(*store, room, {notice(4, anna, NoticeKind::Added, bert)}));
    row = *store->summary(room);
    QCOMPARE(row.lastLine, LastLine::Notice);
    QCOMPARE(row.lastNotice, NoticeKind::Added);
    QCOMPARE(row.lastSender, std::string("Anna"));
    QCOMPARE(row.lastSubject, std::string("Bert"));

    QVERIFY(ingest(*store, room, {message(5, me, "mine")}));
    row = *store->summary(room);
    QVERIFY(row.lastIsOwn);
    QCOMPARE(row.lastSender, std::string());
}

void TestSummaries::theLastLineShowsWhatIsPending()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, {message(1, anna, "held")}));
    PendingMessage editing = pending(9, {});
    editing.content = content::Edit{Seq(1), "not a line of its own"};
    QVERIFY(store->apply({write::PutPending{editing}}));
    QCOMPARE(store->summary(room)->lastText, std::string("held"));

    QVERIFY(store->apply({write::PutPending{pending(1, "older")}, write::PutPending{pending(2, "newer")}}));
    ConversationSummary row = *store->summary(room);
    QCOMPARE(row.lastLine, LastLine::Pending);
    QCOMPARE(row.lastText, std::string("newer"));
    QCOMPARE(row.lastActivity, UnixMs{1'000'002});
    QVERIFY(row.lastIsOwn && row.lastSender.empty());

    PendingMessage failed = pending(2, "newer");
    failed.state = PendingMessage::State::Failed;
    QVERIFY(store->apply({write::PutPending{failed}}));
    QCOMPARE(store->summary(room)->lastLine, LastLine::Failed);
    QVERIFY(store->apply({write::ErasePending{uuid(1)}, write::ErasePending{uuid(2)}}));
    QCOMPARE(store->summary(room)->lastLine, LastLine::Message);
}

void TestSummaries::allRowsAgreeWithSingleOnes()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, {message(1, anna, "a")}));
    QVERIFY(ingest(*store, other, {message(1, bert, "b"), message(2, me, "c")}));
    QVERIFY(store->apply(
        {write::PutConversation{conversation(ConversationId(4))}, write::PutPending{pending(1, "p")}}));
    const std::vector<ConversationSummary> all = store->summaries();
    QCOMPARE(all.size(), std::size_t{3});
    QCOMPARE(all[0].id, ConversationId(4));
    for (const ConversationSummary& one : all) {
        QCOMPARE(store->summary(one.id), std::optional(one));
    }
}

void TestSummaries::historyHasBoundsAndBothEnds()
{
    const auto store = preparedStore();
    std::vector<Entry> log;
    for (std::uint64_t seq = 1; seq <= 20; ++seq) {
        log.push_back(seq == 7 ? edit(7, anna, 3, "e") : message(seq, anna));
    }
    QVERIFY(ingest(*store, room, log));
    const auto bounds = [&](Seq after, Seq before, int limit) {
        const std::vector<HistoryEntry> found = store->history(room, after, before, limit);
        return found.empty() ? std::pair<std::uint64_t, std::uint64_t>()
                             : std::pair(found.front().entry.seq.value, found.back().entry.seq.value);
    };
    using Bounds = std::pair<std::uint64_t, std::uint64_t>;
    QCOMPARE(bounds({}, {}, 5), Bounds(16, 20));
    QCOMPARE(bounds(Seq(4), {}, 5), Bounds(5, 9));
    QCOMPARE(bounds({}, Seq(10), 5), Bounds(5, 9));
    QCOMPARE(bounds(Seq(7), Seq(10), 5), Bounds(8, 9));
    QCOMPARE(bounds(Seq(20), {}, 5), Bounds());
    QCOMPARE(store->history(room, Seq(6), Seq(8), 5).at(0).entry.kind(), EntryKind::Edit);
    QCOMPARE(store->history(room, {}, {}, 1).at(0).authorName, std::string("Anna"));
}

void TestSummaries::draftsAndSettingsAreKept()
{
    const auto store = preparedStore();
    QVERIFY(test::setDraft(*store, room, QStringLiteral("one")));
    QVERIFY(test::setDraft(*store, room, QStringLiteral("two")));
    QCOMPARE(store->summary(room)->draft, std::string("two"));
    QVERIFY(test::setDraft(*store, room, {}));
    QCOMPARE(store->summary(room)->draft, std::string());
    QVERIFY(!test::setDraft(*store, ConversationId(999), QStringLiteral("nowhere")));

    QCOMPARE(store->setting(QStringLiteral("server")), QString());
    QVERIFY(store->setSetting(QStringLiteral("server"), QStringLiteral("ws://a")));
    QVERIFY(store->setSetting(QStringLiteral("server"), QStringLiteral("ws://b")));
    QCOMPARE(store->setting(QStringLiteral("server")), QStringLiteral("ws://b"));
}

TIDEMARK_SUITE(TestSummaries, QCoreApplication)

} // namespace tidemark::summaries_test

#include "test_summaries.moc"
