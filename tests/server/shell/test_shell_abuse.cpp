#include "core/wire/codec.h"
#include "server-stub/shell/sockets/acceptor.h"
#include "server-stub/shell/sockets/address_limiter.h"
#include "server-stub/shell/sockets/buffer_budget.h"
#include "server-stub/shell/sockets/client_connection.h"
#include "server-stub/shell/sockets/epoll_dispatcher.h"
#include "tests/main/suite.h"
#include "tests/server/shell/certificate.h"
#include "tests/server/shell/epoll_application.h"
#include "tests/server/shell/raw_client.h"
#include "tests/server/shell/running_server.h"

#include <QTcpSocket>
#include <QTest>
#include <QWebSocket>

#include <algorithm>
#include <memory>
#include <vector>

namespace tidemark::shell_abuse_test {

using namespace tidemark::test;

namespace {

constexpr int opcodePing = 9;

/// The close frame of a server with this code.
QByteArray closeFrame(int code)
{
    return QByteArray("\x88\x02") + static_cast<char>(code >> 8) + static_cast<char>(code & 0xff);
}

/// The first half of a frame that has `size` bytes.
QByteArray halfFrame(int size)
{
    QByteArray bytes = QByteArray::fromHex("82ff00000000");
    for (int shift = 24; shift >= 0; shift -= 8) {
        bytes.append(static_cast<char>(((2 * size) >> shift) & 0xff));
    }
    return bytes + QByteArray(4, '\0') + QByteArray(size, '\0');
}

} // namespace

/// Hostile clients try to use up the server's memory and processors.
class TestShellAbuse : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pingsHaveARate()
    {
        RunningServer server;
        const auto ann = server.signedUp("ann");
        RawClient client(server->port());
        QVERIFY(ann && client.upgrade().contains("101"));
        for (int i = 0; i < 1000; ++i) {
            client.sendFrame(opcodePing, QByteArray(125, 'x'));
        }
        QTRY_VERIFY_WITH_TIMEOUT(client.wasClosed(), timeoutMs);
        QVERIFY(client.buffer().endsWith(closeFrame(QWebSocketProtocol::CloseCodePolicyViolated)));
        QVERIFY(ann->ask<protocol::HeartbeatAck>(protocol::Heartbeat{}));
    }

    void answersToPingsDoNotPileUp()
    {
        RunningServer server;
        RawClient client(server->port());
        QVERIFY(client.upgrade().contains("101"));
        client.stopReading();
        // The answers exceed both kernel buffers.
        const QByteArray ping = QByteArray::fromHex("89fd00000000") + QByteArray(125, 'x');
        for (int i = 0; i < 1000; ++i) {
            client.sendBytes(ping.repeated(100));
        }
        QTRY_COMPARE_WITH_TIMEOUT(server->connectionCount(), std::size_t(0), timeoutMs);
        QVERIFY(server->metrics().backlogBytes < 100000);
    }

    void aPingIsAnswered()
    {
        RunningServer server;
        RawClient client(server->port());
        QVERIFY(client.upgrade().contains("101"));
        client.sendFrame(opcodePing, "are you there");
        const QByteArray pong("\x8a\x0d"
                              "are you there");
        QTRY_COMPARE_WITH_TIMEOUT(client.buffer(), pong, timeoutMs);
    }

    void framesThatAreNotMaskedAreRefused()
    {
        RunningServer server;
        RawClient client(server->port());
        QVERIFY(client.upgrade().contains("101"));
        const std::string hello = wire::encode(protocol::ClientEnvelope{RequestId(1), 0, helloOf("nobody")});
        QVERIFY(hello.size() < 126);
        client.sendBytes(QByteArray("\x82") + static_cast<char>(hello.size())
                         + QByteArray::fromStdString(hello));
        QTRY_VERIFY_WITH_TIMEOUT(client.wasClosed(), timeoutMs);
        QCOMPARE(client.buffer(), closeFrame(QWebSocketProtocol::CloseCodeProtocolError));
    }

