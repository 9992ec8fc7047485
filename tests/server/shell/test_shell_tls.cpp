#include "server-stub/shell/certificate_files.h"
#include "server-stub/shell/sockets/epoll_dispatcher.h"
#include "server-stub/shell/tls/self_signed.h"
#include "server-stub/shell/tls/tls.h"
#include "tests/main/suite.h"
#include "tests/server/shell/certificate.h"
#include "tests/server/shell/epoll_application.h"
#include "tests/server/shell/running_server.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSslCipher>
#include <QSslKey>
#include <QSslSocket>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace tidemark::shell_tls_test {

using namespace tidemark::test;

class TestShellTls : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!QSslSocket::supportsSsl()) {
            QSKIP("this system has no TLS library");
        }
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
        QCOMPARE(textOf(range->entries.back()).size(), std::size_t(60000));
    }

    void aClientWithoutTlsGetsNoConnection()
    {
        server::ServerOptions options = m_options;
        options.shell.signInTimeout = Milliseconds(200);
        RunningServer server(options);
        WireClient plain(QStringLiteral("ws://127.0.0.1:%1").arg(server->port()));
        QTRY_COMPARE_WITH_TIMEOUT(plain.socket().state(), QAbstractSocket::UnconnectedState, timeoutMs);
        QCOMPARE(server->connectionCount(), std::size_t(0));
    }

    void aClientThatNeverStartsTlsIsClosed()
    {
        server::ServerOptions options = m_options;
        options.shell.signInTimeout = Milliseconds(100);
        RunningServer server(options);
        QTcpSocket silent;
        silent.connectToHost(QHostAddress(QHostAddress::LocalHost), server->port());
        QTRY_COMPARE_WITH_TIMEOUT(silent.state(), QAbstractSocket::ConnectedState, timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(silent.state(), QAbstractSocket::UnconnectedState, timeoutMs);
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

    void aNewCertificateIsForNewConnections()
    {
        const QTemporaryDir folder;
        const server::CertificateFiles files(folder.filePath(certificateName), folder.filePath(keyName));
        write(folder, server::makeSelfSigned({QStringLiteral("127.0.0.1")}, 10).value());
        server::ServerOptions options = testOptions();
        options.tls = files.load().value();
        RunningServer server(options);
        QSslSocket before;
        const QString first = fingerprintSeen(before, server->port());
        QCOMPARE(first, server::fingerprintOf(options.tls->localCertificate()));

        write(folder, server::makeSelfSigned({QStringLiteral("127.0.0.1")}, 10).value());
        QVERIFY(files.reload(*server));
        QSslSocket after;
        const QString second = fingerprintSeen(after, server->port());
        QVERIFY(!second.isEmpty() && second != first);
        QCOMPARE(before.state(), QAbstractSocket::ConnectedState);
        before.write("GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n");
        QTRY_VERIFY_WITH_TIMEOUT(before.bytesAvailable() > 0, timeoutMs);

        rewrite(folder.filePath(keyName), server::makeSelfSigned({QStringLiteral("a")}, 10).value().key);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral(
                                               "keeping the old certificate.*is not the key of")));
        QVERIFY(!files.reload(*server));
        rewrite(folder.filePath(certificateName), "nothing");
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral(
                                               "keeping the old certificate.*no PEM certificate")));
        QVERIFY(!files.reload(*server));
        QSslSocket last;
        QCOMPARE(fingerprintSeen(last, server->port()), second);
    }

    void aHalfWrittenFileIsRefused()
    {
        const QTemporaryDir folder;
        const server::SelfSigned pair = server::makeSelfSigned({QStringLiteral("127.0.0.1")}, 10).value();
        write(folder, pair);
        const QByteArray authority = server::makeSelfSigned({QStringLiteral("a")}, 10).value().certificate;
        const QString certificate = folder.filePath(certificateName);
        const QString key = folder.filePath(keyName);
        rewrite(certificate, pair.certificate + authority);
        const auto whole = server::loadTls(certificate, key);
        QVERIFY(whole);
        QCOMPARE(whole->localCertificateChain().size(), 2);
        for (const qsizetype missing : {2, 40, 300}) {
            rewrite(certificate, pair.certificate + authority.chopped(missing));
            const auto half = server::loadTls(certificate, key);
            QVERIFY(!half && half.error().contains(QStringLiteral("2 certificates, but only 1")));
        }
        rewrite(certificate, pair.certificate);
        rewrite(key, pair.key.chopped(40));
        QVERIFY(!server::loadTls(certificate, key));
    }

    void aPairIsLookedAtWithoutASocket()
    {
        const QString certificate = dataFile("certificate.pem");
        const QString otherKey = dataFile("other_key.pem");
        // The process may open one more file and no further one.
        const int next = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        ::close(next);
        rlimit before{};
        ::getrlimit(RLIMIT_NOFILE, &before);
        const rlimit few{rlim_t(next) + 1, before.rlim_max};
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &few), 0);
        const auto refused = server::loadTls(certificate, otherKey);
        const auto taken = server::loadTls(certificate, dataFile("key.pem"));
        ::setrlimit(RLIMIT_NOFILE, &before);
        QVERIFY(!refused && refused.error().contains(QStringLiteral("is not the key of")));
        QVERIFY(taken);
    }

    void onlyStrongCiphersAreSpoken()
    {
        RunningServer server(m_options);
        for (const QSslCipher& cipher : m_options.tls->ciphers()) {
            QVERIFY2(cipher.name().startsWith(QStringLiteral("TLS_"))
                         || cipher.keyExchangeMethod() == QStringLiteral("ECDH"),
                     qPrintable(cipher.name()));
        }
        const auto speaks = [&server](const char* cipher, QSsl::SslProtocol protocol) {
            QSslSocket socket;
            QSslConfiguration configuration = socket.sslConfiguration();
            configuration.setProtocol(protocol);
            if (cipher != nullptr) {
                configuration.setCiphers({QSslCipher(QString::fromLatin1(cipher))});
            }
            socket.setSslConfiguration(configuration);
            return !fingerprintSeen(socket, server->port()).isEmpty();
        };
        QVERIFY(speaks(nullptr, QSsl::TlsV1_3OrLater));
        QVERIFY(speaks(nullptr, QSsl::TlsV1_2));
        QVERIFY(speaks("ECDHE-RSA-AES128-GCM-SHA256", QSsl::TlsV1_2)
                || speaks("ECDHE-ECDSA-AES128-GCM-SHA256", QSsl::TlsV1_2));
        QVERIFY(!speaks("AES128-SHA", QSsl::TlsV1_2));
        QVERIFY(!speaks("ECDHE-RSA-AES128-SHA", QSsl::TlsV1_2)
                && !speaks("ECDHE-ECDSA-AES128-SHA", QSsl::TlsV1_2));
        QT_WARNING_PUSH
        QT_WARNING_DISABLE_DEPRECATED
        QVERIFY(!speaks(nullptr, QSsl::TlsV1_1));
        QT_WARNING_POP
    }

    void aCertificateSignsItselfForItsHosts()
    {
        const auto made =
            server::makeSelfSigned({QStringLiteral("chat.example"), QStringLiteral("192.0.2.7")}, 10);
        QVERIFY(made);
        const QSslCertificate certificate(made->certificate);
        QVERIFY(certificate.isSelfSigned());
        const auto names = certificate.subjectAlternativeNames();
        QVERIFY(names.contains(QSsl::DnsEntry, QStringLiteral("chat.example")));
        QVERIFY(names.contains(QSsl::IpAddressEntry, QStringLiteral("192.0.2.7")));
        const QDateTime now = QDateTime::currentDateTimeUtc();
        QVERIFY(certificate.effectiveDate() < now);
        QVERIFY(qAbs(now.addDays(10).secsTo(certificate.expiryDate())) < 3600);
        QVERIFY(!QSslKey(made->key, QSsl::Ec).isNull());
        for (const char* host : {"", "a b", "a,DNS:b", "-a"}) {
            QVERIFY2(!server::makeSelfSigned({QString::fromLatin1(host)}, 10), host);
        }
    }

    void noFileIsWrittenOver()
    {
        const QTemporaryDir folder;
        const QString certificate = folder.filePath(certificateName);
        const QString key = folder.filePath(keyName);
        const auto made = server::makeSelfSigned({QStringLiteral("a")}, 10).value();
        QVERIFY(server::writePair(made, certificate, key));
        QCOMPARE(QFileInfo(key).permissions() & 0x7777,
                 QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser);
        QVERIFY(server::loadTls(certificate, key));
        const auto again = server::writePair(made, certificate, key);
        QVERIFY(!again && again.error().contains(key) && again.error().contains(QStringLiteral("exists")));
        QVERIFY(QFile::remove(key));
        QVERIFY(!server::writePair(made, certificate, key));
        QVERIFY2(!QFile::exists(key), "the key is not written without its certificate");
    }

private:
    const QString certificateName = QStringLiteral("certificate.pem");
    const QString keyName = QStringLiteral("key.pem");

    static void rewrite(const QString& name, const QByteArray& contents)
    {
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(contents);
    }

    void write(const QTemporaryDir& folder, const server::SelfSigned& pair) const
    {
        rewrite(folder.filePath(certificateName), pair.certificate);
        rewrite(folder.filePath(keyName), pair.key);
    }

    /// The fingerprint of the certificate that the server shows; empty if there was no handshake.
    static QString fingerprintSeen(QSslSocket& socket, quint16 port)
    {
        socket.setPeerVerifyMode(QSslSocket::VerifyNone);
        socket.connectToHostEncrypted(QStringLiteral("127.0.0.1"), port);
        [&socket] {
            QTRY_VERIFY_WITH_TIMEOUT(
                socket.isEncrypted() || socket.error() != QAbstractSocket::UnknownSocketError, timeoutMs);
        }();
        return socket.isEncrypted() ? server::fingerprintOf(socket.peerCertificate()) : QString();
    }

    server::ServerOptions m_options;
};

TIDEMARK_SUITE(TestShellTls, test::EpollApplication)

} // namespace tidemark::shell_tls_test

#include "test_shell_tls.moc"
