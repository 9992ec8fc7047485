#include "server-stub/shell/listen_address.h"
#include "server-stub/shell/server_options.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::shell_options_test {

using namespace tidemark::server;

class TestShellOptions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anAddressIsParsed_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("hostAndPortText");
        QTest::newRow("IPv4") << QStringLiteral("127.0.0.1:8080") << QStringLiteral("127.0.0.1:8080");
        QTest::newRow("any port") << QStringLiteral("10.1.2.3:0") << QStringLiteral("10.1.2.3:0");
        QTest::newRow("IPv6") << QStringLiteral("[::1]:80") << QStringLiteral("[::1]:80");
        QTest::newRow("name") << QStringLiteral("localhost:1") << QStringLiteral("127.0.0.1:1");
        QTest::newRow("nothing") << QString() << QString();
        QTest::newRow("no port") << QStringLiteral("127.0.0.1") << QString();
        QTest::newRow("empty port") << QStringLiteral("127.0.0.1:") << QString();
        QTest::newRow("port too large") << QStringLiteral("127.0.0.1:65536") << QString();
        QTest::newRow("no address") << QStringLiteral(":8080") << QString();
        QTest::newRow("a host name") << QStringLiteral("example.org:80") << QString();
        QTest::newRow("IPv6 without brackets") << QStringLiteral("::1:80") << QString();
        QTest::newRow("IPv4 in brackets") << QStringLiteral("[127.0.0.1]:80") << QString();
    }

    void anAddressIsParsed()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, hostAndPortText);
        const auto parsed = parseListenAddress(text);
        QCOMPARE(parsed.has_value(), !hostAndPortText.isEmpty());
        if (parsed)
            QCOMPARE(hostAndPort(parsed->address, parsed->port), hostAndPortText);
        else
            QVERIFY(parsed.error().contains(QStringLiteral("ADDRESS:PORT")));
    }

    void onlyLoopbackGoesWithoutTls()
    {
        ServerOptions options;
        QVERIFY(!refusal(options));
        options.address = QHostAddress(QStringLiteral("::1"));
        QVERIFY(!refusal(options));
        for (const auto* address : {"0.0.0.0", "::", "192.0.2.1", "2001:db8::1"}) {
            options.address = QHostAddress(QString::fromLatin1(address));
            QVERIFY2(refusal(options), address);
        }
        options.tls = QSslConfiguration();
        QVERIFY(!refusal(options));
    }

    void onlyLoopbackWithoutProxiesIsPrivate()
    {
        const QHostAddress loopback(QHostAddress::LocalHost);
        QVERIFY(isPrivate(loopback, {}));
        QVERIFY(!isPrivate(loopback, {loopback}));
        QVERIFY(!isPrivate(QHostAddress(QStringLiteral("192.0.2.1")), {}));
    }

    void loopbackIsGenerous()
    {
        const Limits loopback = defaultLimits(true);
        QCOMPARE(loopback.sendsPerSecond, 5000U);
        QCOMPARE(loopback.sendBurst, 50000U);
        QCOMPARE(loopback.maxConnectionsPerUser, 1000U);
        QVERIFY(defaultLimits(false) == Limits());
    }
};

TIDEMARK_SUITE(TestShellOptions, QCoreApplication)

} // namespace tidemark::shell_options_test

#include "test_shell_options.moc"
