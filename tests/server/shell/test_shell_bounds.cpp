#include "core/wire/codec.h"
#include "server-stub/shell/sockets/buffer_budget.h"
#include "server-stub/shell/sockets/client_connection.h"
#include "server-stub/shell/sockets/epoll_dispatcher.h"
#include "tests/main/suite.h"
#include "tests/server/shell/certificate.h"
#include "tests/server/shell/epoll_application.h"
#include "tests/server/shell/raw_client.h"
#include "tests/server/shell/running_server.h"

#include <QTest>

#include <map>
#include <set>

namespace tidemark::shell_bounds_test {

using namespace tidemark::test;

/// The shell bounds clients that send nonsense, send too much, send nothing, or do not read.
class TestShellBounds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void garbageIsAnsweredAndEndsTheConnection()
    {
        RunningServer server;
        const auto client = server.client();
        QVERIFY(client);
        QSignalSpy arrived(&client->socket(), &QWebSocket::binaryMessageReceived);
        client->socket().sendBinaryMessage(QByteArray("\xff\xff\xff\xff garbage"));
        QCOMPARE(client->closeCode(), std::optional(int{QWebSocketProtocol::CloseCodeProtocolError}));
        QCOMPARE(arrived.count(), 1);
        const auto envelope = wire::decodeServer(arrived.at(0).at(0).toByteArray().toStdString());
        QVERIFY(envelope.has_value());
        QVERIFY(std::holds_alternative<protocol::Error>(envelope->frame));
        QCOMPARE(std::get<protocol::Error>(envelope->frame).code, protocol::ErrorCode::Malformed);
        QTRY_COMPARE_WITH_TIMEOUT(server->connectionCount(), std::size_t(0), timeoutMs);
    }

    void aValueThatMakesNoSenseIsAnsweredAndEndsTheConnection()
    {
        RunningServer server;
        const auto ann = server.signedUp("ann");
        QVERIFY(ann);
        protocol::Send send = messageOf(ConversationId(1), 1, "hello");
        send.uuid = {};
        const auto error = ann->ask<protocol::Error>(send);
        QVERIFY(error);
        QCOMPARE(error->code, protocol::ErrorCode::Malformed);
        QCOMPARE(ann->closeCode(), std::optional(int{QWebSocketProtocol::CloseCodeNormal}));
    }

    void aGreetingOfADeviceThatHoldsMuchFits()
    {
        RunningServer server;
        const auto ann = server.signedUp("ann");
        const auto again = server.client();
        QVERIFY(ann && again);
        protocol::Hello hello = helloOf("ann");
        for (std::uint64_t number = 1; hello.held.size() < 10000; ++number) {
            HeldState held;
            held.id = ConversationId(number << 40U);
            held.logEpoch = LogEpoch(number << 50U | 1U);
            hello.held.push_back(held);
        }
        QVERIFY(wire::encode(protocol::ClientEnvelope{RequestId(1), 0, hello}).size()
                > 2 * server::BufferBudget::usualBytes);
        QVERIFY(again->ask<protocol::Welcome>(hello));
    }

    void aTextFrameIsRefused()
    {
        RunningServer server;
        const auto client = server.client();
        QVERIFY(client);
        client->socket().sendTextMessage(QStringLiteral("hello"));
        QCOMPARE(client->closeCode(), std::optional(int{QWebSocketProtocol::CloseCodeDatatypeNotSupported}));
    }

    void aFrameThatIsTooLargeEndsTheConnection()
    {
        server::ServerOptions options = testOptions();
        options.hub.limits.maxFrameBytes = 1000;
        RunningServer server(options);
        const auto client = server.client();
        QVERIFY(client);
        client->socket().sendBinaryMessage(QByteArray(1001, 'x'));
        QCOMPARE(client->closeCode(), std::optional(int{QWebSocketProtocol::CloseCodeTooMuchData}));
    }

    void compressionIsRefusedAndSoIsABomb()
    {
        RunningServer server;
        const auto ann = server.signedUp("ann");
        RawClient bomb(server->port());
        QVERIFY(ann && bomb.upgrade("Sec-WebSocket-Extensions: permessage-deflate\r\n").contains("101"));
        QVERIFY2(!bomb.headers().toLower().contains("extensions"), bomb.headers().constData());
        // The frame claims to be compressed: few bytes would become megabytes.
        constexpr int compressed = 0x40;
        bomb.sendFrame(compressed | opcodeBinary, QByteArray(100, '\0'));
        QTRY_VERIFY_WITH_TIMEOUT(bomb.wasClosed(), timeoutMs);
        QVERIFY(ann->ask<protocol::HeartbeatAck>(protocol::Heartbeat{}));
    }

