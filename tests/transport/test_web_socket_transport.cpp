#include "core/transport/web_socket_transport.h"
#include "tests/main/suite.h"

#include <QCryptographicHash>
#include <QFile>
#include <QSignalSpy>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslSocket>
#include <QTcpServer>
#include <QTest>
#include <QWebSocket>
#include <QWebSocketServer>

#include <memory>

namespace tidemark::web_socket_transport_test {

using tidemark::WebSocketOptions;
using tidemark::WebSocketTransport;

namespace {

/// The certificate of the tests, for a server.
QSslConfiguration certificateOfTheTests()
{
    const QString data = QStringLiteral(TIDEMARK_SOURCE_DIR "/tests/server/data/");
    QFile keyFile(data + QStringLiteral("key.pem"));
    QSslConfiguration configuration;
    configuration.setLocalCertificateChain(
        QSslCertificate::fromPath(data + QStringLiteral("certificate.pem")));
    const QByteArray pem = keyFile.open(QFile::ReadOnly) ? keyFile.readAll() : QByteArray();
    const QSslKey key(pem, QSsl::Ec);
    configuration.setPrivateKey(key.isNull() ? QSslKey(pem, QSsl::Rsa) : key);
    return configuration;
}

QString fingerprintOf(const QSslConfiguration& configuration)
{
    const QByteArray sum = configuration.localCertificate().digest(QCryptographicHash::Sha256);
    return QString::fromLatin1(sum.toHex(':')).toUpper();
}

/// Installs an authority on this computer that vouches for the certificate of the tests.
class Authority {
public:
    Authority()
    {
        QSslConfiguration trusting = m_before;
        trusting.setCaCertificates({certificateOfTheTests().localCertificate()});
        QSslConfiguration::setDefaultConfiguration(trusting);
    }
    ~Authority() { QSslConfiguration::setDefaultConfiguration(m_before); }
    Authority(const Authority&) = delete;
    Authority& operator=(const Authority&) = delete;

private:
    QSslConfiguration m_before = QSslConfiguration::defaultConfiguration();
};

/// Speaks TLS without any content, and keeps the bytes of its newest client.
class ListeningServer : public QTcpServer {
public:
    ListeningServer() { listen(QHostAddress::LocalHost); }

