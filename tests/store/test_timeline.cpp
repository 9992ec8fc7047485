#include "tests/main/suite.h"
#include "tests/store/builders.h"

#include <QTest>

namespace tidemark::timeline_test {

using namespace test;
using Anchor = TimelineQuery::Anchor;

/// Pages of a timeline: their entries, their ends, and that they never cross a gap.
class TestTimeline : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void anItemHasEverythingResolved();
    void editsAndRecallsAreFolded();
    void ownMessagesShowTheirDelivery();
    void aNewestPageReachesTheEnd();
    void pagesJoinWithoutHoleOrRepetition();
    void pagesStopAtGaps();
    void trimmedEntriesAreNoGap();
    void aHeadThatIsNotHeldIsAGapAbove();
    void anEmptyConversationIsCompleteOrAllGap();
    void aPageAroundASeqHasBothSides();
    void readingGoesOnAtTheFirstUnread();
    void behindAGapTheFirstUnreadIsNotKnown();
    void anEditHasItsTime();
    void theServerNamesTheFirstUnreadOfAMissingPart();
    void theNextMentionIsFoundAmongWhatIsHeld();
    void gapsThatMayHideAMentionAreNamed();
    void messagesWithUnsentChangesArePending();
    void pendingMessagesStandAtTheEnd();
    void anUnknownConversationGivesAnEmptyPage();

private:
    static std::vector<Entry> messages(std::uint64_t first, std::uint64_t last);
    static std::vector<std::uint64_t> seqsOf(const std::vector<TimelineItem>& items);
    static std::vector<std::uint64_t> seqs(std::uint64_t first, std::uint64_t last);
};

std::vector<Entry> TestTimeline::messages(std::uint64_t first, std::uint64_t last)
{
    std::vector<Entry> made;
    for (std::uint64_t seq = first; seq <= last; ++seq) {
        made.push_back(message(seq, seq % 2 == 0 ? anna : bert, "m" + std::to_string(seq)));
    }
    return made;
}

std::vector<std::uint64_t> TestTimeline::seqsOf(const std::vector<TimelineItem>& items)
{
    std::vector<std::uint64_t> found;
    for (const TimelineItem& item : items) {
        found.push_back(item.seq.value);
    }
    return found;
}

std::vector<std::uint64_t> TestTimeline::seqs(std::uint64_t first, std::uint64_t last)
{
    return seqsOf([&] {
        std::vector<TimelineItem> items;
        for (std::uint64_t seq = first; seq <= last; ++seq) {
            items.emplace_back().seq = Seq(seq);
        }
        return items;
    }());
}

void TestTimeline::anItemHasEverythingResolved()
{
    const auto store = preparedStore();
    Entry answer = message(2, anna, "回复");
    answer.uuid = uuid(4);
    said(answer).isAction = true;
    said(answer).replyTo = Seq(1);
    said(answer).replyToAuthor = bert;
    said(answer).mentions = {me};
    Entry lost = message(4, anna, "answer to what is not held");
    said(lost).replyTo = Seq(100);
    said(lost).replyToAuthor = UserId(555);
    QVERIFY(ingestToHead(*store, room,
                         {message(1, bert, "问题"), answer, notice(3, bert, NoticeKind::Added, anna), lost}));
    const TimelinePage page = store->timeline(room, {});
    QCOMPARE(seqsOf(page.items), seqs(1, 4));
    TimelineItem expected;
    expected.seq = Seq(2);
    expected.uuid = uuid(4);
    expected.author = anna;
    expected.authorName = "Anna";
    expected.at = UnixMs{2000};
    expected.text = "回复";
    expected.isAction = true;
    expected.mentionsReader = true;
    expected.replyTo = Seq(1);
    expected.replyToName = "Bert";
    expected.replyToText = "问题";
    QCOMPARE(page.items.at(1), expected);
    QCOMPARE(page.items.at(2).kind, EntryKind::Notice);
    QCOMPARE(page.items.at(2).notice, NoticeKind::Added);
    QCOMPARE(page.items.at(2).subjectName, std::string("Anna"));
    QCOMPARE(page.items.at(2).replyToName, std::string());
    QCOMPARE(page.items.at(3).replyToName, std::string());
    QCOMPARE(page.items.at(3).replyToText, std::string());
}

