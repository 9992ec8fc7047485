#include "core/models/conversations/conversation_list_model.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "ui/conversations/conversation_list_view.h"
#include "ui/look/motion.h"

#include <QAbstractItemModelTester>
#include <QMouseEvent>
#include <QProxyStyle>
#include <QScrollBar>
#include <QSignalSpy>

namespace tidemark::row_motion_test {

using test::minute;
using test::someMoment;
using test::summaryOf;

namespace {

/// A style with animations, or without them.
class Style : public QProxyStyle {
public:
    explicit Style(int duration) : m_duration(duration) {}
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* returned) const override
    {
        return hint == SH_Widget_Animation_Duration ? m_duration
                                                    : QProxyStyle::styleHint(hint, option, widget, returned);
    }

private:
    int m_duration;
};

/// A list of conversations 1 (oldest, last) to 40, of which about ten are visible. Its clock stands still.
struct Fixture {
    explicit Fixture(int duration = 200) : style(duration)
    {
        QList<ConversationSummary> all;
        for (std::uint64_t id = 1; id <= 40; ++id) {
            all.append(summaryOf(id, "Room", someMoment + static_cast<std::int64_t>(id) * minute));
        }
        model.setConversations(all);
        view.setStyle(&style);
        view.resize(320, 640);
        view.show();
        view.grab();
    }
    ~Fixture() { setMotionEnabled(true); }
    Fixture(const Fixture&) = delete;
    Fixture& operator=(const Fixture&) = delete;

    /// Another user sends to `id`, which moves it to the top.
    void write(std::uint64_t id)
    {
        ConversationSummary summary = *model.summary(ConversationId(id));
        summary.lastActivity = UnixMs{someMoment + ++m_hours * 60 * minute};
        model.update({summary});
    }
    void goTo(int ms)
    {
        clock().pause();
        clock().setCurrentTime(ms);
        view.grab();
    }
    [[nodiscard]] QVariantAnimation& clock() { return view.motionClock(); }
    [[nodiscard]] bool isMoving() { return clock().state() != QAbstractAnimation::Stopped; }
    [[nodiscard]] int top(std::uint64_t id) const { return view.drawnTop(ConversationId(id)); }
    [[nodiscard]] int height() const { return view.sizeHintForRow(0); }

    Style style;
    ConversationListModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
    ConversationListView view{model};

private:
    std::int64_t m_hours = 0;
};

} // namespace