    [[nodiscard]] QUrl url() const { return QUrl(QStringLiteral("wss://127.0.0.1:%1").arg(serverPort())); }
    [[nodiscard]] bool hasLostTheClient() const
    {
        return m_peer && m_peer->state() == QAbstractSocket::UnconnectedState;
    }
    /// The decrypted bytes.
    [[nodiscard]] QByteArray received() const
    {
        return m_peer ? m_peer->peek(m_peer->bytesAvailable()) : QByteArray();
    }

protected:
    void incomingConnection(qintptr descriptor) override
    {
        m_peer = std::make_unique<QSslSocket>();
        m_peer->setSslConfiguration(certificateOfTheTests());
        m_peer->setSocketDescriptor(descriptor);
        m_peer->startServerEncryption();
    }

private:
    std::unique_ptr<QSslSocket> m_peer;
};

} // namespace

/// The transport is used with a server of Qt on loopback.
class TestWebSocketTransport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
        m_server = std::make_unique<QWebSocketServer>(QString(), QWebSocketServer::NonSecureMode);
        QVERIFY(m_server->listen(QHostAddress::LocalHost));
        m_transport = std::make_unique<WebSocketTransport>(WebSocketOptions{.maxFrameBytes = 1000});
    }

    void cleanup()
    {
        m_transport.reset();
        m_peer.reset();
        m_server.reset();
    }

    void carriesFramesBothWays()
    {
        QVERIFY(connectBoth());
        QSignalSpy atServer(m_peer.get(), &QWebSocket::binaryMessageReceived);
        QSignalSpy arrived(m_transport.get(), &WebSocketTransport::frameArrived);
        QSignalSpy drained(m_transport.get(), &WebSocketTransport::drained);
        m_transport->send("one");
        m_transport->send(QByteArray("tw\0", 3));
        m_transport->flush();
        QTRY_COMPARE(atServer.size(), 2);
        QCOMPARE(atServer[1][0].toByteArray(), QByteArray("tw\0", 3));
        QVERIFY(!drained.isEmpty());
        QCOMPARE(m_transport->bytesQueued(), 0);
        m_peer->sendBinaryMessage("three");
        QTRY_COMPARE(arrived.size(), 1);
        QCOMPARE(arrived[0][0].toByteArray(), QByteArray("three"));
    }

    void textIsGarbageAndKeepsTheConnection()
    {
        QVERIFY(connectBoth());
        QSignalSpy garbage(m_transport.get(), &WebSocketTransport::garbageArrived);
        QSignalSpy arrived(m_transport.get(), &WebSocketTransport::frameArrived);
        m_peer->sendTextMessage(QStringLiteral("hello"));
        m_peer->sendBinaryMessage("frame");
        QTRY_COMPARE(arrived.size(), 1);
        QCOMPARE(garbage.size(), 1);
    }

    void reportsALostConnectionOnce()
    {
        QVERIFY(connectBoth());
        QSignalSpy closed(m_transport.get(), &WebSocketTransport::closed);
        m_peer->abort();
        QTRY_COMPARE(closed.size(), 1);
        QCOMPARE(closed[0][1].toBool(), false);
        m_transport->send("into the void");
        QCOMPARE(m_transport->bytesQueued(), 0);
    }

    void closesSilently()
    {
        QVERIFY(connectBoth());
        QSignalSpy closed(m_transport.get(), &WebSocketTransport::closed);
        QSignalSpy goneAtServer(m_peer.get(), &QWebSocket::disconnected);
        QSignalSpy atServer(m_peer.get(), &QWebSocket::binaryMessageReceived);
        m_transport->send("last words");
        m_transport->close();
        QTRY_COMPARE(goneAtServer.size(), 1);
        QCOMPARE(atServer.size(), 1);
        QCOMPARE(closed.size(), 0);
    }

    void openingAgainDropsTheOldConnection()
    {
        QVERIFY(connectBoth());
        const std::unique_ptr<QWebSocket> first = std::move(m_peer);
        QSignalSpy gone(first.get(), &QWebSocket::disconnected);
        QSignalSpy arrived(m_transport.get(), &WebSocketTransport::frameArrived);
        first->sendBinaryMessage("of the old one");
        QVERIFY(connectBoth());
        QTRY_COMPARE(gone.size(), 1);
        m_peer->sendBinaryMessage("of the new one");
        QTRY_COMPARE(arrived.size(), 1);
        QCOMPARE(arrived[0][0].toByteArray(), QByteArray("of the new one"));
    }

    void aFrameAboveTheLimitClosesTheConnection()
    {
        QVERIFY(connectBoth());
        QSignalSpy closed(m_transport.get(), &WebSocketTransport::closed);
        QSignalSpy arrived(m_transport.get(), &WebSocketTransport::frameArrived);
        m_peer->sendBinaryMessage(QByteArray(1001, 'x'));
        QTRY_COMPARE(closed.size(), 1);
        QCOMPARE(arrived.size(), 0);
    }

    void noServerListens()
    {
        const QUrl url = m_server->serverUrl();
        m_server->close();
        QSignalSpy closed(m_transport.get(), &WebSocketTransport::closed);
        m_transport->open(url);
        QTRY_COMPARE(closed.size(), 1);
        QVERIFY(!closed[0][0].toString().isEmpty());
    }

    void aServerThatNeverAnswersTimesOut()
    {
        QTcpServer mute;
        QVERIFY(mute.listen(QHostAddress::LocalHost));
        WebSocketTransport transport({.connectTimeout = std::chrono::milliseconds(50)});
        QSignalSpy closed(&transport, &WebSocketTransport::closed);
        transport.open(QUrl(QStringLiteral("ws://127.0.0.1:%1").arg(mute.serverPort())));
        QTRY_COMPARE(closed.size(), 1);
    }

    void nothingIsSentUnencryptedToAnotherComputer()
    {
        QSignalSpy refused(m_transport.get(), &WebSocketTransport::certificateRefused);
        QSignalSpy closed(m_transport.get(), &WebSocketTransport::closed);
        const QUrl url(QStringLiteral("ws://127.chat.invalid:7000"));
        m_transport->open(url);
        QCOMPARE(closed.size(), 0);
        QTRY_COMPARE(closed.size(), 1);
        QCOMPARE(closed[0][1].toBool(), true);
        QVERIFY(closed[0][0].toString().contains(QStringLiteral("wss://")));
        QCOMPARE(refused.size(), 1);
        const auto refusal = refused[0][0].value<tidemark::RefusedCertificate>();
        QVERIFY(refusal.isUnencrypted && refusal.fingerprint.isEmpty());
        QCOMPARE(refusal.server, url);
        m_transport->open(url);
        m_transport->close();
        QVERIFY2(connectBoth(), "a closed attempt reports no refusal");
        QCOMPARE(closed.size(), 1);
    }

    void anUnknownCertificateIsRefused()
    {
        QWebSocketServer secure(QString(), QWebSocketServer::SecureMode);
        const QSslConfiguration configuration = useCertificate(secure);
        QSignalSpy refused(m_transport.get(), &WebSocketTransport::certificateRefused);
        QSignalSpy opened(m_transport.get(), &WebSocketTransport::opened);
        QSignalSpy closed(m_transport.get(), &WebSocketTransport::closed);
        m_transport->open(secure.serverUrl());
        QTRY_COMPARE(closed.size(), 1);
        QCOMPARE(closed[0][1].toBool(), true);
        QVERIFY(!closed[0][0].toString().isEmpty());
        QCOMPARE(opened.size(), 0);
        QCOMPARE(refused.size(), 1);
        const auto certificate = refused[0][0].value<tidemark::RefusedCertificate>();
        QCOMPARE(certificate.server, secure.serverUrl());
        QCOMPARE(certificate.fingerprint, fingerprintOf(configuration));
        QVERIFY(!certificate.problems.isEmpty());
        QVERIFY(!certificate.isChanged);
    }

    void anAcceptedCertificateIsTakenAndNoOther()
    {
        QWebSocketServer secure(QString(), QWebSocketServer::SecureMode);
        const QString fingerprint = fingerprintOf(useCertificate(secure));
        QSignalSpy opened(m_transport.get(), &WebSocketTransport::opened);
        QSignalSpy closed(m_transport.get(), &WebSocketTransport::closed);
        QSignalSpy refused(m_transport.get(), &WebSocketTransport::certificateRefused);
        m_transport->acceptCertificate(fingerprint);
        m_transport->open(secure.serverUrl());
        QTRY_COMPARE(opened.size(), 1);
        QCOMPARE(closed.size(), 0);

        QString other = fingerprint;
        other[0] = other[0] == QLatin1Char('A') ? QLatin1Char('B') : QLatin1Char('A');
        m_transport->acceptCertificate(other);
        m_transport->open(secure.serverUrl());
        QTRY_COMPARE(closed.size(), 1);
        QCOMPARE(opened.size(), 1);
        QCOMPARE(refused.size(), 1);
        QVERIFY(refused[0][0].value<tidemark::RefusedCertificate>().isChanged);
    }

    void aCertificateThatIsVouchedForNeedsNoAcceptance()
    {
        const Authority authority;
        QWebSocketServer secure(QString(), QWebSocketServer::SecureMode);
        QVERIFY(!useCertificate(secure).isNull());
        QSignalSpy opened(m_transport.get(), &WebSocketTransport::opened);
        m_transport->open(secure.serverUrl());
        QTRY_COMPARE(opened.size(), 1);
    }

    void inPlaceOfAnAcceptedOneItIsRefusedBeforeAnythingIsSent()
    {
        const Authority authority;
        const ListeningServer server;
        QSignalSpy opened(m_transport.get(), &WebSocketTransport::opened);
        QSignalSpy closed(m_transport.get(), &WebSocketTransport::closed);
        QSignalSpy refused(m_transport.get(), &WebSocketTransport::certificateRefused);
        m_transport->acceptCertificate(QStringLiteral("AB:CD"));
        m_transport->open(server.url());
        QTRY_COMPARE(closed.size(), 1);
        QCOMPARE(closed[0][1].toBool(), true);
        QVERIFY(!closed[0][0].toString().isEmpty());
        QCOMPARE(opened.size(), 0);
        QCOMPARE(refused.size(), 1);
        const auto certificate = refused[0][0].value<tidemark::RefusedCertificate>();
        QVERIFY(certificate.isChanged && certificate.problems.isEmpty());
        QCOMPARE(certificate.fingerprint, fingerprintOf(certificateOfTheTests()));
        QTRY_VERIFY(server.hasLostTheClient());
        QCOMPARE(server.received(), QByteArray());

        m_transport->acceptCertificate(certificate.fingerprint);
        m_transport->open(server.url());
        QTRY_VERIFY2(server.received().startsWith("GET "), "the accepted one is spoken to");
    }

    void fingerprintsAreReadAsPeopleWriteThem()
    {
        const QString digits = QStringLiteral("ab").repeated(32);
        const QString kept = tidemark::fingerprintFrom(digits).value_or(QString());
        QCOMPARE(kept.size(), 95);
        QVERIFY(kept.startsWith(QStringLiteral("AB:AB:")));
        QCOMPARE(tidemark::fingerprintFrom(kept), std::optional(kept));
        QString notHex = digits;
        notHex[3] = QLatin1Char('x');
        const QStringList allWrong{QString(), digits.mid(2), digits + QStringLiteral("ab"), notHex};
        for (const QString& wrong : allWrong) {
            QVERIFY2(!tidemark::fingerprintFrom(wrong), qPrintable(wrong));
        }
        QVERIFY(tidemark::certificateSetting(QUrl(QStringLiteral("wss://Chat.example")))
                == tidemark::certificateSetting(QUrl(QStringLiteral("wss://chat.example:443"))));
        QVERIFY(tidemark::certificateSetting(QUrl(QStringLiteral("wss://chat.example:444")))
                != tidemark::certificateSetting(QUrl(QStringLiteral("wss://chat.example:443"))));
    }

    void tooMuchUnsentClosesTheConnection()
    {
        m_transport = std::make_unique<WebSocketTransport>(WebSocketOptions{.maxQueuedBytes = 10000});
        QVERIFY(connectBoth());
        QSignalSpy closed(m_transport.get(), &WebSocketTransport::closed);
        for (int i = 0; i < 20 && closed.isEmpty(); ++i) {
            m_transport->send(QByteArray(1000, 'x'));
        }
        QCOMPARE(closed.size(), 1);
    }

private:
    /// Makes it listen with the certificate of the tests.
    static QSslConfiguration useCertificate(QWebSocketServer& server)
    {
        const QSslConfiguration configuration = certificateOfTheTests();
        server.setSslConfiguration(configuration);
        return server.listen(QHostAddress::LocalHost) ? configuration : QSslConfiguration();
    }

    /// Opens the transport; m_peer is the server's end.
    bool connectBoth()
    {
        QSignalSpy opened(m_transport.get(), &WebSocketTransport::opened);
        QSignalSpy accepted(m_server.get(), &QWebSocketServer::newConnection);
        m_transport->open(m_server->serverUrl());
        if (accepted.isEmpty() && !accepted.wait()) {
            return false;
        }
        m_peer.reset(m_server->nextPendingConnection());
        return m_peer && (!opened.isEmpty() || opened.wait());
    }

    std::unique_ptr<QWebSocketServer> m_server;
    std::unique_ptr<QWebSocket> m_peer;
    std::unique_ptr<WebSocketTransport> m_transport;
};

TIDEMARK_SUITE(TestWebSocketTransport, QCoreApplication)

} // namespace tidemark::web_socket_transport_test

#include "test_web_socket_transport.moc"
