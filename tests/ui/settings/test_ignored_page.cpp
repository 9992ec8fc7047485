#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "tests/ui/recorded_session.h"
#include "ui/settings/ignored_page.h"

#include <QApplication>
#include <QLabel>

namespace tidemark::ignored_page_test {

using namespace Qt::StringLiterals;

namespace {

struct Page : test::RecordedSession {
    Page() { page.show(); }
    IgnoredPage page{session.ignored(), themeFor(ThemeChoice::Light, {}), nullptr};
    PlainList* list = page.findChild<PlainList*>();
};

} // namespace

/// The page of the settings that lists ignored and blocked users.
class TestIgnoredPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void theListSaysWhoIsIgnored()
    {
        Page page;
        QVERIFY(!page.list->isVisible());
        QVERIFY(page.page.findChild<QLabel*>()->text().startsWith(u"You are not ignoring anyone."_s));
        page.session.ignored().take(
            {{{UserId(2), "Ann"}, IgnoreLevel::Blocked}, {{UserId(3), "Bo"}, IgnoreLevel::Ignored}});
        QVERIFY(page.list->isVisible());
        const QList<PlainRow>& rows = page.list->rows();
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows[0].title, u"Ann"_s);
        QCOMPARE(rows[0].action, u"Unblock"_s);
        QCOMPARE(rows[1].action, u"Stop ignoring"_s);
        const QString spoken = page.list->item(1)->data(Qt::AccessibleTextRole).toString();
        QVERIFY(spoken.contains(u"Bo"_s) && spoken.contains(u"Stop ignoring"_s));
    }

    void enterEndsIt()
    {
        Page page;
        page.session.ignored().take({{{UserId(2), "Ann"}, IgnoreLevel::Blocked}});
        page.list->setCurrentRow(0);
        QTest::keyClick(page.list, Qt::Key_Return);
        const auto set = page.all<input::SetIgnored>();
        QCOMPARE(set.size(), std::size_t{1});
        QCOMPARE(set.back().user, UserId(2));
        QCOMPARE(set.back().level, IgnoreLevel::None);
        QCOMPARE(page.session.ignored().undoWords(), u"Unblocked Ann"_s);
        page.session.ignored().take({});
        QVERIFY(!page.list->isVisible());
        page.session.undo();
        QCOMPARE(page.all<input::SetIgnored>().back().level, IgnoreLevel::Blocked);
    }

    void afterSigningOutNobodyIsListed()
    {
        Page page;
        page.session.account().take(u"Me"_s, UserId(1));
        page.session.ignored().take({{{UserId(2), "Ann"}, IgnoreLevel::Ignored}});
        page.session.account().take({}, {});
        QVERIFY(page.session.ignored().people().isEmpty());
    }
};

TIDEMARK_SUITE(TestIgnoredPage, QApplication)

} // namespace tidemark::ignored_page_test

#include "test_ignored_page.moc"
