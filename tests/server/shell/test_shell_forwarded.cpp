#include "server-stub/shell/sockets/forwarded_for.h"
#include "tests/main/suite.h"
#include "tests/server/shell/certificate.h"
#include "tests/server/shell/raw_client.h"
#include "tests/server/shell/running_server.h"

#include <QTest>

namespace tidemark::shell_forwarded_test {

using namespace tidemark::test;

namespace {

const QHostAddress proxy(QStringLiteral("127.0.0.1"));

server::ServerOptions behindProxy()
{
    server::ServerOptions options = testOptions();
    options.shell.proxies = {proxy};
    options.shell.connectionsPerAddress = 2;
    options.shell.connectsPerSecond = 1000;
    return options;
}

/// Connects with these additional lines in the request. Returns whether the server accepted.
bool isWelcome(RawClient& client, const QByteArray& lines)
{
    if (!client.upgrade(lines).contains("101")) {
        return false;
    }
    client.send(protocol::Heartbeat{});
    const std::vector<protocol::ServerEnvelope> frames = client.awaitFrames();
    const auto* error = frames.empty() ? nullptr : std::get_if<protocol::Error>(&frames.front().frame);
    return error != nullptr && error->code == protocol::ErrorCode::NotSignedIn;
}

} // namespace

/// The server counts clients behind a proxy by the address that the proxy reports.
class TestShellForwarded : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theLastAddressThatIsNoProxysCounts_data()
    {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<QString>("address");
        QTest::newRow("none") << QByteArray("GET / HTTP/1.1\r\nHost: a") << QString();
        QTest::newRow("one") << QByteArray("GET / HTTP/1.1\r\nX-Forwarded-For: 192.0.2.1")
                             << QStringLiteral("192.0.2.1");
        QTest::newRow("any case") << QByteArray("GET /\r\nx-forwarded-for:192.0.2.1\r\nHost: a")
                                  << QStringLiteral("192.0.2.1");
        QTest::newRow("an entry of the client stands before that of the proxy")
            << QByteArray("GET /\r\nX-Forwarded-For: 203.0.113.9, 192.0.2.1") << QStringLiteral("192.0.2.1");
        QTest::newRow("or in a line before")
            << QByteArray("GET /\r\nX-Forwarded-For: 203.0.113.9\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1")
            << QStringLiteral("192.0.2.1");
        QTest::newRow("proxies behind each other")
            << QByteArray("GET /\r\nX-Forwarded-For: 192.0.2.1, 127.0.0.1,::ffff:127.0.0.1")
            << QStringLiteral("192.0.2.1");
        QTest::newRow("only proxies") << QByteArray("GET /\r\nX-Forwarded-For: 127.0.0.1") << QString();
        QTest::newRow("port") << QByteArray("GET /\r\nX-Forwarded-For: 192.0.2.1:4711")
                              << QStringLiteral("192.0.2.1");
        QTest::newRow("IPv6") << QByteArray("GET /\r\nX-Forwarded-For: 2001:db8::1")
                              << QStringLiteral("2001:db8::1");
        QTest::newRow("IPv6 and port")
            << QByteArray("GET /\r\nX-Forwarded-For: [2001:db8::1]:4711") << QStringLiteral("2001:db8::1");
        QTest::newRow("no address") << QByteArray("GET /\r\nX-Forwarded-For: 192.0.2.1, unknown")
                                    << QString();
        QTest::newRow("unfinished") << QByteArray("GET /\r\nX-Forwarded-For: [2001:db8::1") << QString();
        QTest::newRow("empty") << QByteArray("GET /\r\nX-Forwarded-For:") << QString();
        QTest::newRow("another line") << QByteArray("GET /\r\nX-Forwarded-Form: 192.0.2.1") << QString();
        QTest::newRow("in the path") << QByteArray("GET /X-Forwarded-For: 192.0.2.1") << QString();
    }
    void theLastAddressThatIsNoProxysCounts()
    {
        QFETCH(const QByteArray, head);
        QFETCH(const QString, address);
        const auto found = server::forwardedFor(head, {proxy});
        QCOMPARE(found ? found->toString() : QString(), address);
    }