void TestTimeline::editsAndRecallsAreFolded()
{
    const auto store = preparedStore();
    QVERIFY(ingestToHead(
        *store, room,
        {message(1, anna, "a"), message(2, bert, "b"), edit(3, anna, 1, "A"), recall(4, bert, 2)}));
    const TimelinePage page = store->timeline(room, {});
    QCOMPARE(seqsOf(page.items), seqs(1, 2));
    QCOMPARE(page.items[0].text, std::string("A"));
    QVERIFY(page.items[0].isEdited && !page.items[0].isRecalled);
    QVERIFY(page.items[1].isRecalled && page.items[1].text.empty());
    // Folded entries belong to the range of the page.
    QCOMPARE(page.first, Seq(1));
    QCOMPARE(page.last, Seq(4));
    QVERIFY(page.reachesStart && page.reachesEnd);

    // A page of folded entries alone still makes progress.
    const TimelinePage folded = store->timeline(room, {Anchor::After, Seq(2), 10});
    QVERIFY(folded.items.empty());
    QCOMPARE(folded.first, Seq(3));
    QCOMPARE(folded.last, Seq(4));
}

void TestTimeline::ownMessagesShowTheirDelivery()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, {message(1, me), message(2, me), message(3, anna), message(4, me)}));
    LocalConversation seen = conversation(room, Seq(4));
    seen.seenByOthers = Seq(1);
    seen.deliveredToOthers = Seq(3);
    QVERIFY(store->apply({write::PutConversation{seen}}));
    const TimelinePage page = store->timeline(room, {});
    QVERIFY(page.items[0].isOwn);
    QCOMPARE(page.items[0].delivery, Delivery::Read);
    QCOMPARE(page.items[1].delivery, Delivery::Delivered);
    QCOMPARE(page.items[2].delivery, Delivery::None);
    QVERIFY(!page.items[2].isOwn);
    QCOMPARE(page.items[3].delivery, Delivery::Sent);
}

void TestTimeline::aNewestPageReachesTheEnd()
{
    const auto store = preparedStore();
    QVERIFY(ingestToHead(*store, room, messages(1, 30)));
    const TimelinePage page = store->timeline(room, {Anchor::End, {}, 10});
    QCOMPARE(seqsOf(page.items), seqs(21, 30));
    QCOMPARE(page.conversation, room);
    QCOMPARE(page.first, Seq(21));
    QCOMPARE(page.last, Seq(30));
    QVERIFY(page.reachesEnd && !page.reachesStart && !page.gapBelow && !page.gapAbove);
}

void TestTimeline::pagesJoinWithoutHoleOrRepetition()
{
    const auto store = preparedStore();
    std::vector<Entry> log = messages(1, 40);
    log[24] = edit(25, anna, 2, "x");
    log[9] = recall(10, anna, 4);
    QVERIFY(ingestToHead(*store, room, log));
    std::vector<std::uint64_t> down;
    TimelinePage page = store->timeline(room, {Anchor::End, {}, 7});
    while (true) {
        const std::vector<std::uint64_t> found = seqsOf(page.items);
        down.insert(down.begin(), found.begin(), found.end());
        if (page.reachesStart) {
            break;
        }
        page = store->timeline(room, {Anchor::Before, page.first, 7});
    }
    std::vector<std::uint64_t> up;
    page = store->timeline(room, {Anchor::After, Seq(0), 7});
    while (true) {
        const std::vector<std::uint64_t> found = seqsOf(page.items);
        up.insert(up.end(), found.begin(), found.end());
        if (page.reachesEnd) {
            break;
        }
        page = store->timeline(room, {Anchor::After, page.last, 7});
    }
    QCOMPARE(down.size(), std::size_t{38});
    QVERIFY(std::is_sorted(down.begin(), down.end()));
    QCOMPARE(up, down);
}

