#include "core/models/timeline/timeline_model.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

namespace tidemark::timeline_model_test {

using namespace Qt::StringLiterals;
using Anchor = TimelineQuery::Anchor;
using Received = TimelineModel::Received;
using test::messageItem;
using test::ownItem;
using test::pageOf;
using test::pendingItem;
using test::someConversation;

namespace {

/// A model over a log 1..head that is all held. It gets its answers only when the test says so.
class Fixture {
public:
    explicit Fixture(std::uint64_t head) : m_head(head)
    {
        model.setToday(QDate(2026, 11, 20));
        QObject::connect(&model, &TimelineModel::pageWanted, &model,
                         [this](const TimelineQuery& query) { asked.append(query); });
        QObject::connect(&model, &TimelineModel::olderMissing, &model,
                         [this](Seq before) { olderMissing.append(before); });
        QObject::connect(&model, &TimelineModel::newerMissing, &model,
                         [this](Seq after) { newerMissing.append(after); });
    }

    void open(std::uint64_t readThrough = 0, std::uint64_t unread = 0)
    {
        model.open({someConversation, false, Seq(readThrough), unread, true, {}});
        answerAll();
    }
    void grow(std::uint64_t count)
    {
        const Seq first(m_head + 1);
        m_head += count;
        model.noteGrowth(first, Seq(m_head), {});
    }
    void answerAll()
    {
        while (!asked.isEmpty()) {
            const TimelineQuery query = asked.takeFirst();
            model.takePage(pageFor(query), query);
        }
    }
    [[nodiscard]] TimelinePage pageFor(const TimelineQuery& query) const
    {
        const auto limit = static_cast<std::uint64_t>(query.limit);
        switch (query.anchor) {
        case Anchor::End:
            return pageOf(m_head > limit ? m_head - limit + 1 : 1, m_head, m_head);
        case Anchor::Before:
            return pageOf(query.seq.value > limit ? query.seq.value - limit : 1, query.seq.value - 1, m_head);
        case Anchor::After:
            return pageOf(query.seq.value + 1, std::min(m_head, query.seq.value + limit), m_head);
        case Anchor::Around:
            return around(query.seq.value, limit);
        case Anchor::FirstUnread:
            break;
        }
        return around(firstUnread, limit);
    }

    TimelineModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
    QList<TimelineQuery> asked;
    QList<Seq> olderMissing;
    QList<Seq> newerMissing;
    std::uint64_t firstUnread = 1;

    /// First and last seq of the rows.
    [[nodiscard]] QPair<quint64, quint64> range() const
    {
        return {model.window().rows().front().seq.value, model.window().rows().back().seq.value};
    }

    [[nodiscard]] const TimelineRow& aboveSeq(std::uint64_t seq) const
    {
        return model.rows()[static_cast<std::size_t>(model.rowOfSeq(Seq(seq)) - 1)];
    }

private:
    [[nodiscard]] TimelinePage around(std::uint64_t seq, std::uint64_t limit) const
    {
        return pageOf(seq > limit / 2 ? seq - limit / 2 : 1, std::min(m_head, seq + limit / 2), m_head);
    }

    std::uint64_t m_head;
};

TimelineOpening openingAt(std::uint64_t readThrough, std::uint64_t head)
{
    TimelineOpening opening{someConversation, false, Seq(readThrough), head - readThrough, true, {}};
    opening.head = Seq(head);
    return opening;
}

} // namespace

class TestTimelineModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void opensAtTheEndWhenAllIsRead()
    {
        Fixture fixture(1000000);
        QSignalSpy positioned(&fixture.model, &TimelineModel::positioned);
        fixture.open(1000000, 0);
        QCOMPARE(fixture.range(), (QPair<quint64, quint64>{1000000 - TimelineModel::pageRows + 1, 1000000}));
        QCOMPARE(positioned.size(), 1);
        QCOMPARE(positioned.first().at(0).value<Anchor>(), Anchor::End);
    }

    void anotherVisitForgetsTheFirst()
    {
        Fixture fixture(1);
        fixture.model.setReaderName(u"Lin"_s);
        const auto mentions = [&fixture] {
            fixture.model.open({someConversation, false, Seq(1), 0, true, {}});
            const TimelineQuery query = fixture.asked.takeFirst();
            TimelinePage page = fixture.pageFor(query);
            page.items[0].text = "@Lin and @Bo";
            page.items[0].mentionsReader = true;
            fixture.model.takePage(page, query);
            return fixture.model.rows().at(static_cast<std::size_t>(fixture.model.rowOfSeq(Seq(1)))).spans;
        };
        QCOMPARE(mentions().size(), 1);
        fixture.model.setNames({u"Bo"_s});
        QCOMPARE(fixture.model.rows().back().spans.size(), 2);
        const QList<TextSpan> again = mentions();
        QCOMPARE(again.size(), 1);
        QCOMPARE(again[0].kind, TextSpan::Kind::OwnMention);
    }

