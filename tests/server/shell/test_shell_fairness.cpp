#include "tests/main/suite.h"
#include "tests/server/shell/epoll_application.h"
#include "tests/server/shell/running_server.h"

#include <QSignalSpy>
#include <QTest>

#include <memory>
#include <vector>

namespace tidemark::shell_fairness_test {

using namespace tidemark::test;

/// Users who ask for much, beside others.
class TestShellFairness : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aUserWhoAsksForMuchDelaysOthersByOneShare()
    {
        RunningServer server;
        const auto mallory = server.signedUp("mallory");
        const auto ann = server.signedUp("ann");
        QVERIFY(mallory && ann);
        const QSignalSpy answers(&mallory->socket(), &QWebSocket::binaryMessageReceived);
        std::vector<RequestId> requests;
        for (int i = 0; i < many; ++i) {
            requests.push_back(mallory->send(protocol::GetTotals{}));
        }
        QVERIFY(mallory->answer(requests.front()));
        QVERIFY(ann->ask<protocol::TotalsNow>(protocol::GetTotals{}));
        QVERIFY2(answers.count() < many / 2, qPrintable(QString::number(answers.count())));
        for (const RequestId request : requests) {
            if (request != requests.front()) {
                QVERIFY2(mallory->answer(request), "each request is answered in the end");
            }
        }
    }

    void severalConnectionsOfAUserShareOneCredit()
    {
        RunningServer server;
        const auto mallory = server.signedUp("mallory");
        const auto ann = server.signedUp("ann");
        QVERIFY(mallory && ann);
        std::vector<std::unique_ptr<WireClient>> lines;
        for (int i = 0; i < 10; ++i) {
            lines.push_back(server.client());
            QVERIFY(lines.back() && lines.back()->ask<protocol::Welcome>(helloOf("mallory")));
        }
        const std::uint64_t before = server->counters().inputs;
        for (const auto& line : lines) {
            for (int i = 0; i < many / 10; ++i) {
                static_cast<void>(line->send(protocol::GetTotals{}));
            }
        }
        QTRY_VERIFY_WITH_TIMEOUT(server->counters().inputs > before + 10, timeoutMs);
        QVERIFY(ann->ask<protocol::TotalsNow>(protocol::GetTotals{}));
        QVERIFY(server->counters().inputs < before + many / 2);
    }

    void aLongRequestDelaysNoAnswerOfItsTurn()
    {
        RunningServer server;
        const auto mallory = server.signedUp("mallory");
        const auto ann = server.signedUp("ann");
        QVERIFY(mallory && ann);
        std::string order;
        connect(&mallory->socket(), &QWebSocket::binaryMessageReceived, this, [&] { order += 'm'; });
        connect(&ann->socket(), &QWebSocket::binaryMessageReceived, this, [&] { order += 'a'; });
        const RequestId longOne =
            mallory->send(protocol::CreateChannel{messageOf(ConversationId(1), 1, "x").uuid, "channel"});
        const RequestId next = mallory->send(protocol::GetTotals{});
        const RequestId shortOne = ann->send(protocol::GetTotals{});
        mallory->socket().flush();
        ann->socket().flush();
        QVERIFY(mallory->answer(longOne) && mallory->answer(next) && ann->answer(shortOne));
        QVERIFY2(order.starts_with('a'), order.c_str());
    }

    void pipelinedMessagesKeepTheirOrderAndShareCommits()
    {
        RunningServer server;
        const auto ann = server.signedUp("ann");
        QVERIFY(ann);
        const ConversationId group = RunningServer::group(*ann, {});
        const std::uint64_t before = server->counters().steps;
        std::vector<RequestId> requests;
        for (std::uint64_t number = 1; number <= 100; ++number) {
            requests.push_back(ann->send(messageOf(group, number, "hello")));
        }
        Seq last;
        for (const RequestId request : requests) {
            const auto answer = ann->answer(request);
            QVERIFY(answer && std::holds_alternative<protocol::SendAck>(*answer));
            const Seq seq = std::get<protocol::SendAck>(*answer).seq;
            QVERIFY(seq > last);
            last = seq;
        }
        QVERIFY(server->counters().steps - before <= 50);
    }

    void theLastRequestsOfAClosedConnectionAreHandled()
    {
        RunningServer server;
        const auto ann = server.signedUp("ann");
        const auto bob = server.signedUp("bob");
        QVERIFY(ann && bob);
        const ConversationId group = RunningServer::group(*ann, {"bob"});
        for (std::uint64_t number = 1; number <= 100; ++number) {
            static_cast<void>(ann->send(messageOf(group, number, "hello")));
        }
        ann->socket().flush();
        ann->socket().close();
        QVERIFY(bob->seesHead(group, Seq(100)));
        QTRY_COMPARE_WITH_TIMEOUT(server->connectionCount(), std::size_t(1), timeoutMs);
    }

    void manyStatesAreSentOverSeveralTurns()
    {
        server::ServerOptions options = testOptions();
        options.shell.statesPerStep = 5;
        RunningServer server(options);
        const auto ann = server.signedUp("ann");
        QVERIFY(ann);
        for (std::uint8_t number = 1; number <= 50; ++number) {
            static_cast<void>(RunningServer::group(*ann, {}, number));
        }
        const RequestId sync = ann->send(protocol::Sync{});
        const RequestId dots = ann->send(protocol::GetDots{});
        std::size_t told = 0;
        for (std::uint32_t remaining = 1; remaining > 0;) {
            const auto answer = ann->answer(sync);
            QVERIFY(answer && std::holds_alternative<protocol::States>(*answer));
            told += std::get<protocol::States>(*answer).states.size();
            remaining = std::get<protocol::States>(*answer).remaining;
            QCOMPARE(told + remaining, std::size_t(50));
        }
        QVERIFY(ann->answer(dots));
    }

private:
    static constexpr int many = 3000;
};

TIDEMARK_SUITE(TestShellFairness, test::EpollApplication)

} // namespace tidemark::shell_fairness_test

#include "test_shell_fairness.moc"