    void aFrameThatSaysItIsGiganticEndsTheConnectionAtOnce()
    {
        RunningServer server;
        RawClient client(server->port());
        QVERIFY(client.upgrade().contains("101"));
        // The header announces two exabytes that never come.
        client.sendBytes(QByteArray::fromHex("82ff1fffffffffffffff00000000"));
        QTRY_VERIFY_WITH_TIMEOUT(client.wasClosed(), timeoutMs);
    }

    void aMessageOfEndlessFragmentsEndsTheConnection()
    {
        server::ServerOptions options = testOptions();
        options.hub.limits.maxFrameBytes = 64 * 1024;
        RunningServer server(options);
        RawClient client(server->port());
        QVERIFY(client.upgrade().contains("101"));
        client.sendFrame(opcodeBinary, QByteArray(1000, 'x'), false);
        const auto goesOn = [&] {
            for (int i = 0; i < 20; ++i) {
                client.sendFrame(opcodeContinuation, QByteArray(1000, 'x'), false);
            }
            return client.wasClosed();
        };
        QTRY_VERIFY_WITH_TIMEOUT(goesOn(), timeoutMs);
    }

    void textThatIsNoUtf8IsRefusedWithAReason()
    {
        RunningServer server;
        const auto ann = server.signedUp("ann");
        QVERIFY(ann);
        const ConversationId group = RunningServer::group(*ann, {});
        QByteArray bytes = QByteArray::fromStdString(
            wire::encode(protocol::ClientEnvelope{RequestId(99), 0, messageOf(group, 1, "XXXX")}));
        bytes.replace("XXXX", "\xff\xfe\xff\xfe");
        ann->socket().sendBinaryMessage(bytes);
        const auto refused = ann->push<protocol::Error>();
        QVERIFY(refused);
        QCOMPARE(refused->code, protocol::ErrorCode::Malformed);
        QCOMPARE(ann->closeCode(), std::optional(int{QWebSocketProtocol::CloseCodeProtocolError}));
        RawClient client(server->port());
        QVERIFY(client.upgrade().contains("101"));
        client.sendFrame(opcodeText, QByteArray("\xff\xfe"));
        QTRY_VERIFY_WITH_TIMEOUT(client.wasClosed(), timeoutMs);
    }

    void tooManyConnectionsOfOneAddressAreRefusedWithAReason()
    {
        server::ServerOptions options = testOptions();
        options.shell.exemptsLoopback = false;
        options.shell.connectionsPerAddress = 2;
        options.shell.connectsPerSecond = 1000;
        RunningServer server(options);
        auto first = server.client();
        const auto second = server.client();
        QVERIFY(first && second);
        WireClient third(server->url());
        const auto refusal = third.push<protocol::Error>();
        QVERIFY(refusal);
        QCOMPARE(refusal->code, protocol::ErrorCode::TooManyConnections);
        QVERIFY(refusal->retryAfter > Milliseconds(0));
        QCOMPARE(third.closeCode(), std::optional(int{QWebSocketProtocol::CloseCodePolicyViolated}));
        QCOMPARE(server->connectionCount(), std::size_t(2));
        first.reset();
        QTRY_COMPARE_WITH_TIMEOUT(server->metrics().limited, std::size_t(1), timeoutMs);
        // The refusals may all have come within a millisecond, which leaves no tokens.
        QTRY_VERIFY_WITH_TIMEOUT(server.client() != nullptr, timeoutMs);
    }

    void floodersAreRefusedBeforeTheHandshake()
    {
        server::ServerOptions options = testOptions();
        options.shell.exemptsLoopback = false;
        options.shell.connectionsPerAddress = 1;
        RunningServer server(options);
        std::vector<std::unique_ptr<RawClient>> clients;
        for (std::size_t i = 0; i < 2; ++i) {
            clients.push_back(std::make_unique<RawClient>(server->port()));
            QTRY_COMPARE_WITH_TIMEOUT(server->metrics().limited, i + 1, timeoutMs);
        }
        RawClient third(server->port());
        QCOMPARE(third.upgrade(), QByteArray("HTTP/1.1 429 Too Many Requests"));
        QTRY_VERIFY_WITH_TIMEOUT(third.wasClosed(), timeoutMs);
    }

