#include "tests/main/suite.h"
#include "tests/store/builders.h"

#include <QTest>

namespace tidemark::store_hidden_test {

using namespace test;
using namespace Qt::StringLiterals;

/// Messages that the user has hidden from themselves.
class TestHidden : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void theSetIsKeptWithTheConversation()
    {
        const auto store = preparedStore();
        LocalConversation one = conversation(room, Seq(9));
        one.hidden = {Seq(2), Seq(7), Seq(4000000000U)};
        one.confirmedHidden = {Seq(2)};
        QVERIFY(store->apply({write::PutConversation{one}}));
        QVERIFY(store->load().conversations.front().conversation == one);
    }

    void aHiddenMessageHasNoWordsAndIsShownNowhere()
    {
        const auto store = preparedStore();
        QVERIFY(ingestToHead(*store, room,
                             {message(1, anna, "one"), message(2, anna, "secret"),
                              edit(3, anna, 2, "secret edit"), message(4, anna, "secret last")}));
        QVERIFY(store->apply({write::HideEntries{room, {Seq(2), Seq(4)}}}));
        for (const HistoryEntry& entry : store->history(room, Seq(), Seq(99), 99)) {
            QVERIFY(!QString::fromStdString(textOf(entry.entry)).contains(u"secret"_s));
        }
        const TimelinePage page = store->timeline(room, {TimelineQuery::Anchor::End, {}, 50});
        QCOMPARE(page.items.size(), 1U);
        QVERIFY(page.items.front().seq == Seq(1));
        QVERIFY(page.last == Seq(4));
        QCOMPARE(store->summary(room)->lastText, std::string("one"));
    }

    void itCountsInNothingAndIsNotTakenOffTwice()
    {
        const auto store = preparedStore();
        QVERIFY(ingestToHead(*store, room, {message(1, anna), message(2, anna), message(3, anna)}));
        const Viewer viewer(me);
        QCOMPARE(store->countUnread(room, viewer, Seq(), Seq(3), Seq(3)).unread, 3U);
        const Viewer hiding(me, {}, {Seq(2)});
        QCOMPARE(store->countUnread(room, hiding, Seq(), Seq(3), Seq(3)).unread, 2U);
        QVERIFY(store->apply({write::HideEntries{room, {Seq(2)}}}));
        QCOMPARE(store->countUnread(room, viewer, Seq(), Seq(3), Seq(3)).unread, 2U);
        QCOMPARE(store->countUnread(room, hiding, Seq(), Seq(3), Seq(3)).unread, 2U);
        QVERIFY(ingestToHead(*store, room, {recall(4, anna, 2), recall(5, anna, 3)}));
        QCOMPARE(store->countUnread(room, hiding, Seq(), Seq(5), Seq(5)).unread, 1U);
        QVERIFY((store->contributions(room, hiding, Seq(), Seq(5), Seq()) == CountDelta{1, 0, 0}));
        const auto entries = store->history(room, Seq(1), Seq(3), 1);
        QVERIFY2(isHidden(entries.front().entry), "a recall does not end it");
        const TimelinePage page = store->timeline(room, {TimelineQuery::Anchor::End, {}, 50});
        QCOMPARE(page.items.size(), 2U);
    }

    void aRecalledMessageCanBeHidden()
    {
        const auto store = preparedStore();
        QVERIFY(ingestToHead(*store, room, {message(1, anna), message(2, anna), recall(3, anna, 2)}));
        QCOMPARE(store->timeline(room, {TimelineQuery::Anchor::End, {}, 50}).items.size(), 2U);
        QVERIFY(store->apply({write::HideEntries{room, {Seq(2)}}}));
        QCOMPARE(store->timeline(room, {TimelineQuery::Anchor::End, {}, 50}).items.size(), 1U);
        for (const StoreDifference& one : store->audit()) {
            QVERIFY2(!one.what.starts_with("recall"), one.what.c_str());
        }
    }
};

TIDEMARK_SUITE(TestHidden, QCoreApplication)

} // namespace tidemark::store_hidden_test

#include "test_hidden.moc"
