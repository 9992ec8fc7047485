#include "tests/main/suite.h"
#include "tests/store/builders.h"

#include <QTest>

namespace tidemark::forwarded_store_test {

using namespace test;

namespace {

Entry forwarded(std::uint64_t seq, UserId author, UserId from, std::string text = "said")
{
    Entry entry = message(seq, author, std::move(text));
    said(entry).forwarded = {from, UnixMs{5000}};
    return entry;
}

PendingMessage unsent(std::uint8_t number)
{
    PendingMessage made = pending(number, {});
    made.content = content::Message{.text = "said",
                                    .attachments = {file("tide.txt", 1)},
                                    .source = {other, LogEpoch(0xfedcba9876543210U), Seq(4)},
                                    .forwarded = {bert, UnixMs{-5}}};
    return made;
}

} // namespace

/// Forwarded messages in the local store.
class TestForwarded : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void theEntryNamesWhoSaidIt()
    {
        const auto store = preparedStore();
        QVERIFY(ingest(*store, room, {message(1, anna), forwarded(2, anna, bert)}));
        const auto found = store->entry(room, Seq(2));
        QVERIFY(found.has_value());
        QCOMPARE(found->entry, forwarded(2, anna, bert));
        QCOMPARE(found->forwardedName, std::string("Bert"));
        const TimelinePage page = store->timeline(room, {});
        QCOMPARE(page.items.back().forwarded, (Forwarded{bert, UnixMs{5000}}));
        QCOMPARE(page.items.back().forwardedName, std::string("Bert"));
        QVERIFY(!page.items.front().forwarded.isValid());
        QVERIFY(page.items.front().forwardedName.empty());
        QVERIFY(store->summary(room)->lastIsForwarded);
    }

    /// I4: whom a forward names has nothing to do with mentions and replies.
    void aForwardOfTheReadersWordsAnswersNobody()
    {
        const auto store = preparedStore();
        QVERIFY(ingest(*store, room, {forwarded(1, anna, me), forwarded(2, bert, me)}));
        QCOMPARE(store->countUnread(room, me, Seq(), Seq(2), Seq(2)), (ReadCounts{2, 0, 0}));
        QVERIFY(store->audit().empty());
    }

    void aRecallRemovesWhoSaidIt()
    {
        const auto store = preparedStore();
        QVERIFY(ingest(*store, room, {forwarded(1, anna, bert), forwarded(2, anna, bert)}));
        QVERIFY(ingest(*store, room, {recall(3, anna, 1)}));
        Entry careless = forwarded(2, anna, bert);
        said(careless).recalledBy = Seq(4);
        QVERIFY(ingest(*store, room, {careless}));
        Entry late = forwarded(5, anna, bert);
        said(late).recalledBy = Seq(6);
        QVERIFY(ingest(*store, room, {late}));
        for (const Seq seq : {Seq(1), Seq(2), Seq(5)}) {
            QVERIFY(!fieldsOf(store->entry(room, seq)->entry.content).forwarded.isValid());
        }
    }

    void theLastLineKeepsTheWordsOfIgnoredUsers()
    {
        const auto store = preparedStore();
        QVERIFY(ingestToHead(*store, room, {message(1, anna), forwarded(2, anna, bert, "secret")}));
        QCOMPARE(store->summary(room)->lastText, std::string("secret"));
        QVERIFY(store->apply({write::PutIgnores{{1, {{bert, IgnoreLevel::Ignored}}}}}));
        QCOMPARE(store->summary(room)->lastSeq, Seq(2));
        QVERIFY(store->summary(room)->lastText.empty());
        QVERIFY(store->summary(room)->lastIsForwarded);
    }

    void anUnsentForwardComesBackAndIsShown()
    {
        const auto store = preparedStore();
        QVERIFY(store->apply({write::PutPending{unsent(1)}}));
        QCOMPARE(store->load().pending, std::vector<PendingMessage>{unsent(1)});
        const TimelinePage page = store->timeline(room, {});
        QCOMPARE(page.pending.size(), std::size_t{1});
        QCOMPARE(page.pending[0].text, std::string("said"));
        QCOMPARE(page.pending[0].forwardedName, std::string("Bert"));
        QCOMPARE(page.pending[0].attachments.size(), std::size_t{1});
        QVERIFY(store->summary(room)->lastIsForwarded);
    }
};

TIDEMARK_SUITE(TestForwarded, QCoreApplication)

} // namespace tidemark::forwarded_store_test

#include "test_forwarded.moc"