void TestTimeline::pagesStopAtGaps()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, messages(1, 10)));
    QVERIFY(ingest(*store, room, messages(21, 30)));
    QVERIFY(ingestToHead(*store, room, messages(41, 50)));

    const TimelinePage newest = store->timeline(room, {Anchor::End, {}, 60});
    QCOMPARE(seqsOf(newest.items), seqs(41, 50));
    QVERIFY(newest.gapBelow && !newest.gapAbove && newest.reachesEnd && !newest.reachesStart);

    const TimelinePage middle = store->timeline(room, {Anchor::Around, Seq(25), 60});
    QCOMPARE(seqsOf(middle.items), seqs(21, 30));
    QCOMPARE(middle.first, Seq(21));
    QCOMPARE(middle.last, Seq(30));
    QVERIFY(middle.gapBelow && middle.gapAbove && !middle.reachesEnd && !middle.reachesStart);

    const TimelinePage oldest = store->timeline(room, {Anchor::Before, Seq(11), 60});
    QCOMPARE(seqsOf(oldest.items), seqs(1, 10));
    QVERIFY(!oldest.gapBelow && oldest.gapAbove && oldest.reachesStart && !oldest.reachesEnd);

    const TimelinePage within = store->timeline(room, {Anchor::Before, Seq(41), 60});
    QVERIFY(within.items.empty());
    QVERIFY(within.gapBelow && !within.gapAbove && !within.reachesEnd && !within.reachesStart);
    QVERIFY(store->timeline(room, {Anchor::Around, Seq(35), 60}).items.empty());
    QVERIFY(store->timeline(room, {Anchor::After, Seq(30), 60}).gapAbove);
}

void TestTimeline::trimmedEntriesAreNoGap()
{
    const auto store = preparedStore();
    const auto trim = [&](std::uint64_t through) {
        LocalConversation trimmed = conversation(room, Seq(50));
        trimmed.trimmedThrough = trimmed.floor = Seq(through);
        trimmed.floorMoved = {CursorCause::Trimmed, DeviceId(9), "手机", UnixMs{5}};
        QVERIFY(store->apply({write::PutConversation{trimmed}}));
        QCOMPARE(store->load().conversations.at(0).conversation, trimmed);
    };
    QVERIFY(ingestToHead(*store, room, messages(41, 50)));
    trim(40);
    TimelinePage page = store->timeline(room, {Anchor::End, {}, 60});
    QCOMPARE(seqsOf(page.items), seqs(41, 50));
    QCOMPARE(page.first, Seq(1));
    QVERIFY(page.reachesStart && page.startTrimmed && !page.gapBelow && page.reachesEnd);
    page = store->timeline(room, {Anchor::Before, Seq(41), 60});
    QVERIFY(page.items.empty() && page.reachesStart && page.startTrimmed && !page.gapBelow);
    trim(39);
    page = store->timeline(room, {Anchor::End, {}, 60});
    QVERIFY(!page.reachesStart && !page.startTrimmed && page.gapBelow);

    // Held entries below stay readable. If all of them are held, nothing is missing.
    QVERIFY(ingest(*store, room, messages(11, 20)));
    trim(40);
    page = store->timeline(room, {Anchor::Before, Seq(41), 60});
    QCOMPARE(seqsOf(page.items), seqs(11, 20));
    QVERIFY(page.reachesStart && page.startTrimmed);
    QVERIFY(ingest(*store, room, messages(1, 10)));
    page = store->timeline(room, {Anchor::Before, Seq(41), 60});
    QCOMPARE(seqsOf(page.items), seqs(1, 20));
    QVERIFY(page.reachesStart && !page.startTrimmed);

    const auto bare = preparedStore();
    LocalConversation nothing = conversation(room, Seq(12));
    nothing.trimmedThrough = nothing.floor = Seq(12);
    QVERIFY(bare->apply({write::PutConversation{nothing}}));
    page = bare->timeline(room, {});
    QVERIFY(page.items.empty() && page.reachesStart && page.startTrimmed && page.reachesEnd);
    QVERIFY(!page.startCleared);
    nothing.clearedThrough = Seq(12);
    QVERIFY(bare->apply({write::PutConversation{nothing}}));
    QVERIFY(bare->timeline(room, {}).startCleared);
}

