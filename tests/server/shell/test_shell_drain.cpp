#include "core/wire/codec.h"
#include "server-stub/shell/delivery/drain.h"
#include "server-stub/shell/sockets/epoll_dispatcher.h"
#include "tests/main/suite.h"
#include "tests/server/shell/epoll_application.h"
#include "tests/server/shell/running_server.h"

#include <QCoreApplication>
#include <QSignalSpy>
#include <QTcpSocket>
#include <QTest>
#include <QWebSocketProtocol>

#include <algorithm>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace tidemark::shell_drain_test {

using namespace tidemark::test;

namespace {

constexpr int clientCount = 30;

/// Sends messages one after another until GoAway comes, and counts the acknowledged ones.
class Chatterer : public QObject {
public:
    Chatterer(RunningServer& server, ConversationId group, std::uint64_t number)
        : m_client(server.signedUp("user" + std::to_string(number))), m_group(group), m_number(number)
    {
        m_isThere = m_client != nullptr && m_client->ask<protocol::States>(protocol::Join{group}).has_value();
        if (!m_isThere) {
            return;
        }
        connect(&m_client->socket(), &QWebSocket::binaryMessageReceived, this, &Chatterer::take);
        connect(&m_client->socket(), &QWebSocket::disconnected, this, [this] {
            m_isClosed = true;
            m_closeCode = m_client->socket().closeCode();
        });
        sendOne();
    }

    [[nodiscard]] bool isThere() const { return m_isThere; }
    [[nodiscard]] bool isClosed() const { return m_isClosed; }
    [[nodiscard]] int closeCode() const { return m_closeCode; }
    [[nodiscard]] std::uint64_t acked() const { return m_acked; }
    [[nodiscard]] const std::vector<protocol::GoAway>& goAways() const { return m_goAways; }

private:
    void sendOne()
    {
        m_client->send(messageOf(m_group, m_number * 1000000 + ++m_sent, "text"));
        m_client->socket().flush();
    }

    void take(const QByteArray& bytes)
    {
        const auto envelope = wire::decodeServer({bytes.constData(), std::size_t(bytes.size())});
        if (!envelope) {
            return;
        }
        if (const auto* goAway = std::get_if<protocol::GoAway>(&envelope->frame)) {
            m_goAways.push_back(*goAway);
        }
        if (std::holds_alternative<protocol::SendAck>(envelope->frame)) {
            ++m_acked;
            sendOne();
        }
    }

    std::unique_ptr<WireClient> m_client;
    ConversationId m_group;
    std::uint64_t m_number;
    std::uint64_t m_sent = 0;
    std::uint64_t m_acked = 0;
    std::vector<protocol::GoAway> m_goAways;
    bool m_isThere = false;
    bool m_isClosed = false;
    int m_closeCode = 0;
};

server::ServerOptions draining(Milliseconds window)
{
    server::ServerOptions options = testOptions();
    options.shell.drain = window;
    return options;
}

bool canConnect(quint16 port)
{
    QTcpSocket socket;
    socket.connectToHost(QHostAddress(QHostAddress::LocalHost), port);
    return socket.waitForConnected(timeoutMs);
}

} // namespace

