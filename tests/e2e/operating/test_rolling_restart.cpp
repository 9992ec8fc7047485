#include "tests/e2e/operating/talker.h"
#include "tests/e2e/stage.h"
#include "tests/main/suite.h"
#include "tests/support/programs.h"

#include <QRegularExpression>
#include <QTest>
#include <QUrl>

#include <algorithm>
#include <memory>
#include <vector>

namespace tidemark::rolling_restart_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int clientCount = 50;
constexpr int restarts = 2;
constexpr int fewestSent = 6; ///< messages of each client before the test may end
constexpr int windowSeconds =
    4; ///< the server's restart window; clients come back between half a second and this

} // namespace

/// A server ends and starts again under many clients that go on sending. No user notices.
class TestRollingRestart : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void nothingIsLostDoubledOrShownWhileTheServerRestarts()
    {
        Stage stage({u"--restart-window"_s, QString::number(windowSeconds)});
        QVERIFY(stage.ready());
        const Device host = stage.newAccount(u"host"_s, u"desk"_s);
        const qint64 group = host.createGroup(u"everybody"_s);
        QVERIFY(group > 0);
        const ServerList servers = QUrl(stage.server().url());
        Talkers talkers;
        for (int number = 0; number < clientCount; ++number) {
            talkers.push_back(std::make_unique<Talker>(number, stage.folder(), servers));
        }
        QTRY_VERIFY_WITH_TIMEOUT(all(talkers, &Talker::isOnline), programTimeoutMs);
        for (const auto& talker : talkers) {
            talker->talkIn(ConversationId(static_cast<std::uint64_t>(group)));
        }
        for (int restart = 0; restart < restarts; ++restart) {
            const std::size_t before = fewestAcked(talkers);
            QTRY_VERIFY_WITH_TIMEOUT(fewestAcked(talkers) >= before + fewestSent / 2, programTimeoutMs);
            QVERIFY(stage.server().stop());
            QVERIFY(stage.server().start());
            QTRY_VERIFY_WITH_TIMEOUT(areBack(talkers, std::size_t(restart) + 1), programTimeoutMs);
        }
        QTRY_VERIFY_WITH_TIMEOUT(fewestAcked(talkers) >= fewestSent, programTimeoutMs);
        for (const auto& talker : talkers) {
            talker->fallSilent();
        }
        QTRY_VERIFY_WITH_TIMEOUT(all(talkers, &Talker::isQuiescent), programTimeoutMs);

        for (const auto& talker : talkers) {
            QCOMPARE(talker->failures(), QString());
            // A message that was sent at the last moment may have begun after the client was quiescent.
            QTRY_COMPARE_WITH_TIMEOUT(talker->acked(), talker->sent(), programTimeoutMs);
            QCOMPARE(talker->comeBacks().size(), std::size_t(restarts));
        }
        for (int restart = 0; restart < restarts; ++restart) {
            checkSpread(talkers, std::size_t(restart));
        }
        QVERIFY(isAllOnce(talkers, textsOf(host.messages(group))));
        talkers.clear();
        QCOMPARE(stage.server().stopAndCheck(), QString());
    }

private:
    /// Whether all of them noticed this many restarts and are connected again.
    static bool areBack(const Talkers& talkers, std::size_t restartsNoticed)
    {
        return all(talkers, &Talker::isOnline)
               && std::all_of(talkers.begin(), talkers.end(), [restartsNoticed](const auto& talker) {
                      return talker->comeBacks().size() == restartsNoticed;
                  });
    }

    /// The planned times are spread over the whole window, however late the clients noticed.
    static void checkSpread(const Talkers& talkers, std::size_t restart)
    {
        std::vector<Milliseconds> plans;
        for (const auto& talker : talkers) {
            plans.push_back(talker->comeBacks().at(restart));
        }
        std::sort(plans.begin(), plans.end());
        const auto spread = (plans.back() - plans.front()).count();
        qInfo("they come back within %lld ms", static_cast<long long>(spread));
        QVERIFY(spread > windowSeconds * 1000 / 2);
        // The times are not only at both ends of the window.
        const auto inTheMiddle = std::count_if(plans.begin(), plans.end(), [&](Milliseconds plan) {
            const auto since = (plan - plans.front()).count();
            return since > spread / 8 && since < spread * 7 / 8;
        });
        QVERIFY(inTheMiddle > clientCount / 5);
    }
};

TIDEMARK_SUITE(TestRollingRestart, QCoreApplication)

} // namespace tidemark::rolling_restart_test

#include "test_rolling_restart.moc"