void TestTimeline::aHeadThatIsNotHeldIsAGapAbove()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, messages(1, 10)));
    QVERIFY(store->apply(
        {write::PutConversation{conversation(room, Seq(12))}, write::PutPending{pending(1, "p")}}));
    const TimelinePage page = store->timeline(room, {});
    QVERIFY(page.gapAbove && !page.reachesEnd);
    // The message that the user has just written is shown all the same.
    QCOMPARE(page.pending.size(), std::size_t{1});
}

void TestTimeline::anEmptyConversationIsCompleteOrAllGap()
{
    const auto store = preparedStore();
    const TimelinePage fresh = store->timeline(room, {});
    QVERIFY(fresh.items.empty() && fresh.reachesStart && fresh.reachesEnd && !fresh.gapAbove
            && !fresh.gapBelow);
    QVERIFY(store->apply({write::PutConversation{conversation(room, Seq(12))}}));
    const TimelinePage unheld = store->timeline(room, {});
    QVERIFY(unheld.items.empty() && unheld.gapAbove && !unheld.reachesEnd);
}

void TestTimeline::aPageAroundASeqHasBothSides()
{
    const auto store = preparedStore();
    QVERIFY(ingestToHead(*store, room, messages(1, 50)));
    QCOMPARE(seqsOf(store->timeline(room, {Anchor::Around, Seq(25), 10}).items), seqs(20, 29));
    QCOMPARE(seqsOf(store->timeline(room, {Anchor::Around, Seq(49), 10}).items), seqs(41, 50));
    QCOMPARE(store->timeline(room, {Anchor::Around, Seq(2), 10}).first, Seq(1));
}

void TestTimeline::readingGoesOnAtTheFirstUnread()
{
    const auto store = preparedStore();
    std::vector<Entry> log = messages(1, 50);
    log[20] = message(21, me);
    log[21] = notice(22, anna, NoticeKind::Joined, anna);
    log[49] = recall(50, bert, 23);
    QVERIFY(ingest(*store, room, log));
    LocalConversation read = conversation(room, Seq(50));
    read.floor = Seq(3);
    read.cursor.readSeq = Seq(20);
    read.counts.unread = 26;
    QVERIFY(store->apply({write::PutConversation{read}}));
    QCOMPARE(store->firstUnread(room), std::optional(Seq(24)));
    QCOMPARE(seqsOf(store->timeline(room, {Anchor::FirstUnread, {}, 10}).items), seqs(19, 28));
    QCOMPARE(store->timeline(room, {Anchor::FirstUnread, {}, 10}).firstUnread, Seq(24));
    // The caller says where the unread part begins.
    QCOMPARE(store->timeline(room, {Anchor::FirstUnread, Seq(30), 10}).firstUnread, Seq(31));

    read.floor = Seq(50);
    read.counts = {};
    QVERIFY(store->apply({write::PutConversation{read}}));
    QCOMPARE(store->firstUnread(room), std::nullopt);
    QVERIFY(store->timeline(room, {Anchor::FirstUnread, {}, 10}).reachesEnd);
}

void TestTimeline::behindAGapTheFirstUnreadIsNotKnown()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, messages(1, 10)));
    QVERIFY(ingest(*store, room, messages(21, 50)));
    const TimelinePage page = store->timeline(room, {Anchor::FirstUnread, Seq(15), 10});
    QVERIFY(!page.firstUnread.isValid());
    QCOMPARE(store->timeline(room, {Anchor::FirstUnread, Seq(20), 10}).firstUnread, Seq(21));
}

void TestTimeline::anEditHasItsTime()
{
    const auto store = preparedStore();
    std::vector<Entry> log = messages(1, 3);
    log.push_back(edit(4, anna, 2, "other words"));
    log.back().at = UnixMs{987654};
    QVERIFY(ingest(*store, room, log));
    const TimelinePage page = store->timeline(room, {Anchor::End, {}, 10});
    QCOMPARE(page.items.size(), std::size_t(3));
    QVERIFY(page.items[1].isEdited);
    QCOMPARE(page.items[1].editedAt, UnixMs{987654});
    QCOMPARE(page.items[0].editedAt, UnixMs{});
}

