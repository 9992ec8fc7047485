#include "server-stub/shell/blobs/blob_worker.h"
#include "server-stub/shell/delivery/delivery.h"
#include "server-stub/shell/passwords/password_worker.h"
#include "server-stub/shell/sockets/acceptor.h"
#include "server-stub/shell/sockets/epoll_dispatcher.h"
#include "tests/main/suite.h"
#include "tests/server/shell/epoll_application.h"
#include "tests/server/shell/running_server.h"

#include <QRegularExpression>
#include <QTcpSocket>
#include <QTest>

#include <memory>

namespace tidemark::shell_delivery_test {

using namespace tidemark::server;
using namespace tidemark::test;

/// The test passes effects of a hub to real connections, without a hub.
class TestShellDelivery : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_options = testOptions();
        m_connections.clear();
        m_counters = {};
        m_addresses.emplace(m_options.shell);
        m_acceptor = std::make_unique<Acceptor>(m_options, *m_addresses, m_budget);
        QVERIFY(m_acceptor->start(QHostAddress(QHostAddress::LocalHost)));
        connect(m_acceptor.get(), &Acceptor::accepted, this, &TestShellDelivery::take);
        m_ann = connectedAs(1);
        m_bob = connectedAs(2);
        QVERIFY(m_ann && m_bob);
    }

    void headsOfOneStepAreOneNotifyWithTheNewestOfEach()
    {
        carryOut({PushHead{{ann, bob}, head(1, 10)}, PushHead{{ann}, head(2, 20)},
                  PushHead{{ann, bob}, head(1, 11)}});
        const auto forAnn = m_ann->push<protocol::Notify>();
        const auto forBob = m_bob->push<protocol::Notify>();
        QVERIFY(forAnn && forBob);
        QCOMPARE(forAnn->heads, (std::vector{head(1, 11), head(2, 20)}));
        QCOMPARE(forBob->heads, std::vector{head(1, 11)});
        QCOMPARE(m_counters.framesSent, std::uint64_t(2));
        QCOMPARE(m_counters.framesEncoded, std::uint64_t(2));
    }

    void equalHeadsAreEncodedOnce()
    {
        carryOut({PushHead{{ann, bob, Target{ann.connection, 5}}, head(1, 10)},
                  PushHead{{ann, bob, Target{ann.connection, 5}}, head(2, 20)}});
        QVERIFY(m_ann->push<protocol::Notify>() && m_bob->push<protocol::Notify>());
        QVERIFY(m_ann->push<protocol::Notify>());
        QCOMPARE(m_counters.framesSent, std::uint64_t(3));
        QCOMPARE(m_counters.framesEncoded, std::uint64_t(1));
    }

    /// When many clients are too slow to sign in, the server cuts them, and writes no warning to the log
    /// for frames that they had just sent.
    void aConnectionThatIsCutInTheHandshakeIsNotReadFrom()
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
        QTcpSocket client;
        client.connectToHost(QHostAddress(QHostAddress::LocalHost), m_acceptor->serverPort());
        QTRY_COMPARE_WITH_TIMEOUT(m_acceptor->handshakes(), std::size_t(1), timeoutMs);
        bool isCut = false;
        for (QTcpSocket* socket : m_acceptor->findChildren<QTcpSocket*>()) {
            connect(socket, &QTcpSocket::readyRead, this, [&] {
                m_acceptor->closeAll();
                isCut = true;
            });
        }
        client.write("GET / HTTP/1.1\r\n");
        QTRY_VERIFY_WITH_TIMEOUT(isCut, timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(client.state(), QAbstractSocket::UnconnectedState, timeoutMs);
        QCOMPARE(m_acceptor->handshakes(), std::size_t(0));
    }

    void totalsGoAlongWithTheHeadsOfTheirSessions()
    {
        const protocol::TotalsNow totals{7, 1, 2, 3, 1, 99};
        carryOut({PushHead{{ann, bob, Target{bob.connection, 5}}, head(1, 10)},
                  PushTotals{{ann, Target{bob.connection, 5}}, totals}});
        const auto forAnn = m_ann->push<protocol::Notify>();
        QVERIFY(forAnn);
        QCOMPARE(forAnn->heads, std::vector{head(1, 10)});
        QCOMPARE(forAnn->totals, std::optional(totals));
        const auto first = m_bob->push<protocol::Notify>();
        const auto second = m_bob->push<protocol::Notify>();
        QVERIFY(first && second);
        QVERIFY(!first->totals);
        QCOMPARE(second->totals, std::optional(totals));
        QCOMPARE(second->heads, std::vector{head(1, 10)});
        QCOMPARE(m_bob->lastSession(), 5U);
        QCOMPARE(m_counters.framesEncoded, std::uint64_t(1));
        QCOMPARE(m_counters.framesSent, std::uint64_t(3));
        carryOut({PushTotals{{ann}, totals}});
        const auto alone = m_ann->push<protocol::Notify>();
        QVERIFY(alone && alone->heads.empty());
        QCOMPARE(alone->totals, std::optional(totals));
    }

    void aPushIsEncodedOnceAndAddressedToEachSession()
    {
        const protocol::GoAway frame{Milliseconds(1), Milliseconds(2)};
        carryOut({Push{{ann, Target{bob.connection, 7}}, frame}});
        QVERIFY(m_ann->push<protocol::GoAway>() && m_bob->push<protocol::GoAway>());
        QCOMPARE(m_ann->lastSession(), 0U);
        QCOMPARE(m_bob->lastSession(), 7U);
        QCOMPARE(m_counters.framesEncoded, std::uint64_t(1));
    }

    void aReplyBeforeTheCloseArrives()
    {
        carryOut({Reply{ann.connection, {RequestId(9), 0, protocol::Done{}}}, CloseConnection{ann.connection},
                  PushHead{{ann}, head(1, 1)}});
        const auto reply = m_ann->answer(RequestId(9));
        QVERIFY(reply && std::holds_alternative<protocol::Done>(*reply));
        QVERIFY(m_ann->closeCode());
        QCOMPARE(m_counters.framesSent, std::uint64_t(1));
    }

    void aHeadBehindMuchThatLeavesAtOnceIsNotKept()
    {
        protocol::Users much;
        for (std::uint64_t id = 1; id <= 4000; ++id) {
            much.users.push_back({UserId(id), std::string(80, 'n')});
        }
        carryOut({Reply{ann.connection, {RequestId(9), 0, std::move(much)}}, PushHead{{ann}, head(1, 1)}});
        QVERIFY(m_ann->answer(RequestId(9)));
        const auto notify = m_ann->push<protocol::Notify>();
        QVERIFY(notify);
        QCOMPARE(notify->heads, std::vector{head(1, 1)});
        QCOMPARE(m_counters.headsKept, std::uint64_t(1));
    }

    void closedConnectionsAreSkipped()
    {
        const Target closedTarget{ConnectionId(99), 0};
        carryOut({Reply{closedTarget.connection, {RequestId(9), 0, protocol::Done{}}},
                  CloseConnection{closedTarget.connection}, PushHead{{closedTarget, ann}, head(1, 1)}});
        QVERIFY(m_ann->push<protocol::Notify>());
        QCOMPARE(m_counters.framesSent, std::uint64_t(1));
    }

