#include "tests/main/suite.h"
#include "tests/store/builders.h"

#include <QTest>

#include <algorithm>

namespace tidemark::folding_test {

using namespace test;

/// A message and its changes give the same row in any order of arrival.
class TestFolding : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void everyOrderGivesTheSame_data();
    void everyOrderGivesTheSame();
    void everythingInOneWriteGivesTheSame();
    void anEntryThatIsThereIsNotReplaced();
    void marksOfAHeldMessageOnlyRise();
    void aFoldedMessageMeetsOlderAndNewerEdits();
    void aRecalledMessageHasNoText();
    void onlyMessagesAreMarked();

private:
    static std::vector<Entry> log();
    static void check(const ClientStore& store);
};

std::vector<Entry> TestFolding::log()
{
    return {message(1, anna, "first"),          message(2, bert, "second"),
            edit(3, anna, 1, "first, edited"),  edit(4, anna, 1, "first, edited twice"),
            edit(5, bert, 2, "second, edited"), recall(6, bert, 2)};
}

void TestFolding::check(const ClientStore& store)
{
    const Entry first = store.entry(room, Seq(1))->entry;
    QCOMPARE(textOf(first), std::string("first, edited twice"));
    QCOMPARE(fieldsOf(first.content).editedBy, Seq(4));
    QCOMPARE(fieldsOf(first.content).recalledBy, Seq());
    const Entry second = store.entry(room, Seq(2))->entry;
    QCOMPARE(textOf(second), std::string());
    QCOMPARE(fieldsOf(second.content).editedBy, Seq(5));
    QCOMPARE(fieldsOf(second.content).recalledBy, Seq(6));
    QCOMPARE(textOf(store.entry(room, Seq(5))->entry), std::string());
    QVERIFY(store.audit().empty());
}

void TestFolding::everyOrderGivesTheSame_data()
{
    QTest::addColumn<std::vector<int>>("order");
    std::vector<int> order{0, 1, 2, 3, 4, 5};
    do {
        QByteArray name;
        for (const int index : order) {
            name += QByteArray::number(index + 1);
        }
        QTest::newRow(name.constData()) << order;
    } while (std::next_permutation(order.begin(), order.end()));
}

void TestFolding::everyOrderGivesTheSame()
{
    QFETCH(std::vector<int>, order);
    const auto store = preparedStore();
    for (const int index : order) {
        QVERIFY(ingest(*store, room, {log().at(static_cast<std::size_t>(index))}));
        // A repeated entry changes nothing.
        QVERIFY(ingest(*store, room, {log().at(static_cast<std::size_t>(index))}));
    }
    check(*store);
}

void TestFolding::everythingInOneWriteGivesTheSame()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, log()));
    check(*store);
    QVERIFY(ingest(*store, room, log()));
    check(*store);
}

void TestFolding::anEntryThatIsThereIsNotReplaced()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, {message(1, anna, "kept")}));
    QVERIFY(ingest(*store, room, {message(1, bert, "other")}));
    QCOMPARE(store->entry(room, Seq(1))->entry, message(1, anna, "kept"));
}

void TestFolding::marksOfAHeldMessageOnlyRise()
{
    const auto store = preparedStore();
    Entry edited = message(1, anna, "newer");
    said(edited).editedBy = Seq(9);
    QVERIFY(ingest(*store, room, {message(1, anna, "old")}));
    QVERIFY(ingest(*store, room, {edited}));
    QCOMPARE(store->entry(room, Seq(1))->entry, edited);
    QVERIFY(ingest(*store, room, {message(1, anna, "old")}));
    QCOMPARE(store->entry(room, Seq(1))->entry, edited);
    Entry recalled = message(1, anna, {});
    said(recalled).recalledBy = Seq(12);
    QVERIFY(ingest(*store, room, {recalled}));
    said(recalled).editedBy = Seq(9);
    QCOMPARE(store->entry(room, Seq(1))->entry, recalled);
    said(edited).editedBy = Seq(13);
    QVERIFY(ingest(*store, room, {edited}));
    QCOMPARE(textOf(store->entry(room, Seq(1))->entry), std::string());
}

void TestFolding::aFoldedMessageMeetsOlderAndNewerEdits()
{
    Entry folded = message(1, anna, "state at 5");
    said(folded).editedBy = Seq(5);
    for (const bool editsFirst : {true, false}) {
        const auto store = preparedStore();
        if (!editsFirst) {
            QVERIFY(ingest(*store, room, {folded}));
        }
        QVERIFY(ingest(*store, room, {edit(3, anna, 1, "state at 3")}));
        if (editsFirst) {
            QVERIFY(ingest(*store, room, {folded}));
        }
        QCOMPARE(textOf(store->entry(room, Seq(1))->entry), std::string("state at 5"));
        QVERIFY(ingest(*store, room, {edit(7, anna, 1, "state at 7")}));
        QCOMPARE(textOf(store->entry(room, Seq(1))->entry), std::string("state at 7"));
        QCOMPARE(fieldsOf(store->entry(room, Seq(1))->entry.content).editedBy, Seq(7));
    }
}

void TestFolding::aRecalledMessageHasNoText()
{
    const auto store = preparedStore();
    Entry careless = message(1, anna, "should have been emptied");
    said(careless).recalledBy = Seq(2);
    QVERIFY(ingest(*store, room, {careless}));
    QCOMPARE(textOf(store->entry(room, Seq(1))->entry), std::string());
}

void TestFolding::onlyMessagesAreMarked()
{
    const auto store = preparedStore();
    Entry titled = notice(1, anna, NoticeKind::Renamed);
    titled.content = content::Notice{NoticeKind::Renamed, {}, "title"};
    QVERIFY(ingest(*store, room, {titled, edit(2, anna, 1, "x"), recall(3, anna, 1)}));
    QCOMPARE(store->entry(room, Seq(1))->entry, titled);
    QVERIFY(store->audit().empty());
}

TIDEMARK_SUITE(TestFolding, QCoreApplication)

} // namespace tidemark::folding_test

#include "test_folding.moc"
