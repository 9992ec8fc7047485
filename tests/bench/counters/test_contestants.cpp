// The contestants of the benchmark "counters": each counts right when nothing happens, and what the failures
// do to each is what docs/two-counters.md says.
#include "tests/bench/counters/redis_contestant.h"
#include "tests/bench/counters/redis_server.h"
#include "tests/bench/counters/tidemark_contestant.h"
#include "tests/main/suite.h"
#include "tests/support/chat_log.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace tidemark::counters;

Q_DECLARE_METATYPE(Failure)
Q_DECLARE_METATYPE(Way)

namespace {

constexpr std::size_t eventCount = 400;

std::vector<tidemark::test::LoggedMessage> talk(const QTemporaryDir& folder)
{
    const QString path = folder.filePath(QStringLiteral("talk.jsonl"));
    constexpr int lines = 2000;
    constexpr int people = 200;
    return tidemark::test::writeGeneratedLog(path, QStringLiteral("room"), lines, people)
               ? tidemark::test::readLoggedMessages(path.toStdString(), lines)
               : std::vector<tidemark::test::LoggedMessage>();
}

Mismatches mismatchesAfter(Contestant& contestant, const Workload& workload, Failure failure)
{
    const Failures failures{failure};
    contestant.begin();
    contestant.runWith(failures, eventCount);
    return mismatchesOf(workload, contestant.numbers(), definitionOf(workload, eventCount, failures));
}

} // namespace

class TestContestants : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_redis.reset(); }
    void definitionCountsWhatOthersSaidSinceTheLastRead();
    void redisCountsRightWhenNothingHappens_data();
    void redisCountsRightWhenNothingHappens();
    void failuresDoToRedisWhatIsSaid_data();
    void failuresDoToRedisWhatIsSaid();
    void readBetweenTheStepsOfTheFirstMessage_data();
    void readBetweenTheStepsOfTheFirstMessage();
    void manyWorkersKeepSumAndTotalTogether_data();
    void manyWorkersKeepSumAndTotalTogether();
    void tidemarkIsRightWhateverHappens_data();
    void tidemarkIsRightWhateverHappens();
    void tidemarkIsRightAtFullSpeed();

private:
    [[nodiscard]] RedisContestant redis(Way way, std::size_t workers, std::size_t pipelined = 1) const
    {
        return {m_hot, m_redis->socketPath(), way, workers, pipelined};
    }

    QTemporaryDir m_folder;
    Workload m_hot = oneHotUser(talk(m_folder));
    Workload m_spread = spreadOverUsers(talk(m_folder), 80);
    std::unique_ptr<RedisServer> m_redis;
};

#define NEED_REDIS()                                                                                         \
    if (!m_redis)                                                                                            \
    QSKIP("redis-server is not installed (tools/setup installs it)")

void TestContestants::initTestCase()
{
    QVERIFY(m_hot.events.size() > eventCount);
    QVERIFY(m_spread.events.size() > eventCount);
    if (RedisServer::isInstalled()) {
        m_redis = std::make_unique<RedisServer>(m_folder.path(), Persistence::None);
    }
}

void TestContestants::definitionCountsWhatOthersSaidSinceTheLastRead()
{
    constexpr auto message = Event::Kind::Message;
    constexpr auto read = Event::Kind::Read;
    Workload workload{"by hand", {}, 3, {{0, 1, 2}, {0, 1}}, {}};
    workload.events = {{message, 0, 1, 1, 0}, {message, 0, 0, 2, 1}, {read, 0, 2, 1, 0},
                       {message, 0, 1, 3, 2}, {message, 1, 1, 1, 3}, {message, 1, 1, 2, 4}};
    const Numbers right = definitionOf(workload, workload.events.size(), {});
    QCOMPARE(right.unread, (std::vector<std::vector<std::int64_t>>{{2, 1, 2}, {2, 0}}));
    QCOMPARE(right.totals, (std::vector<std::int64_t>{4, 1, 2}));
    // The fourth message is read by the first who has not written it.
    const Numbers withRead = definitionOf(workload, workload.events.size(), {Failure::ReadBeforeCounting, 4});
    QCOMPARE(withRead.unread[1], (std::vector<std::int64_t>{1, 0}));

    Numbers wrong = right;
    wrong.unread[0][0] = 0;
    wrong.totals[1] = 4;
    QCOMPARE(mismatchesOf(workload, wrong, right), (Mismatches{5, 2, 3}));
}

void TestContestants::redisCountsRightWhenNothingHappens_data()
{
    QTest::addColumn<Way>("way");
    for (const Way way : {Way::TwoSteps, Way::Lock, Way::Optimistic, Way::Script}) {
        QTest::newRow(nameOf(way)) << way;
    }
}

void TestContestants::redisCountsRightWhenNothingHappens()
{
    NEED_REDIS();
    QFETCH(Way, way);
    RedisContestant contestant = redis(way, 1);
    QCOMPARE(mismatchesAfter(contestant, m_hot, Failure::None), Mismatches());
    RedisContestant spread(m_spread, m_redis->socketPath(), way, 1);
    QCOMPARE(mismatchesAfter(spread, m_spread, Failure::None), Mismatches());
}