    void theDividerIsFoundBehindManyOwnMessages()
    {
        Fixture fixture(5000);
        fixture.model.open({someConversation, false, Seq(4000), 900, true, {}});
        const TimelineQuery query = fixture.asked.takeFirst();
        QCOMPARE(query.seq, Seq(4000));
        TimelinePage page = pageOf(4070, 4130, 5000);
        for (std::uint64_t seq = 4070; seq < 4100; ++seq) {
            page.items[seq - 4070] = test::ownItem(seq, static_cast<std::uint8_t>(seq - 4000));
        }
        page.firstUnread = Seq(4100);
        fixture.model.takePage(page, query);
        QCOMPARE(fixture.aboveSeq(4100).key.kind, TimelineRowKind::NewMessages);
        QCOMPARE(fixture.model.dividerAt(), Seq(4100));
        // Above the first unread message nothing can be unread, loaded or not; above the next one it can.
        QCOMPARE(fixture.model.quietFrom(fixture.model.rowOfSeq(Seq(4100))), Seq(4001));
        QCOMPARE(fixture.model.quietFrom(fixture.model.rowOfSeq(Seq(4102))), Seq(4102));
        fixture.model.showEnd();
        fixture.answerAll();
        fixture.model.showNewMessages();
        QCOMPARE(fixture.asked.first().seq, Seq(4100));
    }

    void opensAtTheFirstUnread()
    {
        Fixture fixture(5000);
        fixture.firstUnread = 4001;
        QSignalSpy positioned(&fixture.model, &TimelineModel::positioned);
        fixture.open(4000, 1000);
        QCOMPARE(positioned.first().at(0).value<Anchor>(), Anchor::FirstUnread);
        const int divider = fixture.model.rowOfSeq(Seq(4001)) - 1;
        QCOMPARE(fixture.model.rows()[static_cast<std::size_t>(divider)].text, u"New messages · 1,000"_s);
    }

    void theDividerStaysDuringTheVisit()
    {
        Fixture fixture(100);
        fixture.firstUnread = 91;
        fixture.open(90, 10);
        const auto divider = [&] {
            return fixture.model.rows()[static_cast<std::size_t>(fixture.model.rowOfSeq(Seq(91)) - 1)].text;
        };
        QCOMPARE(divider(), u"New messages · 10"_s);
        fixture.grow(3);
        fixture.answerAll();
        fixture.model.wantOlder();
        fixture.answerAll();
        QCOMPARE(divider(), u"New messages · 10"_s);
    }

    void messagesOfCatchUpWhileOpeningAreNew_data()
    {
        QTest::addColumn<bool>("pageFirst");
        QTest::addColumn<bool>("pageIsOld");
        QTest::newRow("heard of before the first page") << false << true;
        QTest::newRow("the first page is newer") << false << false;
        QTest::newRow("heard of after the first page") << true << true;
    }
    void messagesOfCatchUpWhileOpeningAreNew()
    {
        QFETCH(bool, pageFirst);
        QFETCH(bool, pageIsOld);
        Fixture fixture(100);
        fixture.firstUnread = 101;
        QSignalSpy positioned(&fixture.model, &TimelineModel::positioned);
        fixture.model.open(openingAt(100, 100));
        const TimelineQuery query = fixture.asked.takeFirst();
        const TimelinePage early = fixture.pageFor(query);
        if (pageFirst) {
            fixture.model.takePage(early, query);
        }
        fixture.model.updateOpening(openingAt(100, 103), Received::Part);
        fixture.grow(3);
        if (!pageFirst) {
            fixture.model.takePage(pageIsOld ? early : fixture.pageFor(query), query);
        }
        fixture.answerAll();
        QCOMPARE(positioned.last().at(0).value<Anchor>(), Anchor::FirstUnread);
        QCOMPARE(fixture.aboveSeq(101).text, u"New messages · 3"_s);
        // Entries that come in pieces are one beginning.
        fixture.model.updateOpening(openingAt(100, 110), Received::Part);
        fixture.grow(7);
        positioned.clear();
        fixture.answerAll();
        QCOMPARE(positioned.last().at(0).value<Anchor>(), Anchor::FirstUnread);
        QCOMPARE(fixture.aboveSeq(101).text, u"New messages · 10"_s);
    }

