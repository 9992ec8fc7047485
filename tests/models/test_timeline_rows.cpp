// A window of the log becomes rows: days, divider, groups, coverage.
#include "core/models/timeline/timeline_window.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"

namespace tidemark::timeline_rows_test {

using namespace Qt::StringLiterals;
using test::messageItem;
using test::minute;
using test::ownItem;
using test::pageOf;
using test::pendingItem;
using test::someMoment;

namespace {

TimelineContext someContext()
{
    TimelineContext context;
    context.today = QDate(2026, 11, 20);
    return context;
}

std::vector<TimelineRow> rowsOf(const TimelinePage& page, const TimelineContext& context = someContext())
{
    TimelineWindow window;
    window.replace(page);
    return timelineRows(window, context);
}

/// The letters stand for: D day, N divider, m message, n notice, L loading, T trimmed, I closed line.
QString shapeOf(const std::vector<TimelineRow>& rows)
{
    QString shape;
    for (const TimelineRow& row : rows) {
        switch (row.key.kind) {
        case TimelineRowKind::Message:
            shape += u'm';
            break;
        case TimelineRowKind::Notice:
            shape += u'n';
            break;
        case TimelineRowKind::Day:
            shape += u'D';
            break;
        case TimelineRowKind::NewMessages:
            shape += u'N';
            break;
        case TimelineRowKind::Trimmed:
            shape += u'T';
            break;
        case TimelineRowKind::Loading:
            shape += u'L';
            break;
        case TimelineRowKind::Ignored:
            shape += u'I';
            break;
        }
    }
    return shape;
}

} // namespace

class TestTimelineRows : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void dayBeforeTheFirstOfEachDay()
    {
        TimelinePage page = pageOf(1, 4, 4);
        page.items[2].at.value += 24 * 60 * minute;
        page.items[3].at.value += 24 * 60 * minute;
        const auto rows = rowsOf(page);
        QCOMPARE(shapeOf(rows), u"DmmDmm"_s);
        QCOMPARE(rows[0].text, u"Yesterday"_s);
        QCOMPARE(rows[3].text, u"Today"_s);
    }

    void aDayThatComesBackHasItsOwnKey()
    {
        TimelinePage page = pageOf(1, 3, 3);
        page.items[1].at.value += 24 * 60 * minute;
        const auto rows = rowsOf(page);
        QCOMPARE(shapeOf(rows), u"DmDmDm"_s);
        QVERIFY(rows[0].key != rows[4].key);
    }

    void dividerBeforeTheFirstUnreadOfOthers()
    {
        TimelinePage page = pageOf(1, 5, 5);
        page.items[2] = ownItem(3, 1);
        TimelineContext context = someContext();
        context.readThrough = Seq(2);
        context.unreadAtOpening = 2;
        const auto rows = rowsOf(page, context);
        QCOMPARE(shapeOf(rows), u"DmmmNmm"_s);
        QCOMPARE(rows[4].text, u"New messages · 2"_s);
        context.unreadExact = false;
        QCOMPARE(rowsOf(page, context)[4].text, u"New messages · ≥ 2"_s);
    }

    void messagesOfIgnoredUsersAreClosedToOneLine()
    {
        TimelinePage page = pageOf(1, 8, 8);
        for (const std::size_t place : {1, 2, 3, 6}) {
            page.items[place].author = UserId(9);
        }
        QCOMPARE(shapeOf(rowsOf(page)), u"Dmmmmmmmm"_s);
        TimelineContext context = someContext();
        context.ignored = {UserId(9), UserId(12)};
        const auto rows = rowsOf(page, context);
        QCOMPARE(shapeOf(rows), u"DmImmIm"_s);
        QCOMPARE(rows[2].text, u"3 messages from people you ignore"_s);
        QCOMPARE(rows[2].seq, Seq(2));
        QCOMPARE(rows[2].coversThrough, Seq(4));
        QCOMPARE(rows[5].coversThrough, Seq(7));
        QVERIFY(!rows[2].isMessage() && rows[2].key != rows[5].key);
        QVERIFY(rows[3].startsGroup);

        context.opened = {Seq(2), Seq(3), Seq(4)};
        QCOMPARE(shapeOf(rowsOf(page, context)), u"DmmmmmmIm"_s);
    }

