#include "server-stub/shell/tls.h"
#include "tests/server/certificate.h"
#include "tests/server/running_server.h"

#include <QSslSocket>
#include <QTcpSocket>
#include <QTest>

using namespace tidemark;
using namespace tidemark::test;

class TestShellTls : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!QSslSocket::supportsSsl())
            QSKIP("this system has no TLS library");
        m_options = testOptions();
        m_options.tls = testTls();
    }

    void aClientTalksThroughTls()
    {
        RunningServer server(m_options);
        QVERIFY(server->url().startsWith(QStringLiteral("wss://127.0.0.1:")));
        const auto client = server.signedUp("ann");
        QVERIFY(client);
        WireClient& ann = *client;
        const ConversationId group = RunningServer::group(ann, {});
        const auto ack = ann.ask<protocol::SendAck>(messageOf(group, 1, std::string(60000, 'x')));
        QVERIFY(ack);
        protocol::Pull pull;
        pull.conversation = group;
        pull.logEpoch = ack->logEpoch;
        pull.limit = 10;
        const auto range = ann.ask<protocol::Range>(pull);
        QVERIFY(range);
        QCOMPARE(range->entries.back().text.size(), std::size_t(60000));
    }

    void aClientWithoutTlsGetsNoConnection()
    {
        server::ServerOptions options = m_options;
        options.shell.signInTimeout = Milliseconds(200);
        RunningServer server(options);
        WireClient plain(QStringLiteral("ws://127.0.0.1:%1").arg(server->port()));
        QTRY_COMPARE_WITH_TIMEOUT(plain.socket().state(), QAbstractSocket::UnconnectedState, patienceMs);
        QCOMPARE(server->connectionCount(), std::size_t(0));
    }

    void whoNeverStartsTlsIsClosed()
    {
        server::ServerOptions options = m_options;
        options.shell.signInTimeout = Milliseconds(100);
        RunningServer server(options);
        QTcpSocket silent;
        silent.connectToHost(QHostAddress(QHostAddress::LocalHost), server->port());
        QTRY_COMPARE_WITH_TIMEOUT(silent.state(), QAbstractSocket::ConnectedState, patienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(silent.state(), QAbstractSocket::UnconnectedState, patienceMs);
    }

    void badFilesAreNamed()
    {
        const QString certificate = dataFile("certificate.pem");
        const QString key = dataFile("key.pem");
        const auto missing = server::loadTls(QStringLiteral("/no/such/file"), key);
        QVERIFY(!missing && missing.error().contains(QStringLiteral("/no/such/file")));
        const auto noCertificate = server::loadTls(key, key);
        QVERIFY(!noCertificate && noCertificate.error().contains(QStringLiteral("no PEM certificate")));
        const auto noKey = server::loadTls(certificate, certificate);
        QVERIFY(!noKey && noKey.error().contains(QStringLiteral("no unencrypted PEM key")));
        const auto otherKey = server::loadTls(certificate, dataFile("other_key.pem"));
        QVERIFY(!otherKey && otherKey.error().contains(QStringLiteral("is not the key of")));
    }

private:
    server::ServerOptions m_options;
};

int main(int argc, char* argv[])
{
    qputenv("QT_NO_GLIB", "1"); // as the server runs
    QCoreApplication application(argc, argv);
    TestShellTls test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_shell_tls.moc"
