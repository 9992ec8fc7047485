#include "core/models/words/badge.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"

namespace tidemark::badge_test {

using namespace Qt::StringLiterals;

class TestBadge : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void showsNumbers_data()
    {
        QTest::addColumn<quint64>("count");
        QTest::addColumn<bool>("exact");
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << quint64(0) << true << u""_s;
        QTest::newRow("one") << quint64(1) << true << u"1"_s;
        QTest::newRow("largest") << quint64(99) << true << u"99"_s;
        QTest::newRow("more") << quint64(100) << true << u"99+"_s;
        QTest::newRow("very many") << ~quint64(0) << true << u"99+"_s;
        QTest::newRow("lower bound") << quint64(12) << false << u"≥ 12"_s;
        QTest::newRow("lower bound beyond") << quint64(1200) << false << u"99+"_s;
        QTest::newRow("not even a bound is no 0") << quint64(0) << false << u"…"_s;
    }
    void showsNumbers()
    {
        QFETCH(quint64, count);
        QFETCH(bool, exact);
        QTEST(badgeText(count, exact), "text");
    }

    void hintShowsTheWholeNumber()
    {
        QCOMPARE(badgeHint(0, 0, true), QString());
        QCOMPARE(badgeHint(1, 0, true), u"1 unread message"_s);
        QCOMPARE(badgeHint(1234, 0, true), u"1,234 unread messages"_s);
        QCOMPARE(badgeHint(12, 1, false), u"at least 12 unread messages, 1 mentions you"_s);
        QCOMPARE(badgeHint(12, 3, true), u"12 unread messages, 3 mention you"_s);
        QVERIFY(badgeHint(0, 0, false).contains(u"counted"));
    }

    void isSpoken()
    {
        QCOMPARE(badgeSpoken(0, 0, true), QString());
        QCOMPARE(badgeSpoken(3, 0, true), u"3 unread"_s);
        QCOMPARE(badgeSpoken(3, 1, false), u"at least 3 unread, 1 mention"_s);
        QCOMPARE(badgeSpoken(3, 2, true), u"3 unread, 2 mentions"_s);
        QVERIFY(!badgeSpoken(0, 0, false).isEmpty());
    }
};

TIDEMARK_SUITE(TestBadge, QCoreApplication)

} // namespace tidemark::badge_test

#include "test_badge.moc"
