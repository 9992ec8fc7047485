#include "server-stub/shell/sockets/listen_address.h"
#include "server-stub/shell/sockets/server_options.h"
#include "tests/main/suite.h"

#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QTest>

#include <cstdint>
#include <functional>

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
        if (parsed) {
            QCOMPARE(hostAndPort(parsed->address, parsed->port), hostAndPortText);
        } else {
            QVERIFY(parsed.error().contains(QStringLiteral("ADDRESS:PORT")));
        }
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

    void thePageOfTheProtocolNamesTheLimits()
    {
        const QMap<QString, LimitsOnPage> page = limitsOnPage();
        QCOMPARE(page.keys(), allLimits().keys());
        for (const auto& [name, limit] : allLimits().asKeyValueRange()) {
            QVERIFY2(page[name].everywhere == limit(Limits()), qPrintable(name));
            QVERIFY2(page[name].everywhere == limit(defaultLimits(false)), qPrintable(name));
            QVERIFY2(page[name].onLoopback == limit(defaultLimits(true)), qPrintable(name));
        }
    }

    /// A new limit in the protocol must be added to the table above.
    void theProtocolHasNoOtherLimits()
    {
        QFile file(QStringLiteral(TIDEMARK_SOURCE_DIR "/proto/tidemark/v1/common.proto"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        const qsizetype begin = text.indexOf(QStringLiteral("message Limits {"));
        QVERIFY(begin >= 0);
        const QString message = text.mid(begin, text.indexOf(QStringLiteral("\n}"), begin) - begin);
        static const QRegularExpression field(QStringLiteral("\n  uint(?:32|64) (\\w+) = "));
        QStringList names;
        for (const QRegularExpressionMatch& match : field.globalMatch(message)) {
            names.append(match.captured(1));
        }
        names.sort();
        QCOMPARE(names, QStringList(allLimits().keys()));
    }

private:
    struct LimitsOnPage {
        std::uint64_t everywhere = 0;
        std::uint64_t onLoopback = 0;
    };

    using Limit = std::function<std::uint64_t(const Limits&)>;

    static QMap<QString, Limit> allLimits()
    {
        return {{QStringLiteral("max_frame_bytes"), &Limits::maxFrameBytes},
                {QStringLiteral("max_text_bytes"), &Limits::maxTextBytes},
                {QStringLiteral("max_title_bytes"), &Limits::maxTitleBytes},
                {QStringLiteral("max_name_bytes"), &Limits::maxNameBytes},
                {QStringLiteral("max_pull_entries"), &Limits::maxPullEntries},
                {QStringLiteral("max_connections_per_user"), &Limits::maxConnectionsPerUser},
                {QStringLiteral("max_sessions_per_connection"), &Limits::maxSessionsPerConnection},
                {QStringLiteral("sends_per_second"), &Limits::sendsPerSecond},
                {QStringLiteral("send_burst"), &Limits::sendBurst},
                {QStringLiteral("requests_per_second"), &Limits::requestsPerSecond},
                {QStringLiteral("request_burst"), &Limits::requestBurst},
                {QStringLiteral("heartbeat_ms"), &Limits::heartbeatMs},
                {QStringLiteral("receipt_members"), &Limits::receiptMembers},
                {QStringLiteral("large_group_members"), &Limits::largeGroupMembers},
                {QStringLiteral("max_memberships"), &Limits::maxMemberships},
                {QStringLiteral("max_created"), &Limits::maxCreated},
                {QStringLiteral("max_sessions_per_user"), &Limits::maxSessionsPerUser},
                {QStringLiteral("max_file_bytes"), &Limits::maxFileBytes},
                {QStringLiteral("max_user_bytes"), &Limits::maxUserBytes},
                {QStringLiteral("transfer_bytes_per_second"), &Limits::transferBytesPerSecond}};
    }

    static QMap<QString, LimitsOnPage> limitsOnPage()
    {
        QFile file(QStringLiteral(TIDEMARK_SOURCE_DIR "/docs/PROTOCOL.md"));
        if (!file.open(QIODevice::ReadOnly)) {
            return {};
        }
        const QString text = QString::fromUtf8(file.readAll());
        const qsizetype begin = text.indexOf(QStringLiteral("| limit | everywhere |"));
        const QString table = text.mid(begin, text.indexOf(QStringLiteral("\n\n"), begin) - begin);
        static const QRegularExpression row(QStringLiteral("\\| `(\\w+)` \\| (\\d+) \\| (\\d+) \\|"));
        QMap<QString, LimitsOnPage> limits;
        for (const QRegularExpressionMatch& match : row.globalMatch(table)) {
            limits.insert(match.captured(1),
                          {match.captured(2).toULongLong(), match.captured(3).toULongLong()});
        }
        return limits;
    }
};

TIDEMARK_SUITE(TestShellOptions, QCoreApplication)

} // namespace tidemark::shell_options_test

#include "test_shell_options.moc"