    void aClientBehindAProxyIsCountedByTheReportedAddress()
    {
        RunningServer server(behindProxy());
        RawClient first(server->port());
        RawClient second(server->port());
        RawClient third(server->port());
        RawClient liar(server->port());
        RawClient elsewhere(server->port());
        RawClient stranger(server->port());
        QVERIFY(isWelcome(first, "X-Forwarded-For: 192.0.2.1\r\n"));
        QVERIFY(isWelcome(second, "X-Forwarded-For: 192.0.2.1\r\n"));
        QVERIFY(!isWelcome(third, "X-Forwarded-For: 192.0.2.1\r\n"));
        QVERIFY(!isWelcome(liar, "X-Forwarded-For: 198.51.100.7\r\nX-Forwarded-For: 192.0.2.1\r\n"));
        QVERIFY(isWelcome(elsewhere, "X-Forwarded-For: 198.51.100.7\r\n"));
        QVERIFY(isWelcome(stranger, {}));
        QCOMPARE(server->metrics().limited, std::size_t(3));
    }

    void overTlsToo()
    {
        server::ServerOptions options = behindProxy();
        options.shell.connectionsPerAddress = 1;
        options.tls = testTls();
        const QList<QSslCertificate> authority = options.tls->localCertificateChain();
        RunningServer server(options);
        RawClient first(server->port(), authority);
        RawClient second(server->port(), authority);
        QVERIFY(isWelcome(first, "X-Forwarded-For: 192.0.2.1\r\n"));
        QVERIFY(!isWelcome(second, "X-Forwarded-For: 192.0.2.1\r\n"));
    }

    void aRequestInPiecesIsReadToItsEnd()
    {
        server::ServerOptions options = behindProxy();
        options.shell.connectionsPerAddress = 1;
        RunningServer server(options);
        RawClient first(server->port());
        first.sendBytes("GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.9\r\n");
        QTRY_COMPARE_WITH_TIMEOUT(server->metrics().handshakes, std::size_t(1), timeoutMs);
        first.sendBytes("Upgrade: websocket\r\nConnection: Upgrade\r\nX-Forwarded-For: 192.0.2.1\r\n"
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n");
        QTRY_COMPARE_WITH_TIMEOUT(server->metrics().connections, std::size_t(1), timeoutMs);
        RawClient second(server->port());
        RawClient third(server->port());
        QVERIFY(!isWelcome(second, "X-Forwarded-For: 192.0.2.1\r\n"));
        QVERIFY(isWelcome(third, "X-Forwarded-For: 203.0.113.9\r\n"));
    }

    void noOtherSenderIsBelieved()
    {
        server::ServerOptions options = behindProxy();
        options.shell.proxies = {QHostAddress(QStringLiteral("192.0.2.200"))};
        options.shell.exemptsLoopback = false;
        RunningServer server(options);
        RawClient first(server->port());
        RawClient second(server->port());
        RawClient third(server->port());
        QVERIFY(isWelcome(first, "X-Forwarded-For: 192.0.2.1\r\n"));
        QVERIFY(isWelcome(second, "X-Forwarded-For: 192.0.2.2\r\n"));
        QVERIFY(!isWelcome(third, "X-Forwarded-For: 192.0.2.3\r\n"));
    }

    void attemptsToSignInAreCountedThereToo()
    {
        server::ServerOptions options = behindProxy();
        options.shell.hellosPerSecond = 1;
        options.shell.connectionsPerAddress = 3;
        RunningServer server(options);
        RawClient guesser(server->port());
        QVERIFY(isWelcome(guesser, "X-Forwarded-For: 192.0.2.1\r\n"));
        for (int i = 0; i < 10; ++i) {
            guesser.send(protocol::Hello{protocol::version, std::string(32, 'x'), DeviceId(1), {}, {}, {}});
        }
        QTRY_VERIFY_WITH_TIMEOUT(server->metrics().counters.greetingsRefused > 0, timeoutMs);
    }
};

TIDEMARK_SUITE(TestShellForwarded, QCoreApplication)

} // namespace tidemark::shell_forwarded_test

#include "test_shell_forwarded.moc"