    void theBeginningGoesToWhereItWasReadElsewhere()
    {
        Fixture fixture(1000);
        fixture.firstUnread = 501;
        QSignalSpy positioned(&fixture.model, &TimelineModel::positioned);
        fixture.model.open(openingAt(500, 1000));
        fixture.answerAll();
        fixture.firstUnread = 901;
        fixture.model.updateOpening(openingAt(900, 1000), Received::Part);
        fixture.answerAll();
        QCOMPARE(fixture.model.dividerAt(), Seq(901));
        fixture.model.updateOpening(openingAt(1000, 1000), Received::Part);
        QCOMPARE(fixture.model.dividerAt(), Seq());
    }

    void aReadElsewhereMovesNoDivider()
    {
        Fixture fixture(1000);
        fixture.firstUnread = 501;
        fixture.model.open(openingAt(500, 1000));
        fixture.answerAll();
        fixture.model.updateOpening(openingAt(900, 1000), Received::Nothing);
        QCOMPARE(fixture.model.dividerAt(), Seq(501));
        QCOMPARE(fixture.aboveSeq(501).text, u"New messages · 500"_s);
    }

    void aVisitThatHasBegunKeepsItsDivider_data()
    {
        QTest::addColumn<bool>("byReading");
        QTest::newRow("reading") << true;
        QTest::newRow("all is there") << false;
    }
    void aVisitThatHasBegunKeepsItsDivider()
    {
        QFETCH(bool, byReading);
        Fixture fixture(100);
        fixture.firstUnread = 91;
        fixture.model.open(openingAt(90, 100));
        fixture.answerAll();
        if (byReading) {
            fixture.model.endBeginning();
        } else {
            fixture.model.updateOpening(openingAt(90, 100), Received::All);
        }
        fixture.model.updateOpening(openingAt(100, 105), Received::Part);
        QSignalSpy positioned(&fixture.model, &TimelineModel::positioned);
        fixture.grow(5);
        fixture.answerAll();
        QCOMPARE(positioned.size(), 0);
        QCOMPARE(fixture.aboveSeq(91).text, u"New messages · 10"_s);
    }

    void aLongVisitBeginsAtItsDivider()
    {
        Fixture fixture(1000);
        fixture.firstUnread = 501;
        QObject::connect(&fixture.model, &TimelineModel::positioned, &fixture.model,
                         [&] { fixture.model.setFollowing(false); });
        fixture.model.open(openingAt(500, 1000));
        fixture.model.updateOpening(openingAt(500, 1000), Received::All);
        fixture.answerAll();
        // Another device read on, while the user has not touched this one.
        fixture.model.updateOpening(openingAt(700, 1000), Received::Part);
        fixture.answerAll();
        QCOMPARE(fixture.model.dividerAt(), Seq(501));
    }

    void theDividerSaysHowMany_data()
    {
        QTest::addColumn<quint64>("unread");
        QTest::addColumn<bool>("exact");
        QTest::addColumn<QString>("words");
        QTest::newRow("one") << quint64(1) << true << u"New message · 1"_s;
        QTest::newRow("some") << quint64(2) << true << u"New messages · 2"_s;
        QTest::newRow("many") << quint64(1234567) << true << u"New messages · 1,234,567"_s;
        QTest::newRow("not certain") << quint64(1) << false << u"New messages · ≥ 1"_s;
    }
    void theDividerSaysHowMany()
    {
        QFETCH(quint64, unread);
        QFETCH(bool, exact);
        QTEST(dividerText(unread, exact), "words");
    }

    void oneQuestionAtATime()
    {
        Fixture fixture(1000);
        fixture.open();
        fixture.model.wantOlder();
        fixture.model.wantOlder();
        QCOMPARE(fixture.asked.size(), 1);
        QCOMPARE(fixture.asked.first().anchor, Anchor::Before);
        QCOMPARE(fixture.asked.first().seq, Seq(941));
        fixture.answerAll();
        QCOMPARE(fixture.range().first, quint64(881));
        fixture.model.wantNewer();
        QVERIFY(fixture.asked.isEmpty());
    }

    void stopsAtTheStart()
    {
        Fixture fixture(70);
        fixture.open();
        for (int i = 0; i < 5; ++i) {
            fixture.model.wantOlder();
            fixture.answerAll();
        }
        QVERIFY(fixture.model.window().reachesStart());
        QCOMPARE(fixture.range(), (QPair<quint64, quint64>{1, 70}));
    }

