// The reader's place stays: no entry that arrives, leaves or changes its size moves the messages that are
// being read.
#include "core/models/timeline/timeline_model.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "ui/timeline/timeline_view.h"

#include <QScrollBar>
#include <QSignalSpy>

namespace tidemark::timeline_view_test {

using namespace Qt::StringLiterals;
using Anchor = TimelineQuery::Anchor;
using test::someConversation;

namespace {

/// A view over a log 1..head with texts of different lengths.
class Fixture {
public:
    explicit Fixture(std::uint64_t head, QSize size = {700, 500}) : m_head(head)
    {
        model.setToday(QDate(2026, 11, 20));
        view.setTheme(themeFor(ThemeChoice::Light, {}));
        view.resize(size);
        view.setModel(&model);
        QObject::connect(&model, &TimelineModel::pageWanted, &model,
                         [this](const TimelineQuery& query) { asked.append(query); });
        QObject::connect(&model, &TimelineModel::endReachedChanged, &view, &TimelineView::setEndReached);
        QObject::connect(&view, &TimelineView::followingChanged, &model, &TimelineModel::setFollowing);
        view.show();
        view.grab();
    }

    void open(std::uint64_t readThrough, std::uint64_t unread)
    {
        model.open({someConversation, false, Seq(readThrough), unread, true, {}});
        answer(readThrough + 1);
        if (unread > 0) {
            view.scrollToNewMessages();
        } else {
            view.scrollToEnd();
        }
    }
    void answer(std::uint64_t firstUnread = 1)
    {
        while (!asked.isEmpty()) {
            const TimelineQuery query = asked.takeFirst();
            model.takePage(pageFor(query, firstUnread), query);
        }
        view.settleNow();
    }
    void older()
    {
        model.wantOlder();
        answer();
    }
    void grow(std::uint64_t count)
    {
        m_head += count;
        model.noteGrowth(Seq(m_head - count + 1), Seq(m_head), {});
        answer();
    }

    /// The place in the viewport where the row of `seq` begins; empty if it is not loaded.
    [[nodiscard]] std::optional<int> topOf(std::uint64_t seq) const
    {
        const int row = model.rowOfSeq(Seq(seq));
        return row < 0 ? std::nullopt : std::optional(view.visualRect(model.index(row)).top());
    }
    /// The first message that begins inside the viewport.
    [[nodiscard]] std::uint64_t firstVisible() const
    {
        for (int row = 0; row < model.rowCount(); ++row) {
            const TimelineRow& content = model.rows()[static_cast<std::size_t>(row)];
            if (content.seq.isValid() && view.visualRect(model.index(row)).top() >= 0) {
                return content.seq.value;
            }
        }
        return 0;
    }
    [[nodiscard]] bool isAtEnd() const
    {
        return view.verticalScrollBar()->value() == view.verticalScrollBar()->maximum();
    }
    void scrollUp(int pixels)
    {
        view.verticalScrollBar()->setValue(view.verticalScrollBar()->value() - pixels);
    }

    TimelineModel model;
    TimelineView view;
    QList<TimelineQuery> asked;

private:
    [[nodiscard]] TimelinePage part(std::uint64_t first, std::uint64_t last) const
    {
        TimelinePage page = test::pageOf(first, last, m_head);
        for (TimelineItem& item : page.items) {
            const auto words = item.seq.value * 7 % 60 + 1;
            item.text = QString(u"word "_s.repeated(static_cast<qsizetype>(words))).toStdString();
        }
        return page;
    }
    [[nodiscard]] TimelinePage pageFor(const TimelineQuery& query, std::uint64_t firstUnread) const
    {
        const auto limit = static_cast<std::uint64_t>(query.limit);
        switch (query.anchor) {
        case Anchor::End:
            return part(m_head > limit ? m_head - limit + 1 : 1, m_head);
        case Anchor::Before:
            return part(query.seq.value > limit ? query.seq.value - limit : 1, query.seq.value - 1);
        case Anchor::After:
            return part(query.seq.value + 1, std::min(m_head, query.seq.value + limit));
        case Anchor::Around:
        case Anchor::FirstUnread:
            break;
        }
        return part(firstUnread > limit / 2 ? firstUnread - limit / 2 : 1,
                    std::min(m_head, firstUnread + limit / 2));
    }

    std::uint64_t m_head;
};

} // namespace

class TestTimelineView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void opensAtTheEnd()
    {
        Fixture fixture(1000);
        fixture.open(1000, 0);
        QVERIFY(fixture.isAtEnd());
        QVERIFY(fixture.view.isFollowing());
        QCOMPARE(fixture.view.onScreen().seenThrough(), Seq(1000));
    }