    void clientsBeforeSignInHoldLittleTogether_data()
    {
        QTest::addColumn<bool>("throughTls");
        QTest::newRow("ws") << false;
        QTest::newRow("wss") << true;
    }

    void clientsBeforeSignInHoldLittleTogether()
    {
        QFETCH(const bool, throughTls);
        constexpr std::size_t sum = 10 * server::BufferBudget::usualBytes;
        server::ServerOptions options = testOptions();
        options.shell.maxBytesBeforeSignIn = sum;
        if (throughTls) {
            options.tls = testTls();
        }
        RunningServer server(options);
        const auto ann = server.signedUp("ann");
        QVERIFY(ann);
        std::vector<std::unique_ptr<RawClient>> clients;
        for (int i = 0; i < 20; ++i) {
            clients.push_back(
                throughTls ? std::make_unique<RawClient>(server->port(), options.tls->localCertificateChain())
                           : std::make_unique<RawClient>(server->port()));
            QVERIFY(clients.back()->upgrade().contains("101"));
            clients.back()->sendBytes(halfFrame(60000));
        }
        const auto closed = [&] {
            return std::count_if(clients.begin(), clients.end(),
                                 [](const auto& client) { return client->wasClosed(); });
        };
        QTRY_COMPARE_WITH_TIMEOUT(closed(), 10, timeoutMs);
        QVERIFY(server->metrics().bytesBeforeSignIn <= sum);
        // Signed-in clients do not count, nor does a usual first frame.
        const ConversationId group = RunningServer::group(*ann, {});
        QVERIFY(ann->ask<protocol::SendAck>(messageOf(group, 1, std::string(60000, 'x'))));
        QVERIFY(server.signedUp("bob"));
        clients.clear();
        QTRY_COMPARE_WITH_TIMEOUT(server->metrics().bytesBeforeSignIn, std::size_t(0), timeoutMs);
    }

    void upgradeRequestsWithoutEndCountToo_data() { clientsBeforeSignInHoldLittleTogether_data(); }