    void neverHoldsMoreThanItsWindow()
    {
        Fixture fixture(100000);
        fixture.open();
        for (int i = 0; i < 40; ++i) {
            fixture.model.wantOlder();
            fixture.answerAll();
            QVERIFY(fixture.model.window().rows().size() <= std::size_t(TimelineModel::maximumRows));
        }
        QVERIFY(!fixture.model.window().reachesEnd());
        const quint64 oldest = fixture.range().first;
        QCOMPARE(oldest, quint64(100000 - 60 + 1 - 40 * 60));
        for (int i = 0; i < 60; ++i) {
            fixture.model.wantNewer();
            fixture.answerAll();
        }
        QVERIFY(fixture.model.window().reachesEnd());
        QCOMPARE(fixture.range().second, quint64(100000));
        QVERIFY(fixture.model.window().rows().size() <= std::size_t(TimelineModel::maximumRows));
    }

    void prependedRowsAreInsertedNotReset()
    {
        Fixture fixture(1000);
        fixture.open();
        QSignalSpy reset(&fixture.model, &QAbstractItemModel::modelReset);
        QSignalSpy removed(&fixture.model, &QAbstractItemModel::rowsRemoved);
        const auto before = fixture.model.rowCount();
        fixture.model.wantOlder();
        fixture.answerAll();
        QCOMPARE(reset.size(), 0);
        QCOMPARE(removed.size(), 0);
        QCOMPARE(fixture.model.rowCount(), before + TimelineModel::pageRows);
    }

    void arrivalsAreAppended()
    {
        Fixture fixture(100);
        fixture.open();
        QSignalSpy inserted(&fixture.model, &QAbstractItemModel::rowsInserted);
        fixture.grow(1);
        fixture.answerAll();
        QCOMPARE(inserted.size(), 1);
        QCOMPARE(inserted.first().at(1).toInt(), fixture.model.rowCount() - 1);
        QCOMPARE(fixture.range().second, quint64(101));
    }

    void arrivalsWhileAskingAreNotForgotten()
    {
        Fixture fixture(100);
        fixture.open();
        fixture.grow(1);
        const TimelinePage early = fixture.pageFor(fixture.asked.first());
        fixture.grow(1);
        QCOMPARE(fixture.asked.size(), 1);
        fixture.model.takePage(early, fixture.asked.takeFirst());
        fixture.answerAll();
        QCOMPARE(fixture.range().second, quint64(102));
    }

    void arrivalsDuringOpeningAreNotForgotten()
    {
        Fixture fixture(100);
        fixture.model.open({someConversation, false, Seq(100), 0, true, {}});
        const TimelineQuery query = fixture.asked.takeFirst();
        const TimelinePage early = fixture.pageFor(query);
        fixture.grow(1);
        fixture.model.takePage(early, query);
        fixture.answerAll();
        QCOMPARE(fixture.range().second, quint64(101));
    }

    void followerSlidesReaderStays()
    {
        Fixture fixture(1000);
        fixture.open();
        while (fixture.model.window().rows().size() < std::size_t(TimelineModel::maximumRows)) {
            fixture.model.wantOlder();
            fixture.answerAll();
        }
        QVERIFY(!fixture.model.window().reachesEnd() || fixture.range().second == 1000);
        while (!fixture.model.window().reachesEnd()) {
            fixture.model.wantNewer();
            fixture.answerAll();
        }
        fixture.model.setFollowing(true);
        fixture.grow(10);
        fixture.answerAll();
        QCOMPARE(fixture.range().second, quint64(1010));
        QCOMPARE(fixture.model.window().rows().size(), std::size_t(TimelineModel::maximumRows));

        fixture.model.setFollowing(false);
        const auto held = fixture.range();
        fixture.grow(10);
        fixture.answerAll();
        QCOMPARE(fixture.range(), held);
        QVERIFY(!fixture.model.window().reachesEnd());
    }