class TestRowMotion : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void newRowsLeaveTheKeyboardWhereItIs()
    {
        Fixture fixture;
        fixture.view.choose(ConversationId(40));
        fixture.view.activateWindow();
        fixture.view.setFocus();
        QTRY_VERIFY(fixture.view.hasFocus());
        for (int i = 0; i < 3; ++i) {
            QTest::keyClick(&fixture.view, Qt::Key_Down);
        }
        const auto current = [&] { return fixture.model.conversationAt(fixture.view.currentIndex().row()); };
        QCOMPARE(current(), ConversationId(37));
        fixture.model.update({summaryOf(41, "Room", someMoment + 1000 * minute)});
        QCOMPARE(current(), ConversationId(37));
        ConversationSummary gone = *fixture.model.summary(ConversationId(41));
        gone.isMember = false;
        fixture.model.update({gone});
        QCOMPARE(current(), ConversationId(37));
        QVERIFY(fixture.view.selectionModel()->isSelected(fixture.model.index(0)));
    }

    void aHeldButtonChoosesNoOtherRow()
    {
        Fixture fixture;
        const auto middle = [&](int row) {
            return fixture.view.visualRect(fixture.model.index(row)).center();
        };
        QSignalSpy opened(&fixture.view, &ConversationListView::activatedByUser);
        QTest::mousePress(fixture.view.viewport(), Qt::LeftButton, {}, middle(2));
        fixture.view.choose(ConversationId(38));
        QMouseEvent move(QEvent::MouseMove, middle(5), fixture.view.viewport()->mapToGlobal(middle(5)),
                         Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(fixture.view.viewport(), &move);
        QTest::mouseRelease(fixture.view.viewport(), Qt::LeftButton, {}, middle(5));
        QCOMPARE(opened.size(), 1);
        QCOMPARE(fixture.view.currentIndex().row(), 2);
        QVERIFY(fixture.view.selectionModel()->isSelected(fixture.model.index(2)));
    }

    void rowsSlideToTheirPlaces()
    {
        Fixture fixture;
        const int row = fixture.height();
        fixture.view.choose(ConversationId(39));
        fixture.write(36);
        QVERIFY(fixture.isMoving());
        QCOMPARE(fixture.clock().duration(), 140);
        fixture.goTo(0);
        QCOMPARE(fixture.top(36), 4 * row);
        QCOMPARE(fixture.top(40), 0);
        fixture.goTo(70);
        QVERIFY(fixture.top(36) > 0 && fixture.top(36) < 4 * row);
        QVERIFY(fixture.top(40) > 0 && fixture.top(40) < row);
        QCOMPARE(fixture.top(35), 5 * row);
        // The pointer, the keyboard and screen readers already find it in its new place.
        QCOMPARE(fixture.view.visualRect(fixture.model.index(0)).top(), 0);
        QCOMPARE(fixture.view.indexAt({10, 10}).row(), 0);
        QCOMPARE(fixture.view.currentIndex().row(), 2);
        QVERIFY(fixture.view.selectionModel()->isSelected(fixture.model.index(2)));
        fixture.clock().resume();
        fixture.clock().setCurrentTime(140);
        QVERIFY(!fixture.isMoving());
        QCOMPARE(fixture.top(36), 0);
        QCOMPARE(fixture.top(40), row);
    }

    void rowsFromOutOfSightComeOverTheEdge()
    {
        Fixture fixture;
        fixture.write(1);
        fixture.goTo(0);
        QCOMPARE(fixture.top(1), fixture.view.viewport()->height());
    }

    void aSecondMoveBeginsWhereTheFirstIs()
    {
        Fixture fixture;
        fixture.write(36);
        fixture.goTo(40);
        const int moving = fixture.top(36);
        fixture.write(35);
        fixture.goTo(0);
        QCOMPARE(fixture.top(36), moving);
    }

    void newRowsMakeRoomAndLeaversCloseUp()
    {
        Fixture fixture;
        const int row = fixture.height();
        fixture.model.update({summaryOf(99, "New", someMoment + 90 * minute)});
        fixture.goTo(0);
        QCOMPARE(fixture.top(99), 0);
        QCOMPARE(fixture.top(40), 0);
        fixture.clock().resume();
        fixture.clock().setCurrentTime(140);
        QCOMPARE(fixture.top(40), row);
        ConversationSummary left = *fixture.model.summary(ConversationId(99));
        left.isMember = false;
        fixture.model.update({left});
        fixture.goTo(0);
        QCOMPARE(fixture.top(40), row);
    }

    void nothingMovesForAFilterASearchOrAScroll()
    {
        Fixture fixture;
        fixture.model.setKind(ConversationFilter::Unread);
        QVERIFY(!fixture.isMoving());
        fixture.model.setKind(ConversationFilter::All);
        fixture.model.setFilter(QStringLiteral("room"));
        QVERIFY(!fixture.isMoving());
        fixture.write(36);
        fixture.model.setFilter({});
        QVERIFY(!fixture.isMoving());
        fixture.view.grab();
        fixture.write(30);
        QVERIFY(fixture.isMoving());
        fixture.view.verticalScrollBar()->setValue(100);
        QVERIFY(!fixture.isMoving());
        QCOMPARE(fixture.top(30), -100);
    }

    void nothingMovesWithoutAnimations()
    {
        Fixture still(0);
        still.write(36);
        QVERIFY(!still.isMoving());
        QCOMPARE(still.top(36), 0);
        Fixture fixture;
        setMotionEnabled(false);
        fixture.write(36);
        QVERIFY(!fixture.isMoving());
        setMotionEnabled(true);
        fixture.write(35);
        QVERIFY(fixture.isMoving());
    }

    void onlyWhatIsVisibleIsRemembered()
    {
        RowMotion motion;
        motion.noteBefore(ConversationId(1), 64);
        motion.setProgress(0);
        QCOMPARE(motion.drawnTop(ConversationId(1), 0), 64);
        QCOMPARE(motion.drawnTop(ConversationId(2), 7), 7);
        QCOMPARE(motion.opacity(ConversationId(1)), 1.0);
        QCOMPARE(motion.opacity(ConversationId(2)), 0.0);
        motion.setProgress(1);
        QCOMPARE(motion.drawnTop(ConversationId(1), 0), 0);
        QCOMPARE(motion.opacity(ConversationId(2)), 1.0);
    }
};

TIDEMARK_SUITE(TestRowMotion, QApplication)

} // namespace tidemark::row_motion_test

#include "test_row_motion.moc"