    void opensAtTheDivider()
    {
        Fixture fixture(1000);
        fixture.open(500, 500);
        const int top = fixture.topOf(501).value_or(-1);
        QVERIFY2(top > 0 && top < 150, qPrintable(QString::number(top)));
        QVERIFY(!fixture.view.isFollowing());
        QVERIFY(fixture.view.onScreen().seenThrough() >= Seq(501)
                && fixture.view.onScreen().seenThrough() < Seq(530));
    }

    void theDayAboveTheDividerIsWhole()
    {
        Fixture fixture(1000);
        fixture.open(0, 1000);
        const auto& rows = fixture.model.rows();
        QCOMPARE(rows.front().key.kind, TimelineRowKind::Day);
        QCOMPARE(rows[1].key.kind, TimelineRowKind::NewMessages);
        QVERIFY(fixture.view.visualRect(fixture.model.index(0)).top() >= 0);
        QVERIFY(!fixture.view.isFollowing());
    }

    void olderPagesDoNotMoveWhatIsRead()
    {
        Fixture fixture(1000);
        fixture.open(1000, 0);
        fixture.scrollUp(1500);
        const auto seq = fixture.firstVisible();
        const auto top = fixture.topOf(seq);
        for (int i = 0; i < 3; ++i) {
            fixture.older();
            QCOMPARE(fixture.topOf(seq), top);
            QCOMPARE(fixture.firstVisible(), seq);
        }
    }

    void theTopIsLeftAloneByOlderRowsOfTheSameDay()
    {
        Fixture fixture(1000);
        fixture.open(1000, 0);
        QObject::connect(&fixture.view, &TimelineView::nearStart, &fixture.model, &TimelineModel::wantOlder);
        fixture.asked.clear();
        QTest::keyClick(&fixture.view, Qt::Key_Home);
        const auto seq = fixture.firstVisible();
        const auto top = fixture.topOf(seq);
        QCOMPARE(fixture.asked.size(), 1);
        fixture.answer();
        QCOMPARE(fixture.firstVisible(), seq);
        QCOMPARE(fixture.topOf(seq), top);
        QVERIFY2(fixture.asked.isEmpty(), "one Home asks for one page");
    }

    void arrivalsDoNotMoveWhatIsRead()
    {
        Fixture fixture(1000);
        fixture.open(1000, 0);
        fixture.scrollUp(600);
        const auto seq = fixture.firstVisible();
        const auto top = fixture.topOf(seq);
        fixture.grow(25);
        QCOMPARE(fixture.topOf(seq), top);
        QVERIFY(!fixture.view.isFollowing());
    }

    void droppedRowsDoNotMoveWhatIsRead()
    {
        Fixture fixture(3000);
        fixture.open(3000, 0);
        for (int i = 0; i < 12; ++i) {
            fixture.view.verticalScrollBar()->setValue(300);
            const auto seq = fixture.firstVisible();
            const auto top = fixture.topOf(seq);
            fixture.older();
            QCOMPARE(fixture.topOf(seq), top);
        }
        QVERIFY(!fixture.model.window().reachesEnd());
    }

    void atTheEndArrivalsAreFollowed()
    {
        Fixture fixture(1000);
        fixture.open(1000, 0);
        for (int i = 0; i < 5; ++i) {
            fixture.grow(3);
            QVERIFY(fixture.isAtEnd());
            QVERIFY(fixture.view.isFollowing());
        }
        QCOMPARE(fixture.view.onScreen().seenThrough(), Seq(1015));
    }

    void theEndOfTheWindowIsNotTheEndOfTheConversation()
    {
        Fixture fixture(1000);
        fixture.open(500, 500);
        QScrollBar* bar = fixture.view.verticalScrollBar();
        bar->setValue(bar->maximum());
        QVERIFY(!fixture.view.isFollowing());
        const auto seq = fixture.firstVisible();
        const auto top = fixture.topOf(seq);
        fixture.model.wantNewer();
        fixture.answer();
        QCOMPARE(fixture.topOf(seq), top);
        QVERIFY(!fixture.isAtEnd());
    }