    void aClosedLineEndsAtADayAndBeginsNoNewMessages()
    {
        TimelinePage page = pageOf(1, 5, 5);
        for (const std::size_t place : {1, 2, 3}) {
            page.items[place].author = UserId(9);
        }
        page.items[3].at.value += 24 * 60 * minute;
        page.items[4].at.value += 24 * 60 * minute;
        TimelineContext context = someContext();
        context.ignored = {UserId(9)};
        context.readThrough = Seq(1);
        context.unreadAtOpening = 1;
        QCOMPARE(shapeOf(rowsOf(page, context)), u"DmIDINm"_s);
        context.opened = {Seq(2), Seq(3), Seq(4)};
        QCOMPARE(shapeOf(rowsOf(page, context)), u"DmmmDmNm"_s);
    }

    void mentionsOfNamesWithBlanksAreWhole()
    {
        TimelinePage page = pageOf(1, 2, 2);
        page.items[0].text = "@Anna Meier and @Bo Li";
        page.items[0].mentionsReader = true;
        page.items[1].authorName = "Bo Li";
        TimelineContext context = someContext();
        context.readerName = u"Anna Meier"_s;
        const auto rows = rowsOf(page, context);
        QCOMPARE(rows[1].spans.size(), 2);
        QCOMPARE(rows[1].spans[0].kind, TextSpan::Kind::OwnMention);
        QCOMPARE(rows[1].spans[0].length, 11);
        QCOMPARE(rows[1].spans[1].length, 6);
    }

    /// The server counts these mentions, so the bubble marks them.
    void mentionsOfNamesThatBeginWithASignAreMarked()
    {
        TimelinePage page = pageOf(1, 3, 3);
        page.items[0].text = "thanks,@★ Stern!";
        page.items[0].mentionsReader = true;
        page.items[1].text = "★ Stern@example.org";
        page.items[2].text = "@★ Stern";
        page.items[2].isRecalled = true;
        TimelineContext context = someContext();
        context.readerName = u"★ Stern"_s;
        const auto rows = rowsOf(page, context);
        QCOMPARE(rows[1].spans, (QList<TextSpan>{{TextSpan::Kind::OwnMention, 7, 8, {}}}));
        QCOMPARE(rows[2].spans.size(), 1);
        QCOMPARE(rows[2].spans[0].kind, TextSpan::Kind::Link);
        QCOMPARE(rows[3].spans.size(), 0);
    }

    void theDividerIsFoundBehindManyOwnMessages()
    {
        TimelinePage page = pageOf(40, 60, 60);
        for (std::uint64_t seq = 40; seq < 50; ++seq) {
            page.items[seq - 40] = ownItem(seq, static_cast<std::uint8_t>(seq));
        }
        TimelineContext context = someContext();
        context.readThrough = Seq(5);
        context.unreadAtOpening = 11;
        QVERIFY2(!shapeOf(rowsOf(page, context)).contains(u'N'), "earlier messages may be unread, too");
        context.firstNew = Seq(50);
        QCOMPARE(shapeOf(rowsOf(page, context)).indexOf(u'N'), 11);
        context.firstNew = Seq(30);
        QVERIFY(!shapeOf(rowsOf(page, context)).contains(u'N'));
    }

    void noDividerWithoutUnreadOrWithoutTheRowsBefore()
    {
        TimelineContext context = someContext();
        context.readThrough = Seq(2);
        QCOMPARE(shapeOf(rowsOf(pageOf(1, 4, 4), context)), u"Dmmmm"_s);
        context.unreadAtOpening = 9;
        QCOMPARE(shapeOf(rowsOf(pageOf(10, 12, 12), context)), u"Dmmm"_s);
    }

    void groupsBySenderAndTime()
    {
        TimelinePage page;
        page.conversation = test::someConversation;
        page.first = Seq(1);
        page.last = Seq(5);
        page.items = {messageItem(1), messageItem(2), messageItem(3, "other", 3), messageItem(4, "later", 3),
                      ownItem(5, 1)};
        page.items[3].at.value += 6 * minute;
        const auto rows = rowsOf(page);
        QVERIFY(rows[1].startsGroup && !rows[1].endsGroup);
        QVERIFY(!rows[2].startsGroup && rows[2].endsGroup);
        QVERIFY(rows[3].startsGroup && rows[3].endsGroup);
        QVERIFY(rows[4].startsGroup && rows[4].endsGroup);
        QVERIFY(rows[4].showsAuthor && !rows[5].showsAuthor);
    }