void TestTimeline::theServerNamesTheFirstUnreadOfAMissingPart()
{
    const auto store = preparedStore();
    LocalConversation read = conversation(room, Seq(50));
    read.confirmed.readSeq = Seq(10);
    read.cursor = read.confirmed;
    read.counts.unread = 30;
    read.firstUnread = Seq(12);
    QVERIFY(store->apply({write::PutConversation{read}}));
    QVERIFY(ingest(*store, room, messages(40, 48)));
    QCOMPARE(store->firstUnread(room), std::optional(Seq(12)));

    // The cursor is beyond the server's one, or back below it: the first unread message is unknown until
    // the server answers.
    read.cursor.readSeq = Seq(15);
    QVERIFY(store->apply({write::PutConversation{read}}));
    QCOMPARE(store->firstUnread(room), std::nullopt);
    read.cursor = {1, Seq(5)};
    QVERIFY(store->apply({write::PutConversation{read}}));
    QCOMPARE(store->firstUnread(room), std::nullopt);

    read.cursor = read.confirmed;
    QVERIFY(store->apply({write::PutConversation{read}}));
    QVERIFY(ingest(*store, room, {recall(49, anna, 12)}));
    QCOMPARE(store->firstUnread(room), std::nullopt);
}

void TestTimeline::theNextMentionIsFoundAmongWhatIsHeld()
{
    const auto store = preparedStore();
    std::vector<Entry> log = messages(1, 50);
    for (const std::size_t mentioned : {4, 19, 29, 39, 44}) {
        said(log[mentioned]).mentions = {bert, me};
    }
    said(log[34]).mentionsAll = true;
    log[44].author = me;
    said(log[36]).mentions = {UserId(11), anna};
    log[49] = recall(50, anna, 30);
    QVERIFY(ingest(*store, room, log));
    LocalConversation read = conversation(room, Seq(50));
    read.cursor.readSeq = Seq(10);
    read.counts.mentions = 3;
    QVERIFY(store->apply({write::PutConversation{read}}));
    const auto nextAfter = [&](std::uint64_t after) {
        const NextMention next = store->nextMention(room, Seq(after));
        return next.held == 3 && !next.missingThrough.isValid() ? next.seq : Seq(999);
    };
    QCOMPARE(nextAfter(0), Seq(20));
    QCOMPARE(nextAfter(20), Seq(35));
    QCOMPARE(nextAfter(35), Seq(40));
    QCOMPARE(nextAfter(40), Seq());
    QCOMPARE(store->nextMention(ConversationId(999), {}),
             (NextMention{ConversationId(999), {}, {}, 0, {}, {}}));
}

void TestTimeline::gapsThatMayHideAMentionAreNamed()
{
    const auto store = preparedStore();
    LocalConversation read = conversation(room, Seq(100));
    read.cursor.readSeq = Seq(10);
    QVERIFY(store->apply({write::PutConversation{read}}));
    std::vector<Entry> middle = messages(40, 60);
    said(middle[10]).mentions = {me};
    QVERIFY(ingest(*store, room, messages(1, 20)));
    QVERIFY(ingest(*store, room, middle));
    const auto missing = [&](std::uint64_t after) {
        const NextMention next = store->nextMention(room, Seq(after));
        return std::tuple(next.seq, next.missingAfter, next.missingThrough);
    };
    QCOMPARE(missing(0), std::tuple(Seq(50), Seq(20), Seq(39)));
    QCOMPARE(missing(30), std::tuple(Seq(50), Seq(30), Seq(39)));
    QCOMPARE(missing(45), std::tuple(Seq(50), Seq(), Seq()));
    QCOMPARE(missing(50), std::tuple(Seq(), Seq(60), Seq(100)));
    QCOMPARE(missing(100), std::tuple(Seq(), Seq(), Seq()));
    QVERIFY(ingest(*store, room, messages(21, 39)));
    QCOMPARE(missing(0), std::tuple(Seq(50), Seq(), Seq()));
}