class TestShellDrain : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void turnsAreSpreadEvenlyInAnUnpredictableOrder()
    {
        std::vector<server::ConnectionId> connections;
        for (std::uint64_t id = 1; id <= clientCount; ++id) {
            connections.emplace_back(id);
        }
        const Instant begin(Milliseconds(5000));
        server::Drain drain(connections, begin, Milliseconds(3000), 1);
        QVERIFY(drain.next() == begin);
        std::vector<server::ConnectionId> order;
        for (int turn = 0; turn < clientCount; ++turn) {
            const std::vector<server::ConnectionId> due = drain.take(begin + Milliseconds(turn * 100));
            QCOMPARE(due.size(), std::size_t(1));
            order.push_back(due.front());
            QVERIFY(drain.take(begin + Milliseconds(turn * 100 + 99)).empty());
            QVERIFY(drain.next() == begin + Milliseconds((turn + 1) * 100));
        }
        QVERIFY(drain.next() == drain.end());
        QVERIFY(order != connections);
        std::sort(order.begin(), order.end());
        QVERIFY(order == connections);

        // A late call takes all connections that are due.
        server::Drain late(connections, begin, Milliseconds(3000), 2);
        QCOMPARE(late.take(begin + Milliseconds(1450)).size(), std::size_t(15));
        QVERIFY(server::Drain({}, begin, Milliseconds(3000), 3).next() == begin + Milliseconds(3000));
    }

    void allAreNotifiedAndClosedWithWhatTheyAreOwed()
    {
        RunningServer server(draining(Milliseconds(600)));
        const auto host = server.signedUp("host");
        QVERIFY(host);
        const ConversationId group = RunningServer::group(*host, {});
        std::vector<std::unique_ptr<Chatterer>> all;
        for (std::uint64_t number = 1; number <= clientCount; ++number) {
            all.push_back(std::make_unique<Chatterer>(server, group, number));
            QVERIFY(all.back()->isThere());
        }
        QSignalSpy stopped(&*server, &server::Server::stopped);
        server->drain();
        QVERIFY(stopped.wait(timeoutMs));
        QTRY_VERIFY_WITH_TIMEOUT(
            std::all_of(all.begin(), all.end(), [](const auto& one) { return one->isClosed(); }), timeoutMs);
        std::uint64_t acked = 0;
        for (const auto& one : all) {
            QCOMPARE(one->goAways().size(), std::size_t(1));
            QCOMPARE(one->closeCode(), int{QWebSocketProtocol::CloseCodeGoingAway});
            acked += one->acked();
        }
        QVERIFY(acked > clientCount);
        // The server acknowledged every stored message before it ended the connection.
        QCOMPARE(server.store().conversations().find(group)->headCountable, acked);
    }

    void aConnectionBeforeItsTurnIsServedOn()
    {
        RunningServer server(draining(std::chrono::hours(1)));
        const quint16 port = server->port();
        std::vector<std::unique_ptr<WireClient>> clients;
        for (int number = 0; number < 3; ++number) {
            clients.push_back(server.signedUp("user" + std::to_string(number)));
            QVERIFY(clients.back());
        }
        QVERIFY(canConnect(port));
        QVERIFY(server->healthProblem().isEmpty());
        server->drain();
        QCOMPARE(server->healthProblem(), QStringLiteral("draining"));
        QVERIFY(!canConnect(port));
        const auto isGone = [](const auto& client) {
            return client->socket().state() == QAbstractSocket::UnconnectedState;
        };
        QTRY_COMPARE_WITH_TIMEOUT(std::count_if(clients.begin(), clients.end(), isGone), 1, timeoutMs);
        for (const auto& client : clients) {
            QVERIFY(isGone(client) || client->ask<protocol::HeartbeatAck>(protocol::Heartbeat{}));
        }
        QCOMPARE(std::count_if(clients.begin(), clients.end(), isGone), 1);
    }

    void aSecondSignalEndsItAtOnce()
    {
        RunningServer server(draining(std::chrono::hours(1)));
        const auto stranger = server.client();
        QVERIFY(stranger);
        QSignalSpy stopped(&*server, &server::Server::stopped);
        server->drain();
        // A client that was about to sign in can still do so.
        QVERIFY(stranger->signUp("stranger").isValid());
        QCOMPARE(stopped.count(), 0);
        server->drain();
        QCOMPARE(server->healthProblem(), QStringLiteral("shutting down"));
        const auto goAway = stranger->push<protocol::GoAway>();
        QVERIFY(goAway);
        QCOMPARE(goAway->maxDelay, Milliseconds(3000));
        QVERIFY(stopped.count() == 1 || stopped.wait(timeoutMs));
    }

    void itEndsWhenTheLastOneHasGone()
    {
        RunningServer server(draining(std::chrono::hours(1)));
        const auto one = server.signedUp("one");
        QVERIFY(one);
        QSignalSpy stopped(&*server, &server::Server::stopped);
        server->drain();
        QCOMPARE(one->push<protocol::GoAway>(), std::optional(protocol::GoAway{}));
        QCOMPARE(one->closeCode(), std::optional(int{QWebSocketProtocol::CloseCodeGoingAway}));
        QVERIFY(stopped.count() == 1 || stopped.wait(timeoutMs));

        RunningServer empty(draining(std::chrono::hours(1)));
        QSignalSpy alsoStopped(&*empty, &server::Server::stopped);
        empty->drain();
        QVERIFY(alsoStopped.wait(timeoutMs));
    }

    void withoutAWindowItEndsAtOnce()
    {
        RunningServer server;
        const auto one = server.signedUp("one");
        QVERIFY(one);
        server->drain();
        QCOMPARE(server->healthProblem(), QStringLiteral("shutting down"));
        const auto goAway = one->push<protocol::GoAway>();
        QVERIFY(goAway);
        QCOMPARE(goAway->minDelay, Milliseconds(500));
    }
};

TIDEMARK_SUITE(TestShellDrain, test::EpollApplication)

} // namespace tidemark::shell_drain_test

#include "test_shell_drain.moc"