    void resizingKeepsTheFirstVisibleRow_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("narrower") << QSize(360, 500);
        QTest::newRow("wider") << QSize(1200, 500);
        QTest::newRow("lower") << QSize(700, 300);
        QTest::newRow("higher") << QSize(700, 800);
        QTest::newRow("all") << QSize(480, 640);
    }
    void resizingKeepsTheFirstVisibleRow()
    {
        QFETCH(QSize, size);
        Fixture fixture(1000);
        fixture.open(500, 500);
        fixture.scrollUp(-333);
        const auto seq = fixture.firstVisible();
        const auto top = fixture.topOf(seq);
        fixture.view.resize(size);
        fixture.view.grab();
        QCOMPARE(fixture.topOf(seq), top);
        fixture.view.resize(700, 500);
        fixture.view.grab();
        QCOMPARE(fixture.topOf(seq), top);
    }

    void resizingAtTheEndStaysThere()
    {
        Fixture fixture(1000);
        fixture.open(1000, 0);
        for (const QSize size : {QSize(360, 500), QSize(360, 250), QSize(900, 700)}) {
            fixture.view.resize(size);
            fixture.view.grab();
            QVERIFY(fixture.isAtEnd());
            QCOMPARE(fixture.view.onScreen().seenThrough(), Seq(1000));
        }
    }

    void anEditAboveDoesNotMoveWhatIsRead()
    {
        Fixture fixture(100);
        fixture.open(100, 0);
        fixture.scrollUp(400);
        const auto seq = fixture.firstVisible();
        const auto top = fixture.topOf(seq);
        fixture.model.noteGrowth(Seq(101), Seq(101), {Seq(60)});
        TimelinePage page = test::pageOf(60, 60, 101);
        page.items[0].text = std::string(3000, 'x');
        for (const TimelineQuery& query : std::exchange(fixture.asked, {})) {
            if (query.limit == 1) {
                fixture.model.takePage(page, query);
            }
        }
        fixture.view.settleNow();
        QCOMPARE(fixture.topOf(seq), top);
    }

    void aShortConversationStandsAtTheBottom()
    {
        Fixture fixture(2);
        fixture.open(2, 0);
        const QRect last = fixture.view.visualRect(fixture.model.index(fixture.model.rowCount() - 1));
        QVERIFY(last.bottom() < fixture.view.viewport()->height());
        QVERIFY(last.bottom() > fixture.view.viewport()->height() - 30);
        QCOMPARE(fixture.view.onScreen().seenThrough(), Seq(2));
    }

    void onlyWhatEndsInsideIsSeen()
    {
        Fixture fixture(1000);
        fixture.open(1000, 0);
        const int row = fixture.model.rowOfSeq(Seq(1000));
        const QRect last = fixture.view.visualRect(fixture.model.index(row));
        // One pixel of the last row is outside.
        const int below = fixture.view.viewport()->height() - 1 - last.bottom();
        fixture.scrollUp(below + 1);
        QCOMPARE(fixture.view.onScreen().seenThrough(), Seq(999));
    }

    void asksForMoreNearTheEdges()
    {
        Fixture fixture(1000);
        QSignalSpy start(&fixture.view, &TimelineView::nearStart);
        fixture.open(1000, 0);
        start.clear();
        fixture.view.verticalScrollBar()->setValue(200);
        QVERIFY(!start.isEmpty());
    }

    void indexesAreWhereTheyArePainted()
    {
        Fixture fixture(1000);
        fixture.open(1000, 0);
        for (const int y : {5, 120, 333, 480}) {
            const QModelIndex index = fixture.view.indexAt({300, y});
            QVERIFY(index.isValid());
            QVERIFY(fixture.view.visualRect(index).contains(300, y));
        }
    }

    void aFullWindowIsNotLaidOutAtOnce()
    {
        Fixture fixture(5000);
        fixture.open(5000, 0);
        for (int i = 0; i < 6; ++i) {
            fixture.older();
        }
        QCOMPARE(fixture.model.window().rows().size(), std::size_t(TimelineModel::maximumRows));
    }

    void keysScroll()
    {
        Fixture fixture(1000);
        fixture.open(1000, 0);
        const int end = fixture.view.verticalScrollBar()->value();
        QTest::keyClick(&fixture.view, Qt::Key_PageUp);
        const int up = fixture.view.verticalScrollBar()->value();
        QVERIFY(up < end && up > end - fixture.view.viewport()->height());
        QTest::keyClick(&fixture.view, Qt::Key_PageDown);
        QCOMPARE(fixture.view.verticalScrollBar()->value(), fixture.view.verticalScrollBar()->maximum());
        QSignalSpy wanted(&fixture.view, &TimelineView::endWanted);
        QTest::keyClick(&fixture.view, Qt::Key_End);
        QCOMPARE(wanted.size(), 1);
    }
};

TIDEMARK_SUITE(TestTimelineView, QApplication)

} // namespace tidemark::timeline_view_test

#include "test_timeline_view.moc"