void TestContestants::failuresDoToRedisWhatIsSaid_data()
{
    QTest::addColumn<Way>("way");
    QTest::addColumn<Failure>("failure");
    QTest::addColumn<bool>("isSumRight");
    QTest::addColumn<bool>("isLogRight");
    struct Row {
        const char* name;
        Way way;
        Failure failure;
        bool isSumRight;
        bool isLogRight;
    };
    for (const Row& row :
         {Row{"two steps, refused", Way::TwoSteps, Failure::SecondStepRefused, false, false},
          Row{"two steps, ends", Way::TwoSteps, Failure::EndsBetweenSteps, false, false},
          Row{"two steps, late read", Way::TwoSteps, Failure::ReadBeforeCounting, true, false},
          Row{"lock, refused", Way::Lock, Failure::SecondStepRefused, false, false},
          Row{"lock, ends", Way::Lock, Failure::EndsBetweenSteps, false, false},
          Row{"lock, read", Way::Lock, Failure::ReadBetweenSteps, true, true},
          Row{"lock, late read", Way::Lock, Failure::ReadBeforeCounting, true, false},
          Row{"optimistic, refused", Way::Optimistic, Failure::SecondStepRefused, false, false},
          Row{"optimistic, ends", Way::Optimistic, Failure::EndsBetweenSteps, true, true},
          Row{"optimistic, read", Way::Optimistic, Failure::ReadBetweenSteps, true, false},
          Row{"optimistic, late read", Way::Optimistic, Failure::ReadBeforeCounting, true, false},
          Row{"script, refused", Way::Script, Failure::SecondStepRefused, false, false},
          Row{"script, ends", Way::Script, Failure::EndsBetweenSteps, true, false},
          Row{"script, late read", Way::Script, Failure::ReadBeforeCounting, true, false}}) {
        QTest::newRow(row.name) << row.way << row.failure << row.isSumRight << row.isLogRight;
    }
}

void TestContestants::failuresDoToRedisWhatIsSaid()
{
    NEED_REDIS();
    QFETCH(Way, way);
    QFETCH(Failure, failure);
    QFETCH(bool, isSumRight);
    QFETCH(bool, isLogRight);
    RedisContestant contestant = redis(way, 1);
    const Mismatches wrong = mismatchesAfter(contestant, m_hot, failure);
    QCOMPARE(wrong.sumAgainstTotal == 0, isSumRight);
    QCOMPARE(wrong.unreadAgainstLog + wrong.totalAgainstLog == 0, isLogRight);
}

void TestContestants::readBetweenTheStepsOfTheFirstMessage_data()
{
    QTest::addColumn<Way>("way");
    QTest::addColumn<qint64>("unread");
    QTest::addColumn<qint64>("total");
    // The total cannot fall below 0, so what the read takes off it is not there yet.
    QTest::newRow("two steps") << Way::TwoSteps << qint64(0) << qint64(1);
    // Has to wait.
    QTest::newRow("lock") << Way::Lock << qint64(0) << qint64(0);
    // The message is counted when it has been read: it stays unread.
    QTest::newRow("optimistic") << Way::Optimistic << qint64(1) << qint64(1);
}

void TestContestants::readBetweenTheStepsOfTheFirstMessage()
{
    NEED_REDIS();
    QFETCH(Way, way);
    const Workload workload{"one message", {}, 2, {{0, 1}}, {{Event::Kind::Message, 0, 1, 1, 0}}};
    RedisContestant contestant(workload, m_redis->socketPath(), way, 1);
    contestant.begin();
    contestant.runWith({Failure::ReadBetweenSteps, 1}, 1);
    QTEST(qint64(contestant.numbers().unread[0][0]), "unread");
    QTEST(qint64(contestant.numbers().totals[0]), "total");
}

void TestContestants::manyWorkersKeepSumAndTotalTogether_data()
{
    QTest::addColumn<Way>("way");
    QTest::addColumn<int>("pipelined");
    QTest::newRow("lock") << Way::Lock << 1;
    QTest::newRow("optimistic") << Way::Optimistic << 1;
    QTest::newRow("script") << Way::Script << 1;
    QTest::newRow("script, pipelined") << Way::Script << 8;
}

void TestContestants::manyWorkersKeepSumAndTotalTogether()
{
    NEED_REDIS();
    QFETCH(Way, way);
    QFETCH(int, pipelined);
    RedisContestant contestant = redis(way, 8, static_cast<std::size_t>(pipelined));
    contestant.begin();
    constexpr double seconds = 0.3;
    const Run run = contestant.run(seconds);
    QVERIFY(run.events > 0);
    const Mismatches wrong = mismatchesOf(m_hot, contestant.numbers(), definitionOf(m_hot, run.events, {}));
    QCOMPARE(wrong.sumAgainstTotal, std::uint64_t{0});
}

void TestContestants::tidemarkIsRightWhateverHappens_data()
{
    QTest::addColumn<Failure>("failure");
    QTest::newRow("nothing") << Failure::None;
    QTest::newRow("a commit fails") << Failure::SecondStepRefused;
    QTest::newRow("the process ends") << Failure::EndsBetweenSteps;
    QTest::newRow("a read before the commit") << Failure::ReadBetweenSteps;
    QTest::newRow("a read before the notify") << Failure::ReadBeforeCounting;
}

void TestContestants::tidemarkIsRightWhateverHappens()
{
    QFETCH(Failure, failure);
    TidemarkContestant oneByOne(m_hot, m_folder.path(), 1);
    QCOMPARE(mismatchesAfter(oneByOne, m_hot, failure), Mismatches());
    TidemarkContestant grouped(m_spread, m_folder.path(), 8);
    QCOMPARE(mismatchesAfter(grouped, m_spread, failure), Mismatches());
}

void TestContestants::tidemarkIsRightAtFullSpeed()
{
    TidemarkContestant contestant(m_hot, m_folder.path(), 8);
    contestant.begin();
    constexpr double seconds = 0.3;
    const Run run = contestant.run(seconds);
    QVERIFY(run.events > 0);
    QVERIFY(contestant.readTotals(0.01).perSecond > 0);
    QCOMPARE(mismatchesOf(m_hot, contestant.numbers(), definitionOf(m_hot, run.events, {})), Mismatches());
}

TIDEMARK_SUITE(TestContestants, QCoreApplication)

#include "test_contestants.moc"