    void directChatsShowNoNames()
    {
        TimelineContext context = someContext();
        context.isDirect = true;
        for (const TimelineRow& row : rowsOf(pageOf(1, 3, 3), context)) {
            QVERIFY(!row.showsAuthor);
        }
    }

    void rowsCoverTheEntriesWithoutARow()
    {
        TimelinePage page = pageOf(1, 3, 8);
        page.items = {messageItem(2), messageItem(5)};
        page.first = Seq(1);
        page.last = Seq(7);
        const auto rows = rowsOf(page);
        QCOMPARE(rows[1].coversThrough, Seq(4));
        QCOMPARE(rows[2].coversThrough, Seq(7));
        QVERIFY(!rows[0].coversThrough.isValid());
    }

    void pendingStandAtTheBottomAndKeepTheirKey()
    {
        TimelinePage page = pageOf(1, 2, 2);
        page.pending = {pendingItem(1), pendingItem(2)};
        const auto before = rowsOf(page);
        QCOMPARE(before.back().key.uuid, test::uuidOf(2));
        QCOMPARE(before.back().delivery, Delivery::Pending);

        page.items.push_back(ownItem(3, 1));
        page.last = Seq(3);
        const auto after = rowsOf(page);
        // The message that is also still in the outbox is not shown twice.
        QCOMPARE(after.size(), before.size());
        QCOMPARE(after[3].key, before[3].key);
        QCOMPARE(after[3].seq, Seq(3));
    }

    void failedMessagesShowWhy()
    {
        TimelineItem item = pendingItem(1);
        item.delivery = Delivery::Failed;
        item.error = protocol::ErrorCode::TextTooLong;
        QCOMPARE(rowOf(item).failure,
                 u"This message is too long for the server. Shorten it or send it in parts."_s);
        item.kind = EntryKind::Edit;
        item.text = "better";
        QCOMPARE(rowOf(item).text, u"Edit: better"_s);
        QVERIFY(rowOf(item).isMessage());
    }

    void readMarksFollowReceipts()
    {
        TimelinePage page = pageOf(1, 3, 3);
        page.items = {ownItem(1, 1), ownItem(2, 2), ownItem(3, 3)};
        TimelineContext context = someContext();
        context.seenByOthers = Seq(1);
        context.deliveredToOthers = Seq(2);
        const auto rows = rowsOf(page, context);
        QCOMPARE(rows[1].delivery, Delivery::Read);
        QCOMPARE(rows[2].delivery, Delivery::Delivered);
        QCOMPARE(rows[3].delivery, Delivery::Sent);
    }

    void recalledShowNoText()
    {
        TimelineItem item = messageItem(1, "secret");
        item.isRecalled = true;
        item.isEdited = true;
        const TimelineRow row = rowOf(item);
        QVERIFY(!row.text.contains(u"secret"));
        QVERIFY(!row.isEdited);
    }

    void aNoticeAboutAPinNamesTheMessage()
    {
        TimelineItem item = messageItem(5, {});
        item.kind = EntryKind::Notice;
        item.notice = NoticeKind::Pinned;
        item.target = Seq(2);
        item.replyToText = "the plan\nfor today";
        QCOMPARE(rowOf(item).text, u"User 2 pinned “the plan for today”"_s);
        QVERIFY(!rowOf(item).isMessage());
        item.replyToText = std::string(200, 'x');
        QVERIFY(rowOf(item).text.size() < 100);
        item.replyToText.clear();
        QCOMPARE(rowOf(item).text, u"User 2 pinned a message"_s);
        item.replyToFile = test::pictureNamed("a.jpg");
        QCOMPARE(rowOf(item).text, u"User 2 pinned “Photo”"_s);
    }

    void aForwardedMessageSaysWhoSaidIt()
    {
        TimelineItem item = messageItem(5, "the plan, @Anna");
        item.forwarded = {UserId(9), UnixMs{5}};
        item.forwardedName = "Cleo";
        const TimelineRow row = rowOf(item);
        QVERIFY(row.forwardedLine.startsWith(u"Forwarded from "_s) && row.forwardedLine.contains(u"Cleo"));
        QCOMPARE(row.text, u"the plan, @Anna"_s);
        item.isAction = true;
        QVERIFY(rowOf(item).text.contains(u"Cleo"));
        QCOMPARE(writtenPart(rowOf(item)), u"the plan, @Anna"_s);
        item.forwardedName.clear();
        QVERIFY(rowOf(item).forwardedLine.contains(u"User 9"));
        item.isRecalled = true;
        QVERIFY(rowOf(item).forwardedLine.isEmpty());
    }

