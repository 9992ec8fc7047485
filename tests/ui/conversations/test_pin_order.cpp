#include "tests/main/suite.h"
#include "tests/ui/log_window.h"
#include "ui/session/choices/shortcuts.h"

#include <QMouseEvent>
#include <QSignalSpy>

namespace tidemark::ui_pin_order_test {

using namespace Qt::StringLiterals;
using test::LogWindow;
using test::summaryOf;

namespace {

/// The window over 7 and 8, which are not pinned, and 11, 12 and 13, which are, in this order.
struct Fixture : LogWindow {
    Fixture() : LogWindow(10, 10)
    {
        QList<ConversationSummary> pinned;
        for (const std::uint32_t id : {11, 12, 13}) {
            ConversationSummary one = summaryOf(id, "pinned " + std::to_string(id));
            one.settings.pinned = true;
            one.settings.pinOrder = id * 1000;
            pinned.append(one);
        }
        session.takeChanges(pinned);
        window.grab();
    }

    [[nodiscard]] QPoint at(int row, double part = 0.5) const
    {
        const QRect area = list->visualRect(list->model()->index(row, 0));
        return {area.center().x(), area.top() + static_cast<int>(area.height() * part)};
    }
    void move(QPoint to) const
    {
        QMouseEvent event(QEvent::MouseMove, to, list->viewport()->mapToGlobal(to), Qt::NoButton,
                          Qt::LeftButton, {});
        QApplication::sendEvent(list->viewport(), &event);
    }
    void drag(QPoint from, QPoint to) const
    {
        QTest::mousePress(list->viewport(), Qt::LeftButton, {}, from);
        move(to);
        QTest::mouseRelease(list->viewport(), Qt::LeftButton, {}, to);
    }
    /// Takes what was submitted, as the client would report it.
    void takeOrders()
    {
        for (const input::OrderPin& order : all<input::OrderPin>()) {
            ConversationSummary one = *session.conversations().summary(order.conversation);
            one.settings.pinOrder = order.order;
            session.takeChanges({one});
        }
        window.grab();
    }
    [[nodiscard]] QList<quint64> pins() const
    {
        QList<quint64> ids;
        for (int row = 0; row < 3; ++row) {
            ids.append(session.conversations().conversationAt(row).value);
        }
        return ids;
    }

    ConversationListView* list = window.findChild<ConversationListView*>();
};

} // namespace

class TestPinOrder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void aPinnedRowIsDraggedAmongThePinnedOnes()
    {
        Fixture fixture;
        QCOMPARE(fixture.pins(), (QList<quint64>{11, 12, 13}));
        fixture.drag(fixture.at(2), fixture.at(0, 0.2));
        QCOMPARE(fixture.all<input::OrderPin>().size(), 1U);
        QVERIFY(fixture.all<input::OrderPin>()[0].conversation == ConversationId(13));
        fixture.takeOrders();
        QCOMPARE(fixture.pins(), (QList<quint64>{13, 11, 12}));
        QVERIFY2(!fixture.session.chat().current().isValid(), "dragging a row opens nothing");
    }

    void aRowThatIsDraggedBelowThePinnedOnesBecomesTheirLast()
    {
        Fixture fixture;
        fixture.drag(fixture.at(0), fixture.at(4));
        fixture.takeOrders();
        QCOMPARE(fixture.pins(), (QList<quint64>{12, 13, 11}));
    }

    void theRowBeingDraggedAndItsPlaceAreShown()
    {
        Fixture fixture;
        QTest::mousePress(fixture.list->viewport(), Qt::LeftButton, {}, fixture.at(1));
        const QImage before = fixture.list->grab().toImage();
        fixture.move(fixture.at(1, 0.5) + QPoint(1, 0));
        QVERIFY2(!fixture.list->dragged().isValid(), "a hand that trembles drags nothing");
        fixture.move(fixture.at(2, 0.9));
        QVERIFY(fixture.list->dragged() == ConversationId(12));
        QVERIFY(fixture.list->grab().toImage() != before);
        QTest::keyClick(fixture.list, Qt::Key_Escape);
        QVERIFY(!fixture.list->dragged().isValid());
        QTest::mouseRelease(fixture.list->viewport(), Qt::LeftButton, {}, fixture.at(2, 0.9));
        QVERIFY(fixture.all<input::OrderPin>().empty());
    }

    void aClickStillOpensAPinnedRow()
    {
        Fixture fixture;
        QTest::mouseClick(fixture.list->viewport(), Qt::LeftButton, {}, fixture.at(1));
        QVERIFY(fixture.session.chat().current() == ConversationId(12));
        QVERIFY(fixture.all<input::OrderPin>().empty());
    }

    void otherRowsAreNotDragged()
    {
        Fixture fixture;
        fixture.drag(fixture.at(4), fixture.at(0, 0.2));
        QVERIFY(fixture.all<input::OrderPin>().empty());
        fixture.drag(fixture.at(1), fixture.at(1, 0.9));
        QVERIFY(fixture.all<input::OrderPin>().empty());
    }

    void keysMoveTheOpenConversationAmongThePinnedOnes()
    {
        Fixture fixture;
        fixture.open(ConversationId(12));
        fixture.press(Qt::Key_PageUp, Qt::ControlModifier | Qt::ShiftModifier);
        fixture.takeOrders();
        QCOMPARE(fixture.pins(), (QList<quint64>{12, 11, 13}));
        fixture.submitted.clear();
        fixture.press(Qt::Key_PageUp, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY2(fixture.all<input::OrderPin>().empty(), "it is at the top");
        fixture.press(Qt::Key_PageDown, Qt::ControlModifier | Qt::ShiftModifier);
        fixture.takeOrders();
        QCOMPARE(fixture.pins(), (QList<quint64>{11, 12, 13}));
        fixture.open();
        fixture.submitted.clear();
        fixture.press(Qt::Key_PageUp, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY2(fixture.all<input::OrderPin>().empty(), "it is not pinned");
    }
};

TIDEMARK_SUITE(TestPinOrder, QApplication)

} // namespace tidemark::ui_pin_order_test

#include "test_pin_order.moc"