    void pendingBecomesAMessageInPlace()
    {
        Fixture fixture(3);
        fixture.open();
        TimelinePage page;
        page.conversation = someConversation;
        page.first = Seq(4);
        page.last = Seq(3);
        page.reachesEnd = true;
        page.pending = {pendingItem(9)};
        fixture.model.notePending();
        fixture.model.takePage(page, fixture.asked.takeFirst());
        const int row = fixture.model.rowCount() - 1;
        QCOMPARE(fixture.model.index(row).data(TimelineModel::DeliveryRole).toInt(),
                 static_cast<int>(Delivery::Pending));

        QSignalSpy inserted(&fixture.model, &QAbstractItemModel::rowsInserted);
        QSignalSpy removed(&fixture.model, &QAbstractItemModel::rowsRemoved);
        QSignalSpy changed(&fixture.model, &QAbstractItemModel::dataChanged);
        page.items = {ownItem(4, 9)};
        page.last = Seq(4);
        page.pending.clear();
        fixture.model.noteGrowth(Seq(4), Seq(4), {});
        fixture.model.takePage(page, fixture.asked.takeFirst());
        QCOMPARE(inserted.size() + removed.size(), 0);
        QCOMPARE(changed.size(), 1);
        QVERIFY(changed.first().at(2).value<QList<int>>().contains(TimelineModel::DeliveryRole));
        QCOMPARE(fixture.model.rows().back().seq, Seq(4));
    }

    void pendingTakesItsPlaceBySeq()
    {
        Fixture fixture(3);
        fixture.open();
        TimelinePage page = pageOf(4, 3, 3);
        page.pending = {pendingItem(9)};
        fixture.model.notePending();
        fixture.model.takePage(page, fixture.asked.takeFirst());
        // Seq 5 of another user has not overtaken it: the own message is 4 and is above 5.
        TimelinePage grown = pageOf(4, 5, 5);
        grown.items = {ownItem(4, 9), messageItem(5)};
        fixture.model.noteGrowth(Seq(4), Seq(5), {});
        fixture.model.takePage(grown, fixture.asked.takeFirst());
        QCOMPARE(fixture.model.rows().back().seq, Seq(5));
        QCOMPARE(fixture.model.rowOfSeq(Seq(4)), fixture.model.rowCount() - 2);
    }

    void editsChangeOneRow()
    {
        Fixture fixture(50);
        fixture.open();
        QSignalSpy changed(&fixture.model, &QAbstractItemModel::dataChanged);
        fixture.model.noteGrowth(Seq(51), Seq(51), {Seq(20)});
        QCOMPARE(fixture.asked.size(), 2);
        for (const TimelineQuery& query : std::exchange(fixture.asked, {})) {
            TimelinePage page = query.seq == Seq(19) ? pageOf(20, 20, 51) : pageOf(51, 51, 51);
            if (query.seq == Seq(19)) {
                QCOMPARE(query.limit, 1);
                page.items[0].text = "edited";
                page.items[0].isEdited = true;
            } else {
                page.items.clear();
            }
            fixture.model.takePage(page, query);
        }
        const int row = fixture.model.rowOfSeq(Seq(20));
        QCOMPARE(fixture.model.index(row).data(Qt::DisplayRole).toString(), u"edited"_s);
        QCOMPARE(fixture.model.rows().back().coversThrough, Seq(51));
    }

    void gapsAreAskedOfTheServer()
    {
        Fixture fixture(100);
        fixture.model.open({someConversation, false, Seq(100), 0, true, {}});
        TimelinePage end = pageOf(80, 100, 100);
        end.gapBelow = true;
        fixture.model.takePage(end, fixture.asked.takeFirst());
        fixture.model.wantOlder();
        TimelinePage nothing = pageOf(80, 79, 100);
        nothing.gapBelow = true;
        fixture.model.takePage(nothing, fixture.asked.takeFirst());
        QCOMPARE(fixture.olderMissing, QList<Seq>{Seq(80)});
        QCOMPARE(fixture.model.rows().front().key.kind, TimelineRowKind::Loading);
        fixture.model.wantOlder();
        QVERIFY(fixture.asked.isEmpty());
        fixture.model.askAgain();
        QCOMPARE(fixture.olderMissing.size(), 2);

        fixture.model.noteGrowth(Seq(20), Seq(79), {});
        QCOMPARE(fixture.asked.size(), 1);
        fixture.answerAll();
        QVERIFY(fixture.model.rows().front().key.kind != TimelineRowKind::Loading);
        QCOMPARE(fixture.range().first, quint64(20));
    }

    void gapsAboveAreAskedToo()
    {
        Fixture fixture(100);
        fixture.model.open({someConversation, false, Seq(100), 0, true, {}});
        TimelinePage part = pageOf(1, 40, 100);
        part.gapAbove = true;
        fixture.model.takePage(part, fixture.asked.takeFirst());
        fixture.model.wantNewer();
        TimelinePage nothing = pageOf(41, 40, 100);
        nothing.gapAbove = true;
        fixture.model.takePage(nothing, fixture.asked.takeFirst());
        QCOMPARE(fixture.newerMissing, QList<Seq>{Seq(40)});
        fixture.model.noteGrowth(Seq(41), Seq(100), {});
        fixture.answerAll();
        QCOMPARE(fixture.range().second, quint64(100));
    }