    /// The names in a forwarded text mention nobody. The words of an ignored user are closed, but the message
    /// of another one counts.
    void forwardedWordsMentionNobodyAndCanBeIgnored()
    {
        TimelinePage page = pageOf(1, 3, 3);
        page.items[1].text = "hello @Anna";
        page.items[1].forwarded = {UserId(9), UnixMs{5}};
        page.items[2].text = "hello @Anna";
        TimelineContext context = someContext();
        context.readerName = u"Anna"_s;
        context.readThrough = Seq(1);
        context.unreadAtOpening = 2;
        const auto rows = rowsOf(page, context);
        QCOMPARE(shapeOf(rows), u"DmNmm"_s);
        QVERIFY(rows[3].spans.isEmpty());
        QCOMPARE(rows[4].spans.size(), 1);
        context.ignored = {UserId(9)};
        QCOMPARE(shapeOf(rowsOf(page, context)), u"DmNIm"_s);
        context.opened = {Seq(2)};
        QCOMPARE(shapeOf(rowsOf(page, context)), u"DmNmm"_s);
    }

    void unknownEntriesAreNotices()
    {
        TimelineItem item = messageItem(1);
        item.kind = EntryKind::Unknown;
        QCOMPARE(rowOf(item).key.kind, TimelineRowKind::Notice);
        QVERIFY(rowOf(item).text.contains(u"Update Tidemark"));
    }

    void windowRefusesAHole()
    {
        TimelineWindow window;
        window.replace(pageOf(10, 20, 100));
        QVERIFY(!window.merge(pageOf(30, 40, 100)));
        QVERIFY(!window.merge(pageOf(1, 8, 100)));
        QCOMPARE(window.rows().size(), std::size_t(11));
        QVERIFY(window.merge(pageOf(21, 30, 100)));
        QVERIFY(window.merge(pageOf(5, 9, 100)));
        QCOMPARE(window.first(), Seq(5));
        QCOMPARE(window.last(), Seq(30));
        QCOMPARE(window.rows().size(), std::size_t(26));
    }

    void overlapsAreReplaced()
    {
        TimelineWindow window;
        window.replace(pageOf(1, 5, 5));
        TimelinePage changed = pageOf(3, 4, 5);
        changed.items.erase(changed.items.begin());
        changed.items[0].text = "new words";
        QVERIFY(window.merge(changed));
        QCOMPARE(window.rows().size(), std::size_t(4));
        QCOMPARE(window.rows()[2].text, u"new words"_s);
        QVERIFY(window.reachesStart() && window.reachesEnd());
    }

    void aTrimmedStartIsSaid()
    {
        TimelineWindow window;
        TimelinePage page = pageOf(1, 3, 3);
        page.startTrimmed = true;
        window.replace(page);
        const TimelineContext context;
        const std::vector<TimelineRow> rows = timelineRows(window, context);
        QVERIFY2(shapeOf(rows).startsWith(u'T'), qPrintable(shapeOf(rows)));
        QCOMPARE(rows.front().text, u"Older messages are not available"_s);
        QVERIFY(!rows.front().coversThrough.isValid());
        page.startCleared = true;
        window.replace(page);
        QCOMPARE(timelineRows(window, context).front().text, u"You cleared the messages before"_s);
        QVERIFY(!shapeOf(timelineRows(window, context, {.older = true})).contains(u'T'));
        window.dropOldest(2);
        QVERIFY(!shapeOf(timelineRows(window, context)).contains(u'T'));
        window.replace(pageOf(1, 3, 3));
        QVERIFY(!shapeOf(timelineRows(window, context)).contains(u'T'));
    }

    void droppingForgetsTheEdge()
    {
        TimelineWindow window;
        TimelinePage page = pageOf(1, 10, 10);
        page.pending = {pendingItem(1)};
        window.replace(page);
        window.dropNewest(4);
        QCOMPARE(window.last(), Seq(4));
        QVERIFY(!window.reachesEnd() && window.pending().empty() && window.reachesStart());
        window.replace(page);
        window.dropOldest(4);
        QCOMPARE(window.first(), Seq(7));
        QVERIFY(!window.reachesStart() && window.reachesEnd());
    }
};

TIDEMARK_SUITE(TestTimelineRows, QCoreApplication)

} // namespace tidemark::timeline_rows_test

#include "test_timeline_rows.moc"
