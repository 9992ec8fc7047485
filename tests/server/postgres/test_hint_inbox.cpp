#include "server-stub/bus/hint_inbox.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::hint_inbox_test {

using namespace tidemark::server;

namespace {

constexpr std::size_t room = 100000;

HintBatch batchOf(std::size_t hints)
{
    return {NodeId(7), std::vector<Hint>(hints, hint::AccountChanged{UserId(1)})};
}

} // namespace

/// Hints that have arrived wait here for a busy server.
class TestHintInbox : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hintsAreTakenInOrder()
    {
        HintInbox inbox(room);
        QVERIFY2(inbox.put(batchOf(1), 10), "the first batch wakes the listener");
        QVERIFY2(!inbox.put(batchOf(2), 10), "the second batch does not wake the listener");
        const HintInbox::Content content = inbox.take();
        QCOMPARE(content.batches.size(), std::size_t(2));
        QVERIFY(content.batches.at(0) == batchOf(1));
        QVERIFY(content.batches.at(1) == batchOf(2));
        QVERIFY(!content.missed);
        QVERIFY(inbox.put(batchOf(1), 10));
        QCOMPARE(inbox.dropped(), std::uint64_t(0));
    }

    void possibleLossIsReportedOnce()
    {
        HintInbox inbox(room);
        QVERIFY(inbox.putMissed());
        QVERIFY(!inbox.putMissed());
        QVERIFY(!inbox.put(batchOf(1), 10));
        const HintInbox::Content content = inbox.take();
        QVERIFY(content.missed);
        QCOMPARE(content.batches.size(), std::size_t(1));
        QVERIFY(!inbox.take().missed);
    }

    void tooMuchIsDroppedAndMissed_data()
    {
        QTest::addColumn<std::size_t>("hints");
        QTest::addColumn<std::size_t>("bytes");
        QTest::newRow("many small hints") << std::size_t{500} << std::size_t{1000};
        QTest::newRow("few hints with long texts") << std::size_t{1} << std::size_t{8000};
        QTest::newRow("nothing at all, often") << std::size_t{0} << std::size_t{1};
    }

    void tooMuchIsDroppedAndMissed()
    {
        QFETCH(const std::size_t, hints);
        QFETCH(const std::size_t, bytes);
        constexpr std::size_t times = 5000;
        HintInbox inbox(room);
        for (std::size_t i = 0; i < times; ++i) {
            static_cast<void>(inbox.put(batchOf(hints), bytes));
        }
        const HintInbox::Content content = inbox.take();
        QVERIFY(content.missed);
        const std::size_t kept = content.batches.size();
        QVERIFY(kept > 0);
        QVERIFY(kept * (hints * sizeof(Hint) + bytes) <= room);
        QVERIFY(kept <= room / sizeof(HintBatch));
        QCOMPARE(inbox.dropped(), std::uint64_t((times - kept) * hints));
        QVERIFY2(inbox.put(batchOf(1), 10) && !inbox.take().missed, "there is room again");
    }
};

TIDEMARK_SUITE(TestHintInbox, test::NoApplication)

} // namespace tidemark::hint_inbox_test

#include "test_hint_inbox.moc"