    void tooManyAttemptsToSignInAreRefusedWithAReason()
    {
        server::ServerOptions options = testOptions();
        options.shell.exemptsLoopback = false;
        options.shell.connectionsPerAddress = 3; // and this many attempts at once
        options.shell.hellosPerSecond = 1;
        RunningServer server(options);
        const auto client = server.client();
        QVERIFY(client);
        for (int i = 0; i < 3; ++i) {
            const auto wrong = client->ask<protocol::Error>(helloOf("nobody"));
            QVERIFY(wrong);
            QCOMPARE(wrong->code, protocol::ErrorCode::TokenRevoked);
        }
        const auto refusal = client->ask<protocol::Error>(helloOf("nobody"));
        QVERIFY(refusal);
        QCOMPARE(refusal->code, protocol::ErrorCode::TooFast);
        QVERIFY(refusal->retryAfter > Milliseconds(0));
    }

    void aClientThatRepeatsRefusedAttemptsIsClosed_data()
    {
        QTest::addColumn<std::size_t>("heldStates");
        QTest::addColumn<std::uint64_t>("maxRefused");
        QTest::newRow("many small ones") << std::size_t{0} << std::uint64_t{5000};
        QTest::newRow("a few large ones") << std::size_t{20000} << std::uint64_t{100};
    }

    void aClientThatRepeatsRefusedAttemptsIsClosed()
    {
        QFETCH(const std::size_t, heldStates);
        QFETCH(const std::uint64_t, maxRefused);
        server::ServerOptions options = testOptions();
        options.shell.exemptsLoopback = false;
        options.shell.connectionsPerAddress =
            2; // and this many attempts at once, to sign up and to say hello
        options.shell.hellosPerSecond = 1;
        RunningServer server(options);
        const auto ann = server.signedUp("ann");
        QVERIFY(ann);
        protocol::Hello hello = helloOf("ann");
        for (std::uint64_t number = 1; number <= heldStates; ++number) {
            HeldState held;
            held.id = ConversationId(number << 40U);
            held.logEpoch = LogEpoch(number << 50U | 1U);
            hello.held.push_back(held);
        }
        // Few large ones at once: each takes long to make, and those after the refused ones are for nothing.
        const int atOnce = heldStates > 0 ? 3 : 50;
        const auto goesOn = [&] {
            for (int i = 0; i < atOnce && ann->socket().isValid(); ++i) {
                ann->send(hello);
            }
            return !ann->socket().isValid();
        };
        QTRY_VERIFY_WITH_TIMEOUT(goesOn(), timeoutMs);
        QCOMPARE(ann->closeCode(), std::optional(int{QWebSocketProtocol::CloseCodePolicyViolated}));
        const auto received = ann->push<protocol::Error>();
        QVERIFY(received);
        QCOMPARE(received->code, protocol::ErrorCode::TooFast);
        QVERIFY(server->counters().greetingsRefused <= maxRefused);
    }

    void allUsersReconnectAtTheSameMoment()
    {
        constexpr std::size_t many = 200;
        RunningServer server;
        for (std::size_t i = 0; i < many; ++i) {
            QVERIFY(server.signedUp("user" + std::to_string(i)));
        }
        QTRY_COMPARE_WITH_TIMEOUT(server->connectionCount(), std::size_t(0), timeoutMs);
        std::vector<std::unique_ptr<WireClient>> clients;
        for (std::size_t i = 0; i < many; ++i) {
            clients.push_back(std::make_unique<WireClient>(server->url()));
        }
        std::vector<RequestId> hellos;
        for (std::size_t i = 0; i < many; ++i) {
            QVERIFY(clients[i]->connected());
            hellos.push_back(clients[i]->send(helloOf("user" + std::to_string(i))));
        }
        for (std::size_t i = 0; i < many; ++i) {
            const auto answer = clients[i]->answer(hellos[i]);
            QVERIFY(answer && std::holds_alternative<protocol::Welcome>(*answer));
        }
        const server::Metrics metrics = server->metrics();
        QCOMPARE(metrics.hub.sessions, many);
        QCOMPARE(metrics.queuedInputs, std::size_t(0));
        QCOMPARE(metrics.handshakes, std::size_t(0));
    }

