#include "tests/main/suite.h"
#include "tests/ui/log_window.h"
#include "ui/widgets/accessible_rows.h"

#include <QAccessible>
#include <QSignalSpy>

namespace tidemark::accessible_rows_test {

using namespace Qt::StringLiterals;
using test::LogWindow;
using test::someConversation;

namespace {

QAccessibleInterface* seen(QWidget& widget)
{
    return QAccessible::queryAccessibleInterface(&widget);
}

QString nameOf(QAccessibleInterface* one)
{
    return one->text(QAccessible::Name);
}

} // namespace

/// These tests use the lists as screen readers do, inside the process. tests/e2e tests the accessibility
/// bus.
class TestAccessibleRows : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void viewsAreListsOfTheirRows()
    {
        LogWindow fixture(20, 20);
        fixture.open();
        for (QAbstractItemView* view : {static_cast<QAbstractItemView*>(fixture.view),
                                        static_cast<QAbstractItemView*>(&fixture.side->list())}) {
            QAccessibleInterface* list = seen(*view);
            QCOMPARE(list->role(), QAccessible::List);
            QVERIFY(list->state().focusable);
            QCOMPARE(list->childCount(), view->model()->rowCount());
            for (int row = 0; row < list->childCount(); ++row) {
                QAccessibleInterface* child = list->child(row);
                QCOMPARE(child->role(), QAccessible::ListItem);
                QCOMPARE(child->parent(), list);
                QCOMPARE(list->indexOfChild(child), row);
                QCOMPARE(list->child(row), child);
                QCOMPARE(nameOf(child), view->model()->index(row, 0).data(Qt::AccessibleTextRole).toString());
            }
            QVERIFY(list->child(list->childCount()) == nullptr && list->child(-1) == nullptr);
        }
    }

    void aRowKnowsWhereItIsAndWhetherItIsCurrent()
    {
        LogWindow fixture(200, 200);
        fixture.open();
        QAccessibleInterface* list = seen(*fixture.view);
        const int row = fixture.rowOf(200);
        QAccessibleInterface* last = list->child(row);
        QVERIFY(!last->state().offscreen);
        QVERIFY(list->child(0)->state().offscreen);
        const QPoint centre = last->rect().center();
        QCOMPARE(list->childAt(centre.x(), centre.y()), last);
        QVERIFY(!last->state().focused);
        last->actionInterface()->doAction(QAccessibleActionInterface::setFocusAction());
        QVERIFY(last->state().focused && fixture.view->hasFocus());
        QCOMPARE(list->focusChild(), last);
    }

    void rowsThatAreGoneAreNotValid()
    {
        LogWindow fixture(20, 20);
        fixture.open();
        QAccessibleInterface* row = seen(*fixture.view)->child(3);
        const QString before = nameOf(row);
        fixture.session.chat().timeline().close();
        QVERIFY(!row->isValid());
        QCOMPARE(nameOf(row), QString());
        QVERIFY(!before.isEmpty());
    }

    void pressingARowOpensIt()
    {
        LogWindow fixture(20, 20);
        ConversationListView& view = fixture.side->list();
        QSignalSpy opened(&view, &ConversationListView::activatedByUser);
        QAccessibleInterface* row = seen(view)->child(0);
        row->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QTRY_COMPARE(opened.count(), 1);
        QCOMPARE(fixture.session.chat().current(), view.chosen());
    }
};

TIDEMARK_SUITE(TestAccessibleRows, QApplication)

} // namespace tidemark::accessible_rows_test

#include "test_accessible_rows.moc"
