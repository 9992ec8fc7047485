#include "tests/main/suite.h"
#include "tests/store/builders.h"

#include <QTest>

namespace tidemark::store_scheduled_test {

using namespace test;

/// Scheduled messages in the client's database.
class TestScheduled : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void everyFieldComesBack()
    {
        const auto store = preparedStore();
        LocalScheduled scheduled = someMessage(1);
        scheduled.intent = ScheduleIntent{.message = {.text = "other", .mentions = {UserId(3)}},
                                          .due = UnixMs{},
                                          .isCancelled = true,
                                          .base = 4,
                                          .changes = {uuid(8), uuid(9)}};
        scheduled.refused = RefusedSchedule{
            {.text = "late", .mentionsAll = true}, UnixMs{5}, protocol::ErrorCode::AlreadySent};
        QVERIFY(store->apply({write::PutScheduled{scheduled}, write::PutScheduledProgress{9}}));
        QCOMPARE(store->load().scheduled, std::vector{scheduled});
        QCOMPARE(store->load().scheduledThrough, std::uint64_t{9});
        scheduled.intent.reset();
        scheduled.refused.reset();
        QVERIFY(store->apply({write::PutScheduled{scheduled}, write::PutScheduledProgress{0}}));
        QCOMPARE(store->load().scheduled, std::vector{scheduled});
        QCOMPARE(store->load().scheduledThrough, std::uint64_t{0});
        QVERIFY(store->apply({write::EraseScheduled{scheduled.server.uuid}}));
        QVERIFY(store->load().scheduled.empty());
    }

    void theListIsInTheOrderOfTheTimes()
    {
        const auto store = preparedStore();
        LocalScheduled later = someMessage(1);
        later.server.due = UnixMs{900};
        QVERIFY(store->apply({write::PutScheduled{later}, write::PutScheduled{someMessage(2)}}));
        const std::vector<ScheduledItem> items = store->scheduled();
        QCOMPARE(items.size(), std::size_t{2});
        QCOMPARE(items.front().uuid, uuid(2));
        QCOMPARE(items.back().uuid, uuid(1));
    }

    void anotherAccountGetsNone()
    {
        const auto store = preparedStore();
        QVERIFY(store->apply({write::PutScheduled{someMessage(1)}, write::PutScheduledProgress{9}}));
        QVERIFY(store->apply({write::EraseEverything{}}));
        QVERIFY(store->load().scheduled.empty());
        QCOMPARE(store->load().scheduledThrough, std::uint64_t{0});
    }

private:
    static LocalScheduled someMessage(std::uint8_t number)
    {
        LocalScheduled scheduled;
        scheduled.server = {.uuid = uuid(number),
                            .conversation = room,
                            .message = {.text = "later",
                                        .isAction = true,
                                        .replyTo = Seq(2),
                                        .mentions = {UserId(1), UserId(2)}},
                            .due = UnixMs{77},
                            .version = 5,
                            .change = uuid(7),
                            .state = ScheduledState::Failed,
                            .failure = protocol::ErrorCode::NotMember,
                            .seq = Seq(3)};
        return scheduled;
    }
};

TIDEMARK_SUITE(TestScheduled, QCoreApplication)

} // namespace tidemark::store_scheduled_test

#include "test_scheduled.moc"