    void aClientThatDoesNotSignInIsClosed()
    {
        server::ServerOptions options = testOptions();
        options.shell.signInTimeout = Milliseconds(1000);
        RunningServer server(options);
        const auto ann = server.signedUp("ann");
        const auto stranger = server.client();
        RawClient silent(server->port());
        QVERIFY(ann && stranger);
        QCOMPARE(stranger->closeCode(), std::optional(int{QWebSocketProtocol::CloseCodePolicyViolated}));
        QTRY_VERIFY_WITH_TIMEOUT(silent.wasClosed(), timeoutMs);
        QVERIFY(ann->ask<protocol::HeartbeatAck>(protocol::Heartbeat{}));
        QCOMPARE(server->connectionCount(), std::size_t(1));
    }

    void aSilentClientIsPingedAndThenCut()
    {
        server::ServerOptions options = testOptions();
        options.hub.limits.heartbeatMs = 200;
        RunningServer server(options);
        const auto answersPings = server.signedUp("ann");
        QVERIFY(answersPings);
        RawClient dead(server->port());
        QCOMPARE(dead.upgrade(), QByteArray("HTTP/1.1 101 Switching Protocols"));
        QTRY_VERIFY_WITH_TIMEOUT(dead.wasClosed(), timeoutMs);
        constexpr char ping = '\x89';
        QCOMPARE(dead.buffer().front(), ping);
        QVERIFY(answersPings->ask<protocol::HeartbeatAck>(protocol::Heartbeat{}));
    }

    void thereIsRoomForSoManyConnections()
    {
        server::ServerOptions options = testOptions();
        options.shell.maxConnections = 2;
        RunningServer server(options);
        auto first = server.client();
        const auto second = server.client();
        QVERIFY(first && second);
        RawClient third(server->port());
        QCOMPARE(third.upgrade(), QByteArray("HTTP/1.1 503 Service Unavailable"));
        QVERIFY(third.headers().contains("\r\nRetry-After: 5"));
        QTRY_VERIFY_WITH_TIMEOUT(third.wasClosed(), timeoutMs);
        RawClient silent(server->port());
        QTRY_VERIFY_WITH_TIMEOUT(silent.wasClosed(), timeoutMs);
        first.reset();
        QTRY_COMPARE_WITH_TIMEOUT(server->connectionCount(), std::size_t(1), timeoutMs);
        QVERIFY(server.client());
    }

    void aWebPageIsRefused()
    {
        RunningServer server;
        RawClient page(server->port());
        QVERIFY(page.upgrade("Origin: http://example.org\r\n").startsWith("HTTP/1.1 403"));
    }

    void aClientThatDoesNotReadSlowsNoOther()
    {
        constexpr std::uint8_t groups = 10;
        RunningServer server;
        const auto ann = server.signedUp("ann");
        QVERIFY(ann);
        RawClient stuck(server->port());
        QVERIFY(stuck.upgrade().contains("101"));
        signUp(stuck, "stuck");
        std::vector<ConversationId> conversations;
        for (std::uint8_t number = 1; number <= groups; ++number) {
            conversations.push_back(RunningServer::group(*ann, {"stuck"}, number));
        }
        const auto filler = fill(*ann, conversations.front());
        QVERIFY(filler);

        stuck.stopReading();
        pullUntilSlow(server, stuck, *filler);
        const std::uint64_t keptBefore = server->counters().headsKept;
        std::map<ConversationId, Seq> heads;
        for (std::uint64_t round = 0; round < 20; ++round) {
            for (const ConversationId conversation : conversations) {
                const auto ack =
                    ann->ask<protocol::SendAck>(messageOf(conversation, 100 + round, "not slowed"));
                QVERIFY(ack);
                heads[conversation] = ack->seq;
            }
        }
        QTRY_VERIFY_WITH_TIMEOUT(server->counters().headsKept >= keptBefore + groups, timeoutMs);
        QVERIFY(server->waitingHeads() <= groups);
        QVERIFY(server->waitingHeads() > 0);

        stuck.resumeReading();
        std::map<ConversationId, Seq> seen;
        const auto seesNewest = [&] {
            for (const auto& envelope : stuck.takeFrames()) {
                if (const auto* notify = std::get_if<protocol::Notify>(&envelope.frame)) {
                    for (const protocol::Head& head : notify->heads) {
                        seen[head.conversation] = std::max(seen[head.conversation], head.head);
                    }
                }
            }
            return seen == heads;
        };
        QTRY_VERIFY_WITH_TIMEOUT(seesNewest(), timeoutMs);
        QCOMPARE(server->waitingHeads(), std::size_t(0));
    }