    void upgradeRequestsWithoutEndCountToo()
    {
        QFETCH(const bool, throughTls);
        constexpr int each = 20000;
        constexpr int fitting = 5;
        server::ServerOptions options = testOptions();
        options.shell.maxBytesBeforeSignIn = fitting * each + each / 2;
        if (throughTls) {
            options.tls = testTls();
        }
        RunningServer server(options);
        std::vector<std::unique_ptr<RawClient>> clients;
        for (int i = 0; i < 2 * fitting; ++i) {
            clients.push_back(
                throughTls ? std::make_unique<RawClient>(server->port(), options.tls->localCertificateChain())
                           : std::make_unique<RawClient>(server->port()));
            clients.back()->sendBytes(QByteArray("GET / HTTP/1.1\r\nHost: ").leftJustified(each, 'x'));
        }
        const auto closed = [&] {
            return std::count_if(clients.begin(), clients.end(),
                                 [](const auto& client) { return client->wasClosed(); });
        };
        QTRY_COMPARE_WITH_TIMEOUT(closed(), fitting, timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(server->metrics().bytesBeforeSignIn, std::size_t(fitting * each),
                                  timeoutMs);
        // A usual request takes no share of the budget.
        QVERIFY(server.signedUp("ann"));
        QCOMPARE(server->metrics().handshakes, std::size_t(fitting));
        clients.clear();
        QTRY_COMPARE_WITH_TIMEOUT(server->metrics().bytesBeforeSignIn, std::size_t(0), timeoutMs);
    }

    void refusedClientsLearnWhenToRetry()
    {
        server::ServerOptions options = testOptions();
        options.shell.maxBytesBeforeSignIn = 10000;
        RunningServer server(options);
        RawClient client(server->port());
        QVERIFY(client.upgrade().contains("101"));
        client.sendBytes(halfFrame(20000));
        const auto received = client.awaitFrames();
        QCOMPARE(received.size(), std::size_t(1));
        const auto* refusal = std::get_if<protocol::Error>(&received.front().frame);
        QVERIFY(refusal != nullptr);
        QCOMPARE(refusal->code, protocol::ErrorCode::Unavailable);
        QVERIFY(refusal->retryAfter > Milliseconds(0));
        QTRY_VERIFY_WITH_TIMEOUT(client.wasClosed(), timeoutMs);
    }

    void halfATlsHandshakeEnds()
    {
        server::ServerOptions options = testOptions();
        options.shell.signInTimeout = Milliseconds(500);
        options.tls = testTls();
        RunningServer server(options);
        QTcpSocket silent;
        QTcpSocket begun;
        for (QTcpSocket* socket : {&silent, &begun}) {
            socket->connectToHost(QHostAddress(QHostAddress::LocalHost), server->port());
        }
        // The header of a record with a ClientHello that never follows.
        begun.write(QByteArray::fromHex("16030102000100"));
        QTRY_COMPARE_WITH_TIMEOUT(server->metrics().handshakes, std::size_t(2), timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(silent.state(), QAbstractSocket::UnconnectedState, timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(begun.state(), QAbstractSocket::UnconnectedState, timeoutMs);
        QCOMPARE(server->metrics().handshakes, std::size_t(0));
    }

    void noMoreIsReadOfASocketThanItMayHold()
    {
        constexpr qint64 held = qint64{32} * 1024;
        const server::ServerOptions options = testOptions();
        server::AddressLimiter addresses(options.shell);
        const auto budget = std::make_shared<server::BufferBudget>(options.shell.maxBytesBeforeSignIn);
        server::Acceptor acceptor(options, addresses, budget);
        QVERIFY(acceptor.start(QHostAddress(QHostAddress::LocalHost), 0));
        QTcpSocket endless;
        endless.connectToHost(QHostAddress(QHostAddress::LocalHost), acceptor.serverPort());
        endless.write("GET / HTTP/1.1\r\nHost: " + QByteArray(10 * held, 'x'));
        QTRY_COMPARE_WITH_TIMEOUT(acceptor.findChildren<QTcpSocket*>().size(), 1, timeoutMs);
        const auto* socket = acceptor.findChild<QTcpSocket*>();
        QTRY_VERIFY_WITH_TIMEOUT(socket->bytesAvailable() >= held, timeoutMs);

        std::unique_ptr<server::ClientConnection> connection;
        qint64 before = 0;
        qint64 after = 0;
        connect(&acceptor, &server::Acceptor::accepted, this,
                [&](QWebSocket* webSocket, QTcpSocket* upgraded, const server::ConnectionOrigin& arrival) {
                    connection = std::make_unique<server::ClientConnection>(
                        server::ConnectionId(1), webSocket, upgraded, options, arrival, budget);
                    before = upgraded->readBufferSize();
                    connection->markSignedIn();
                    after = upgraded->readBufferSize();
                });
        RawClient client(acceptor.serverPort());
        QVERIFY(client.upgrade().contains("101"));
        QTRY_VERIFY_WITH_TIMEOUT(connection != nullptr, timeoutMs);
        QCOMPARE(before, 2 * held);
        QCOMPARE(after, 8 * held);
        // The server has read no more from the first socket meanwhile.
        QCOMPARE(socket->bytesAvailable(), held);
    }

    void aRequestWithoutEndIsNotHeld()
    {
        server::ServerOptions options = testOptions();
        options.shell.signInTimeout = Milliseconds(1000);
        RunningServer server(options);
        QTcpSocket endless;
        endless.connectToHost(QHostAddress(QHostAddress::LocalHost), server->port());
        endless.write("GET / HTTP/1.1\r\nHost: ");
        const auto isCut = [&] {
            if (endless.state() == QAbstractSocket::ConnectedState && endless.bytesToWrite() < 100000000) {
                endless.write(QByteArray(10000000, 'x'));
            }
            return endless.state() == QAbstractSocket::UnconnectedState;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isCut(), timeoutMs);
        QVERIFY(server.signedUp("ann"));
    }
};

TIDEMARK_SUITE(TestShellAbuse, test::EpollApplication)

} // namespace tidemark::shell_abuse_test

#include "test_shell_abuse.moc"