    void nothingHeldYetShowsLoading()
    {
        Fixture fixture(100);
        fixture.model.open({someConversation, false, {}, 0, true, {}});
        TimelinePage nothing;
        nothing.conversation = someConversation;
        nothing.gapAbove = true;
        fixture.model.takePage(nothing, fixture.asked.takeFirst());
        QCOMPARE(fixture.model.rowCount(), 1);
        fixture.model.noteGrowth(Seq(60), Seq(100), {});
        fixture.answerAll();
        QCOMPARE(fixture.range().second, quint64(100));
    }

    void loadedRowsTakeNewNamesAtOnce()
    {
        Fixture fixture(100);
        fixture.model.noteNames();
        QVERIFY(fixture.asked.isEmpty());
        fixture.open();
        const auto range = fixture.range();
        fixture.model.noteNames();
        QCOMPARE(fixture.asked.size(), 1);
        const TimelineQuery query = fixture.asked.takeFirst();
        TimelinePage page = fixture.pageFor(query);
        for (TimelineItem& item : page.items) {
            item.authorName = "Deleted account";
        }
        QSignalSpy reset(&fixture.model, &QAbstractItemModel::modelReset);
        fixture.model.takePage(page, query);
        QCOMPARE(fixture.range(), range);
        for (const TimelineRow& row : fixture.model.window().rows()) {
            QCOMPARE(row.authorName, u"Deleted account"_s);
        }
        QVERIFY(reset.isEmpty());
    }

    void aDroppedLogIsRequestedAgain()
    {
        Fixture fixture(100);
        fixture.open();
        fixture.model.noteDropped();
        QCOMPARE(fixture.model.rowCount(), 0);
        QCOMPARE(fixture.asked.size(), 1);
        QCOMPARE(fixture.asked.first().anchor, Anchor::End);
        fixture.answerAll();
        QVERIFY(fixture.model.rowCount() > 0);
    }

    void pagesOfAnotherConversationAreIgnored()
    {
        Fixture fixture(10);
        fixture.open();
        TimelinePage other = pageOf(11, 12, 12);
        other.conversation = ConversationId(99);
        const int before = fixture.model.rowCount();
        fixture.model.takePage(other, {Anchor::After, Seq(10), 60});
        QCOMPARE(fixture.model.rowCount(), before);
        fixture.model.close();
        QCOMPARE(fixture.model.rowCount(), 0);
        fixture.model.noteGrowth(Seq(11), Seq(11), {});
        fixture.model.wantOlder();
        QVERIFY(fixture.asked.isEmpty());
    }

    void showAroundJumpsOnlyWhenNotLoaded()
    {
        Fixture fixture(10000);
        fixture.open();
        QSignalSpy positioned(&fixture.model, &TimelineModel::positioned);
        fixture.model.showAround(Seq(9990));
        QVERIFY(fixture.asked.isEmpty());
        fixture.model.showAround(Seq(500));
        fixture.answerAll();
        QCOMPARE(positioned.size(), 2);
        QVERIFY(fixture.model.rowOfSeq(Seq(500)) >= 0);
        QVERIFY(!fixture.model.window().reachesEnd());
        fixture.model.showEnd();
        fixture.answerAll();
        QVERIFY(fixture.model.window().reachesEnd());
    }

    void endReachedIsReported()
    {
        Fixture fixture(1000);
        QSignalSpy received(&fixture.model, &TimelineModel::endReachedChanged);
        fixture.open();
        QCOMPARE(received.last().first().toBool(), true);
        received.clear();
        fixture.model.showAround(Seq(100));
        fixture.answerAll();
        QCOMPARE(received.size(), 1);
        QCOMPARE(received.first().first().toBool(), false);
    }

    void speaksInWords()
    {
        Fixture fixture(1);
        fixture.open();
        const QModelIndex index = fixture.model.index(1);
        QVERIFY(index.data(Qt::AccessibleTextRole).toString().startsWith(u"User 3: message 1"));
    }
};

TIDEMARK_SUITE(TestTimelineModel, QCoreApplication)

} // namespace tidemark::timeline_model_test

#include "test_timeline_model.moc"