    void pingsOfAClientThatDoesNotReadAreAnsweredWithOnePong()
    {
        constexpr int opcodePing = 9;
        const server::ServerOptions options = testOptions();
        RunningServer server(options);
        const auto ann = server.signedUp("ann");
        QVERIFY(ann);
        RawClient stuck(server->port());
        QVERIFY(stuck.upgrade().contains("101"));
        signUp(stuck, "stuck");
        const auto filler = fill(*ann, RunningServer::group(*ann, {"stuck"}));
        QVERIFY(filler);
        stuck.stopReading();
        pullUntilSlow(server, stuck, *filler);
        QVERIFY(server->metrics().backlogBytes > options.shell.softBacklogBytes);
        for (const char number : {'1', '2', '3', '4', '5'}) {
            // The frame after the ping shows that the ping was read.
            const std::uint64_t inputs = server->counters().inputs;
            stuck.sendFrame(opcodePing, QByteArray("ping") + number);
            stuck.send(protocol::Heartbeat{});
            QTRY_VERIFY_WITH_TIMEOUT(server->counters().inputs > inputs, timeoutMs);
        }
        stuck.resumeReading();
        QTRY_VERIFY_WITH_TIMEOUT(stuck.buffer().contains("\x8a\x05ping5"), timeoutMs);
        QCOMPARE(stuck.buffer().count("\x8a\x05ping"), 1);
    }

    void aClientThatNeverReadsIsCut_data()
    {
        QTest::addColumn<bool>("throughTls");
        QTest::newRow("ws") << false;
        QTest::newRow("wss") << true;
    }

    void aClientThatNeverReadsIsCut()
    {
        QFETCH(const bool, throughTls);
        server::ServerOptions options = testOptions();
        options.shell.hardBacklogBytes = 512 * 1024;
        if (throughTls) {
            options.tls = testTls();
        }
        RunningServer server(options);
        const auto ann = server.signedUp("ann");
        QVERIFY(ann);
        const auto stuck =
            throughTls ? std::make_unique<RawClient>(server->port(), options.tls->localCertificateChain())
                       : std::make_unique<RawClient>(server->port());
        QVERIFY(stuck->upgrade().contains("101"));
        signUp(*stuck, "stuck");
        const auto filler = fill(*ann, RunningServer::group(*ann, {"stuck"}));
        QVERIFY(filler);
        stuck->stopReading();
        pullUntilSlow(server, *stuck, *filler);
        QTRY_COMPARE_WITH_TIMEOUT(server->connectionCount(), std::size_t(1), timeoutMs);
        QVERIFY(ann->ask<protocol::HeartbeatAck>(protocol::Heartbeat{}));
    }

    void headsThatWaitForAClientThatNeverReadsAreBounded()
    {
        constexpr std::uint32_t sessions = 30;
        constexpr std::uint8_t groups = 100;
        server::ServerOptions options = testOptions();
        options.shell.softBacklogBytes = 32 * 1024;
        options.shell.hardBacklogBytes = 256 * 1024;
        RunningServer server(options);
        const auto ann = server.signedUp("ann");
        QVERIFY(ann);
        RawClient stuck(server->port());
        QVERIFY(stuck.upgrade().contains("101"));
        signUp(stuck, "stuck");
        std::vector<ConversationId> conversations;
        for (std::uint8_t number = 1; number <= groups; ++number) {
            conversations.push_back(RunningServer::group(*ann, {"stuck"}, number));
        }
        for (std::uint32_t session = 1; session < sessions; ++session) {
            stuck.send(helloOf("stuck"), session);
        }
        QTRY_COMPARE_WITH_TIMEOUT(server->metrics().hub.sessions, std::size_t(sessions + 1), timeoutMs);
        const auto filler = fill(*ann, conversations.front());
        QVERIFY(filler);

        stuck.stopReading();
        const auto most =
            static_cast<std::size_t>(options.shell.hardBacklogBytes / server::ClientConnection::waitingBytes);
        QVERIFY2(std::size_t{sessions} * groups > most, "heads alone exceed the bound");
        std::size_t maxWaiting = 0;
        // The system may still take some of the backlog; then it is filled up again.
        for (std::uint64_t round = 0; round < 5 && server->connectionCount() == 2; ++round) {
            while (server->connectionCount() == 2
                   && server->metrics().backlogBytes <= options.shell.softBacklogBytes) {
                const std::uint64_t inputs = server->counters().inputs;
                stuck.send(*filler);
                QTRY_VERIFY_WITH_TIMEOUT(server->counters().inputs > inputs, timeoutMs);
            }
            for (const ConversationId conversation : conversations) {
                QVERIFY(ann->ask<protocol::SendAck>(messageOf(conversation, 1000 + round, "not slowed")));
                maxWaiting = std::max(maxWaiting, server->waitingHeads());
            }
        }
        QTRY_COMPARE_WITH_TIMEOUT(server->connectionCount(), std::size_t(1), timeoutMs);
        QVERIFY(maxWaiting > 0);
        QVERIFY(maxWaiting <= most);
    }

