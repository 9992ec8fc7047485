#include "core/transport/web_socket_transport.h"

#include <QFile>
#include <QSignalSpy>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QTcpServer>
#include <QTest>
#include <QWebSocket>
#include <QWebSocketServer>

#include <memory>

using tidemark::WebSocketOptions;
using tidemark::WebSocketTransport;

/// The transport against a server of Qt on loopback.
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

    void tellsOfALostConnectionOnce()
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

    void nobodyListens()
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

    void anUnknownCertificateIsRefused()
    {
        const QString data = QStringLiteral(TIDEMARK_SOURCE_DIR "/tests/server/data/");
        QFile keyFile(data + QStringLiteral("key.pem"));
        QVERIFY(keyFile.open(QFile::ReadOnly));
        QSslConfiguration configuration;
        configuration.setLocalCertificateChain(
            QSslCertificate::fromPath(data + QStringLiteral("certificate.pem")));
        QSslKey key(keyFile.readAll(), QSsl::Ec);
        keyFile.seek(0);
        key = key.isNull() ? QSslKey(keyFile.readAll(), QSsl::Rsa) : key;
        configuration.setPrivateKey(key);
        QWebSocketServer secure(QString(), QWebSocketServer::SecureMode);
        secure.setSslConfiguration(configuration);
        QVERIFY(secure.listen(QHostAddress::LocalHost));
        QSignalSpy opened(m_transport.get(), &WebSocketTransport::opened);
        QSignalSpy closed(m_transport.get(), &WebSocketTransport::closed);
        m_transport->open(secure.serverUrl());
        QTRY_COMPARE(closed.size(), 1);
        QCOMPARE(closed[0][1].toBool(), true);
        QVERIFY(!closed[0][0].toString().isEmpty());
        QCOMPARE(opened.size(), 0);
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

QTEST_GUILESS_MAIN(TestWebSocketTransport)
#include "test_web_socket_transport.moc"