private:
    static protocol::Head head(std::uint64_t conversation, std::uint64_t seq)
    {
        return {ConversationId(conversation), LogEpoch(1), Seq(seq)};
    }

    void carryOut(const std::vector<Effect>& effects)
    {
        server::Delivery(m_connections, m_passwords, m_blobs, m_counters).carryOut(effects);
    }

    std::unique_ptr<WireClient> connectedAs(std::uint64_t id)
    {
        m_next = ConnectionId(id);
        QSignalSpy accepted(m_acceptor.get(), &Acceptor::accepted);
        auto client =
            std::make_unique<WireClient>(QStringLiteral("ws://127.0.0.1:%1").arg(m_acceptor->serverPort()));
        return accepted.wait(timeoutMs) && client->connected() ? std::move(client) : nullptr;
    }

    void take(QWebSocket* webSocket, QTcpSocket* socket, const ConnectionOrigin& arrival)
    {
        m_connections.emplace(m_next, std::make_unique<ClientConnection>(m_next, webSocket, socket, m_options,
                                                                         arrival, m_budget));
    }

    static constexpr Target ann{ConnectionId(1), 0};
    static constexpr Target bob{ConnectionId(2), 0};

    ServerOptions m_options;
    Counters m_counters;
    std::shared_ptr<BufferBudget> m_budget = std::make_shared<BufferBudget>(1000000);
    PasswordWorker m_passwords{1, 1};
    server::BlobWorker m_blobs{nullptr};
    ConnectionTable m_connections;
    ConnectionId m_next;
    std::optional<AddressLimiter> m_addresses;
    std::unique_ptr<Acceptor> m_acceptor;
    std::unique_ptr<WireClient> m_ann;
    std::unique_ptr<WireClient> m_bob;
};

TIDEMARK_SUITE(TestShellDelivery, test::EpollApplication)

} // namespace tidemark::shell_delivery_test

#include "test_shell_delivery.moc"