void TestTimeline::messagesWithUnsentChangesArePending()
{
    const auto store = preparedStore();
    std::vector<Entry> entries = messages(1, 6);
    for (Entry& entry : entries) {
        entry.author = me;
    }
    QVERIFY(ingestToHead(*store, room, entries));
    PendingMessage editing = pending(5, {});
    editing.content = content::Edit{Seq(3), "on its way"};
    PendingMessage recalling = pending(6, {});
    recalling.content = content::Recall{Seq(4)};
    PendingMessage failed = pending(7, {});
    failed.content = content::Recall{Seq(5)};
    failed.state = PendingMessage::State::Failed;
    QVERIFY(
        store->apply({write::PutPending{editing}, write::PutPending{recalling}, write::PutPending{failed}}));
    const std::vector<TimelineItem> items = store->timeline(room, {Anchor::End, {}, 6}).items;
    QCOMPARE(items.size(), std::size_t{6});
    QCOMPARE(items[1].delivery, Delivery::Sent);
    QCOMPARE(items[2].delivery, Delivery::Pending);
    QCOMPARE(items[3].delivery, Delivery::Pending);
    QCOMPARE(items[4].delivery, Delivery::Sent);
}

void TestTimeline::pendingMessagesStandAtTheEnd()
{
    const auto store = preparedStore();
    QVERIFY(ingestToHead(*store, room, messages(1, 30)));
    PendingMessage queued = pending(1, "queued");
    queued.content = content::Message{"queued", true, Seq(2), {}, false};
    PendingMessage acked = pending(2, "acked");
    acked.state = PendingMessage::State::Acked;
    acked.seq = Seq(31);
    PendingMessage failed = pending(3, "failed");
    failed.state = PendingMessage::State::Failed;
    failed.error = protocol::ErrorCode::TextTooLong;
    PendingMessage arrived = pending(4, "already in the log");
    arrived.state = PendingMessage::State::Acked;
    arrived.seq = Seq(30);
    PendingMessage editing = pending(5, {});
    editing.content = content::Edit{Seq(3), "on its way"};
    PendingMessage failedRecall = pending(6, {});
    failedRecall.content = content::Recall{Seq(3)};
    failedRecall.state = PendingMessage::State::Failed;
    PendingMessage elsewhere = pending(7, "elsewhere");
    elsewhere.conversation = other;
    QVERIFY(store->apply({write::PutConversation{conversation(other)}, write::PutPending{failed},
                          write::PutPending{queued}, write::PutPending{acked}, write::PutPending{arrived},
                          write::PutPending{editing}, write::PutPending{failedRecall},
                          write::PutPending{elsewhere}}));

    const std::vector<TimelineItem> items = store->timeline(room, {Anchor::End, {}, 5}).pending;
    QCOMPARE(items.size(), std::size_t{4});
    QCOMPARE(items[0].text, std::string("queued"));
    QCOMPARE(items[0].delivery, Delivery::Pending);
    QCOMPARE(items[0].replyToName, std::string("Anna"));
    QCOMPARE(items[0].replyToText, std::string("m2"));
    QCOMPARE(items[0].authorName, std::string("me"));
    QVERIFY(items[0].isOwn && items[0].isAction);
    QCOMPARE(items[0].seq, Seq());
    QCOMPARE(items[0].uuid, uuid(1));
    QCOMPARE(items[1].delivery, Delivery::Sent);
    QCOMPARE(items[2].delivery, Delivery::Failed);
    QCOMPARE(items[2].error, std::optional(protocol::ErrorCode::TextTooLong));
    QCOMPARE(items[3].kind, EntryKind::Recall);

    QVERIFY(store->timeline(room, {Anchor::Around, Seq(10), 5}).pending.empty());
}

void TestTimeline::anUnknownConversationGivesAnEmptyPage()
{
    const auto store = preparedStore();
    QVERIFY(store->timeline(ConversationId(999), {}).items.empty());
    QCOMPARE(store->firstUnread(ConversationId(999)), std::nullopt);
}

TIDEMARK_SUITE(TestTimeline, QCoreApplication)

} // namespace tidemark::timeline_test

#include "test_timeline.moc"