    void aClientThatDoesNotReadDelaysTheShutdownOnlySoFar()
    {
        server::ServerOptions options = testOptions();
        options.shell.shutdownTimeout = Milliseconds(100);
        options.shell.closeTimeout = std::chrono::hours(1);
        RunningServer server(options);
        const auto ann = server.signedUp("ann");
        QVERIFY(ann);
        RawClient stuck(server->port());
        QVERIFY(stuck.upgrade().contains("101"));
        signUp(stuck, "stuck");
        const auto filler = fill(*ann, RunningServer::group(*ann, {"stuck"}));
        QVERIFY(filler);
        stuck.stopReading();
        pullUntilSlow(server, stuck, *filler);
        QSignalSpy stopped(&*server, &server::Server::stopped);
        server->shutDown();
        QVERIFY(ann->push<protocol::GoAway>());
        QVERIFY(stopped.wait(timeoutMs));
        QCOMPARE(server->connectionCount(), std::size_t(0));
    }

    void tooManyPasswordsAtOnceAreTooFast()
    {
        server::ServerOptions options = testOptions();
        options.shell.maxPasswordJobs = 1;
        RunningServer server(options);
        const auto first = server.client();
        const auto second = server.client();
        QVERIFY(first && second);
        QVERIFY(first->ask<protocol::Authenticated>(registrationOf("ann", "correct horse")));
        const protocol::SignIn signIn{protocol::version, "ann",       "correct horse",
                                      tokenOf("x"),      DeviceId(2), "x"};
        const RequestId inTime = first->send(signIn);
        const RequestId tooLate = second->send(signIn);
        std::set<protocol::ErrorCode> errors;
        for (const auto& answer : {first->answer(inTime), second->answer(tooLate)}) {
            QVERIFY(answer);
            if (const auto* error = std::get_if<protocol::Error>(&*answer)) {
                errors.insert(error->code);
            }
        }
        QCOMPARE(errors, std::set{protocol::ErrorCode::TooFast});
    }

private:
    static constexpr std::size_t pulls = 200;

    static void signUp(RawClient& client, const std::string& name)
    {
        client.send(registrationOf(name));
        client.send(helloOf(name));
        bool isWelcome = false;
        const auto welcomed = [&] {
            for (const auto& envelope : client.takeFrames()) {
                isWelcome = isWelcome || std::holds_alternative<protocol::Welcome>(envelope.frame);
            }
            return isWelcome;
        };
        QTRY_VERIFY_WITH_TIMEOUT(welcomed(), timeoutMs);
    }

    /// Sends a message of 60 kB. Returns the request that pulls it.
    static std::optional<protocol::Pull> fill(WireClient& client, ConversationId conversation)
    {
        const auto ack = client.ask<protocol::SendAck>(messageOf(conversation, 1, std::string(60000, 'x')));
        if (!ack) {
            return std::nullopt;
        }
        protocol::Pull pull;
        pull.conversation = conversation;
        pull.logEpoch = ack->logEpoch;
        pull.after = previous(ack->seq);
        pull.through = ack->seq;
        pull.limit = 1;
        return pull;
    }

    /// Requests more than kernel buffers and the soft backlog hold together, and reads nothing. The
    /// requests follow one after the other, so that only the missing reads hold the answers back.
    static void pullUntilSlow(RunningServer& server, RawClient& client, const protocol::Pull& pull)
    {
        for (std::size_t i = 0; i < pulls && server->connectionCount() == 2; ++i) {
            const std::uint64_t inputs = server->counters().inputs;
            client.send(pull);
            QTRY_VERIFY_WITH_TIMEOUT(server->counters().inputs > inputs, timeoutMs);
        }
    }
};

TIDEMARK_SUITE(TestShellBounds, test::EpollApplication)

} // namespace tidemark::shell_bounds_test

#include "test_shell_bounds.moc"
