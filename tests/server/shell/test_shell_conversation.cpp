#include "server-stub/shell/sockets/epoll_dispatcher.h"
#include "tests/main/suite.h"
#include "tests/server/shell/epoll_application.h"
#include "tests/server/shell/running_server.h"

#include <QTest>

namespace tidemark::shell_conversation_test {

using namespace tidemark::test;

/// Clients use a running server without any fault.
class TestShellConversation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void aMessageIsAcknowledgedAndTheOtherIsNotified()
    {
        RunningServer server;
        const auto ann = server.signedUp("ann");
        const auto bob = server.signedUp("bob");
        QVERIFY(ann && bob);
        const ConversationId group = RunningServer::group(*ann, {"bob"});
        QVERIFY(group.isValid());
        const auto added = bob->push<protocol::States>();
        QVERIFY(added.has_value());
        QCOMPARE(added->states.front().id, group);

        const auto ack = ann->ask<protocol::SendAck>(messageOf(group, 1, "hello"));
        QVERIFY(ack.has_value());
        QVERIFY(!ack->duplicate);
        QVERIFY(bob->seesHead(group, ack->seq));

        protocol::Pull pull;
        pull.conversation = group;
        pull.logEpoch = ack->logEpoch;
        pull.after = previous(ack->seq);
        pull.limit = 10;
        const auto range = bob->ask<protocol::Range>(pull);
        QVERIFY(range.has_value());
        QCOMPARE(range->entries.size(), std::size_t(1));
        QCOMPARE(textOf(range->entries.front()), std::string("hello"));
    }

    void aRepeatedMessageIsAcknowledgedWithTheSameSeq()
    {
        RunningServer server;
        const auto ann = server.signedUp("ann");
        QVERIFY(ann);
        const ConversationId group = RunningServer::group(*ann, {});
        const auto first = ann->ask<protocol::SendAck>(messageOf(group, 1, "once"));
        const auto second = ann->ask<protocol::SendAck>(messageOf(group, 1, "once"));
        QVERIFY(first && second);
        QCOMPARE(second->seq, first->seq);
        QVERIFY(second->duplicate);
    }

    void theRequestsOfOneTurnAreOneTransaction()
    {
        constexpr std::size_t senders = 50;
        RunningServer server;
        std::vector<std::unique_ptr<WireClient>> clients;
        std::vector<std::string> names;
        for (std::size_t i = 0; i < senders; ++i) {
            names.push_back("user" + std::to_string(i));
            clients.push_back(server.signedUp(names.back()));
            QVERIFY(clients.back());
        }
        names.erase(names.begin());
        const ConversationId group = RunningServer::group(*clients.front(), names);
        QVERIFY(group.isValid());
        const std::uint64_t stepsBefore = server->counters().steps;

        std::vector<RequestId> requests;
        for (const auto& client : clients) {
            requests.push_back(client->send(messageOf(group, 1, "at once")));
        }
        std::set<Seq> seqs;
        for (std::size_t i = 0; i < senders; ++i) {
            const auto frame = clients[i]->answer(requests[i]);
            QVERIFY(frame.has_value());
            QVERIFY(std::holds_alternative<protocol::SendAck>(*frame));
            seqs.insert(std::get<protocol::SendAck>(*frame).seq);
        }
        QCOMPARE(seqs.size(), senders);
        QVERIFY2(server->counters().steps - stepsBefore <= senders / 5,
                 qPrintable(QString::number(server->counters().steps - stepsBefore)));
    }

    void aNotifyIsEncodedOnceForAll()
    {
        constexpr std::size_t members = 20;
        RunningServer server;
        std::vector<std::unique_ptr<WireClient>> clients;
        std::vector<std::string> names;
        for (std::size_t i = 0; i < members; ++i) {
            names.push_back("user" + std::to_string(i));
            clients.push_back(server.signedUp(names.back()));
            QVERIFY(clients.back());
        }
        names.erase(names.begin());
        const ConversationId group = RunningServer::group(*clients.front(), names);
        for (std::size_t i = 1; i < members; ++i) {
            QVERIFY(clients[i]->push<protocol::States>());
        }
        // The creation of the group has notified too. The next message is notified alone.
        QVERIFY(clients.front()->ask<protocol::HeartbeatAck>(protocol::Heartbeat{}));
        const server::Counters before = server->counters();

        const auto ack = clients.front()->ask<protocol::SendAck>(messageOf(group, 1, "to all"));
        QVERIFY(ack);
        for (std::size_t i = 1; i < members; ++i) {
            QVERIFY(clients[i]->seesHead(group, ack->seq));
        }
        const server::Counters& after = server->counters();
        const std::uint64_t encoded = after.framesEncoded - before.framesEncoded;
        QVERIFY(after.framesSent - before.framesSent >= members);
        QVERIFY2(encoded <= 4, qPrintable(QString::number(encoded)));
    }

    void twoAccountsShareAConnection()
    {
        RunningServer server;
        const auto bridge = server.client();
        QVERIFY(bridge);
        const UserId ann = bridge->signUp("ann", 1);
        const UserId bob = bridge->signUp("bob", 2);
        QVERIFY(ann.isValid() && bob.isValid() && ann != bob);
    }

    void passwordsAreCheckedOffTheThread()
    {
        RunningServer server;
        const auto ann = server.client();
        QVERIFY(ann);
        QVERIFY(ann->ask<protocol::Authenticated>(registrationOf("ann", "correct horse")));

        const auto phone = server.client();
        protocol::SignIn signIn{protocol::version, "ann",       "wrong horse",
                                tokenOf("phone"),  DeviceId(2), "phone"};
        const auto refused = phone->ask<protocol::Error>(signIn);
        QVERIFY(refused);
        QCOMPARE(refused->code, protocol::ErrorCode::BadCredentials);
        signIn.password = "correct horse";
        QVERIFY(phone->ask<protocol::Authenticated>(signIn));
        signIn.name = "nobody";
        const auto unknown = phone->ask<protocol::Error>(signIn);
        QVERIFY(unknown);
        QCOMPARE(unknown->code, protocol::ErrorCode::BadCredentials);
    }

    void shuttingDownAsksClientsToComeBack()
    {
        RunningServer server;
        const auto ann = server.signedUp("ann");
        QVERIFY(ann);
        QSignalSpy stopped(&*server, &server::Server::stopped);
        server->shutDown();
        const auto goAway = ann->push<protocol::GoAway>();
        QVERIFY(goAway);
        QCOMPARE(goAway->minDelay, Milliseconds(500));
        QCOMPARE(goAway->maxDelay, Milliseconds(3000));
        QCOMPARE(ann->closeCode(), std::optional(int{QWebSocketProtocol::CloseCodeGoingAway}));
        QVERIFY(stopped.count() == 1 || stopped.wait(timeoutMs));
        QCOMPARE(server->connectionCount(), std::size_t(0));
    }
};

TIDEMARK_SUITE(TestShellConversation, test::EpollApplication)

} // namespace tidemark::shell_conversation_test

#include "test_shell_conversation.moc"
