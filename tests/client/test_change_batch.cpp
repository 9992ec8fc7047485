#include "core/client/change_batch.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::change_batch_test {

namespace {

constexpr ConversationId room{7};
constexpr ConversationId other{8};

change::EntriesAdded added(ConversationId conversation, std::uint64_t first, std::uint64_t last,
                           bool live = true)
{
    return {conversation, Seq(first), Seq(last), {}, live};
}

} // namespace

/// Changes of several steps become one.
class TestChangeBatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void growthThatJoinsIsOne()
    {
        ChangeBatch batch;
        batch.add(added(room, 5, 7));
        batch.add(added(room, 8, 9));
        batch.add(added(room, 3, 4));
        QCOMPARE(batch.grown.size(), 1U);
        QVERIFY(batch.grown[0].first == Seq(3));
        QVERIFY(batch.grown[0].last == Seq(9));
    }

    void growthApartStaysApart()
    {
        ChangeBatch batch;
        batch.add(added(room, 5, 7));
        batch.add(added(room, 9, 9));
        batch.add(added(other, 8, 8));
        batch.add(added(room, 8, 8, false));
        QCOMPARE(batch.grown.size(), 4U);
    }

    void marksAreCollected()
    {
        ChangeBatch batch;
        batch.add(change::EntriesAdded{room, Seq(5), Seq(5), {Seq(1)}, true});
        batch.add(change::EntriesAdded{room, Seq(6), Seq(6), {Seq(2)}, true});
        QVERIFY((batch.grown[0].marked == std::vector<Seq>{Seq(1), Seq(2)}));
    }

    void aDropForgetsWhatHadGrown()
    {
        ChangeBatch batch;
        batch.add(added(room, 5, 7));
        batch.add(added(other, 1, 1));
        batch.add(change::LogDropped{room});
        batch.add(added(room, 1, 2));
        QVERIFY(batch.dropped == std::vector{room});
        QCOMPARE(batch.grown.size(), 2U);
        QVERIFY(batch.grown[1].last == Seq(2));
    }

    void theNewestValueCounts()
    {
        ChangeBatch batch;
        batch.add(change::TotalsChanged{Totals{.unread = 5}});
        batch.add(change::TotalsChanged{Totals{.unread = 6}});
        batch.add(change::Progress{10, 90});
        batch.add(change::Progress{20, 80});
        QCOMPARE(batch.totals->unread, 6U);
        QCOMPARE(batch.progress->pulled, 20U);
    }

    void everyResultIsKept()
    {
        ChangeBatch batch;
        batch.add(change::CommandDone{CommandId(1)});
        batch.add(change::CommandDone{CommandId(2)});
        batch.add(change::MessageAcked{room, {}, Seq(1)});
        batch.add(change::MessageAcked{room, {}, Seq(2)});
        QCOMPARE(batch.commands.size(), 2U);
        QCOMPARE(batch.acked.size(), 2U);
    }

    void aChangeThatShowsInARowRefreshesIt()
    {
        ChangeBatch batch;
        batch.add(added(room, 5, 7));
        batch.add(change::PendingChanged{other, {}});
        batch.add(change::PendingChanged{other, {}});
        QVERIFY((batch.conversations == std::set{room, other}));
        QCOMPARE(batch.pending.size(), 1U);
    }
};

TIDEMARK_SUITE(TestChangeBatch, test::NoApplication)

} // namespace tidemark::change_batch_test

#include "test_change_batch.moc"
