#include "server-stub/shell/sockets/epoll_dispatcher.h"
#include "server-stub/shell/status_server.h"
#include "tests/main/suite.h"
#include "tests/server/shell/epoll_application.h"
#include "tests/server/shell/running_server.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTcpSocket>
#include <QTest>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace tidemark::shell_status_test {

using namespace tidemark::test;

namespace {

struct Answer {
    int status = 0;
    QByteArray body;
};

/// The answer to GET `path`. The server's thread goes on meanwhile.
Answer get(quint16 port, const QByteArray& path)
{
    QTcpSocket socket;
    QSignalSpy arrived(&socket, &QIODevice::readyRead);
    socket.connectToHost(QHostAddress(QHostAddress::LocalHost), port);
    socket.write("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    QByteArray bytes;
    const auto isWhole = [&] {
        bytes += socket.readAll();
        const auto head = bytes.indexOf("\r\n\r\n");
        const auto length = bytes.toLower().indexOf("content-length: ");
        return head > 0 && length > 0
               && bytes.size() - head - 4
                      >= bytes.mid(length + 16, bytes.indexOf('\r', length) - length - 16).toInt();
    };
    while (!isWhole()) {
        if (!arrived.wait(timeoutMs)) {
            return {};
        }
    }
    return {bytes.mid(9, 3).toInt(), bytes.mid(bytes.indexOf("\r\n\r\n") + 4)};
}

/// Everything that the server answers to these bytes until the connection ends.
QByteArray answerTo(quint16 port, const QByteArray& bytes)
{
    QTcpSocket socket;
    QSignalSpy ended(&socket, &QAbstractSocket::disconnected);
    socket.connectToHost(QHostAddress(QHostAddress::LocalHost), port);
    socket.write(bytes);
    return ended.wait(timeoutMs) ? socket.readAll() : QByteArray();
}

/// The value of `name` in `/metrics`, if it is there.
std::optional<double> valueOf(const QByteArray& text, const QByteArray& name)
{
    for (const QByteArray& line : text.split('\n')) {
        if (line.startsWith(QByteArray(name + ' '))) {
            return line.mid(name.size() + 1).toDouble();
        }
    }
    return std::nullopt;
}

class LostBus final : public server::WatchedBus {
public:
    void publish(std::span<const server::Hint> /*hints*/) override {}
    [[nodiscard]] server::BusStatus status() const override { return {false, 0, 0}; }
};

} // namespace

class TestShellStatus : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void metricsCountWhatHappens()
    {
        RunningServer server;
        server::StatusServer status(*server);
        const auto port = status.listen({QHostAddress(QHostAddress::LocalHost), 0});
        QVERIFY(port);
        const auto ann = server.signedUp("ann");
        const auto bob = server.signedUp("bob");
        QVERIFY(ann && bob);
        const ConversationId group = RunningServer::group(*ann, {"bob"});
        const auto ack = ann->ask<protocol::SendAck>(messageOf(group, 1, "hello"));
        QVERIFY(ack);
        for (WireClient* reader : {ann.get(), bob.get()}) {
            QVERIFY(reader->ask<protocol::Range>(protocol::Pull{group, ack->logEpoch, {}, {}, {}, 10}));
        }
        QVERIFY(ann->ask<protocol::HeartbeatAck>(protocol::Heartbeat{1}));
        QVERIFY(ann->ask<protocol::States>(protocol::Sync{}));

        const Answer answer = get(*port, "/metrics");
        QCOMPARE(answer.status, 200);
        const auto value = [&](const char* name) {
            return valueOf(answer.body, QByteArray("tidemark_") + name).value_or(-1);
        };
        QCOMPARE(value("connections"), 2.0);
        QCOMPARE(value("sessions"), 2.0);
        QCOMPARE(value("messages_total"), 2.0);
        QVERIFY(value("notifies_total") >= 1);
        QCOMPARE(value("pulls_total"), 2.0);
        QCOMPARE(value("block_cache_hits_total"), 1.0);
        QCOMPARE(value("block_cache_misses_total"), 1.0);
        QCOMPARE(value("disagreements_total"), 1.0);
        QCOMPARE(value("failed_commits_total"), 0.0);
        QCOMPARE(value("violations_total"), 0.0);
        QVERIFY(value("commit_seconds_count") > 0);
        QCOMPARE(value("commit_seconds_bucket{le=\"+Inf\"}"), value("commit_seconds_count"));
        QVERIFY(value("queued_inputs") >= 0);
    }

    void aFailedCheckIsLoggedAndCountedAndTheServerGoesOn()
    {
        RunningServer server;
        const auto ann = server.signedUp("ann");
        const auto bob = server.signedUp("bob");
        QVERIFY(ann && bob);
        const ConversationId group = RunningServer::group(*ann, {"bob"});
        const auto moveBob = [&](std::uint64_t seq) {
            server.store().begin();
            const auto rows = server.store().members().present(group);
            auto row = server.store().members().find(group, rows.back());
            row->cursor.readSeq = Seq(seq); // as no server stores it if it is beyond the head
            server.store().members().put(*row);
            QVERIFY(server.store().commit());
        };
        moveBob(1000);
        QTest::ignoreMessage(
            QtCriticalMsg, QRegularExpression(QStringLiteral("a check of the server's own work failed at "
                                                             "server-stub/hub/contract/counts.cpp:[0-9]+: no "
                                                             "cursor, floor or receipt is beyond the head")));
        const auto error = bob->ask<protocol::Error>(protocol::GetStates{{group}});
        QVERIFY(error);
        QCOMPARE(error->code, protocol::ErrorCode::Unavailable);
        QCOMPARE(valueOf(prometheusText(server->metrics()), "tidemark_violations_total"), 1.0);
        QVERIFY(ann->ask<protocol::SendAck>(messageOf(group, 1, "hello")));
        moveBob(0);
        QVERIFY(bob->ask<protocol::States>(protocol::GetStates{{group}}));
        QCOMPARE(valueOf(prometheusText(server->metrics()), "tidemark_violations_total"), 1.0);
    }

    void everyMetricIsWellFormed()
    {
        server::Metrics metrics;
        metrics.stepTimes.add(std::chrono::microseconds(250));
        metrics.stepTimes.add(std::chrono::microseconds(251));
        metrics.stepTimes.add(std::chrono::hours(1));
        metrics.bus = server::BusStatus();
        const QByteArray text = prometheusText(metrics);
        QVERIFY(text.endsWith('\n'));
        static const QRegularExpression comment(
            QStringLiteral("^# (HELP tidemark_[a-z_]+ .+|TYPE tidemark_[a-z_]+ (counter|gauge|histogram))$"));
        static const QRegularExpression sample(
            QStringLiteral("^tidemark_[a-z_]+(\\{le=\"[0-9.e+Inf-]+\"\\})? [0-9.e+-]+$"));
        for (const QByteArray& line : text.chopped(1).split('\n')) {
            QVERIFY2((line.startsWith('#') ? comment : sample).match(QString::fromLatin1(line)).hasMatch(),
                     line.constData());
        }
        QCOMPARE(valueOf(text, "tidemark_commit_seconds_bucket{le=\"0.00025\"}"), std::optional(1.0));
        QCOMPARE(valueOf(text, "tidemark_commit_seconds_bucket{le=\"0.0005\"}"), std::optional(2.0));
        QCOMPARE(valueOf(text, "tidemark_commit_seconds_count"), std::optional(3.0));
    }

    void entriesNotTrimmedBecauseOfTheClockAreReported()
    {
        server::ServerOptions options = testOptions();
        options.hub.retention.keepFor = std::chrono::hours(24);
        RunningServer server(options);
        server::StatusServer status(*server);
        const auto port = status.listen({QHostAddress(QHostAddress::LocalHost), 0});
        const auto ann = server.signedUp("ann");
        QVERIFY(port && ann);
        const ConversationId group = RunningServer::group(*ann, {});
        server.store().putTime(group, Seq(1), UnixMs{1});
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("^not trimming 1 conv.*clock")));
        server->reconfigure(options); // it checks again
        QTRY_COMPARE_WITH_TIMEOUT(server->metrics().hub.trimsHeldBack, std::size_t(1), timeoutMs);
        QVERIFY(get(*port, "/metrics").body.contains("\ntidemark_trims_held_back 1\n"));
    }

    void noMoreIsReadThanMakesARequestTooLong()
    {
        constexpr qint64 maxBytes = 1000;
        server::SmallHttpServer http(
            [](const QByteArray& /*path*/) { return server::SmallHttpServer::Answer(); },
            {.maxRequestBytes = maxBytes});
        QVERIFY(http.listen(QHostAddress(QHostAddress::LocalHost)));
        QTcpSocket client;
        client.connectToHost(QHostAddress(QHostAddress::LocalHost), http.serverPort());
        QTRY_COMPARE_WITH_TIMEOUT(http.findChildren<QTcpSocket*>().size(), 1, timeoutMs);
        QCOMPARE(http.findChild<QTcpSocket*>()->readBufferSize(), maxBytes + 1);
    }

    void healthIsTrue()
    {
        RunningServer server;
        server::StatusServer status(*server);
        const auto port = status.listen({QHostAddress(QHostAddress::LocalHost), 0});
        QVERIFY(port);
        QCOMPARE(get(*port, "/health").body, QByteArray("ok\n"));
        server.store().failNextCommit();
        const Answer full = get(*port, "/health");
        QCOMPARE(full.status, 503);
        QVERIFY2(full.body.contains("accepts no changes"), full.body.constData());
        QCOMPARE(get(*port, "/health").status, 200);
        QCOMPARE(get(*port, "/elsewhere").status, 404);
    }

    void healthReportsALostBus()
    {
        RunningServer server;
        LostBus bus;
        server->hints().use(bus);
        server::StatusServer status(*server);
        const auto port = status.listen({QHostAddress(QHostAddress::LocalHost), 0});
        QVERIFY(port);
        const Answer answer = get(*port, "/health");
        QCOMPARE(answer.status, 200);
        QVERIFY2(answer.body.startsWith("ok, but") && answer.body.contains("hints"), answer.body.constData());
        QVERIFY(get(*port, "/metrics").body.contains("tidemark_bus_connected 0\n"));
    }

    void aRequestWithoutEndIsRefused_data()
    {
        QTest::addColumn<QByteArray>("begin");
        QTest::newRow("line") << QByteArray("GET /metrics?");
        QTest::newRow("header") << QByteArray("GET /metrics HTTP/1.1\r\nHost: ");
    }

    void aRequestWithoutEndIsRefused()
    {
        QFETCH(const QByteArray, begin);
        RunningServer server;
        server::StatusServer status(*server);
        const auto port = status.listen({QHostAddress(QHostAddress::LocalHost), 0});
        QVERIFY(port);
        QTcpSocket endless;
        QByteArray received;
        connect(&endless, &QIODevice::readyRead, this, [&] { received += endless.readAll(); });
        endless.connectToHost(QHostAddress(QHostAddress::LocalHost), *port);
        endless.write(begin);
        endless.write(QByteArray(9000, 'x'));
        QTRY_VERIFY_WITH_TIMEOUT(endless.state() == QAbstractSocket::UnconnectedState, timeoutMs);
        QVERIFY2(received.startsWith("HTTP/1.1 431 "), received.constData());
        QCOMPARE(get(*port, "/health").status, 200);
    }

    void aFloodingClientIsCut()
    {
        RunningServer server;
        server::StatusServer status(*server);
        const auto port = status.listen({QHostAddress(QHostAddress::LocalHost), 0});
        QVERIFY(port);
        QTcpSocket flood;
        flood.connectToHost(QHostAddress(QHostAddress::LocalHost), *port);
        qint64 written = 0;
        const auto isCut = [&] {
            if (flood.state() == QAbstractSocket::ConnectedState && flood.bytesToWrite() < 1000000) {
                written += flood.write(QByteArray(10000000, 'x'));
            }
            return flood.state() == QAbstractSocket::UnconnectedState;
        };
        flood.write("GET /");
        QTRY_VERIFY_WITH_TIMEOUT(isCut(), timeoutMs);
        QVERIFY2(written < 100000000, "the server takes no more than the system's buffers hold");
    }

    void halfARequestIsCutInTime()
    {
        RunningServer server;
        server::StatusServer status(*server, {.timeout = std::chrono::milliseconds(300)});
        const auto port = status.listen({QHostAddress(QHostAddress::LocalHost), 0});
        QVERIFY(port);
        QTcpSocket silent;
        QTcpSocket half;
        for (QTcpSocket* socket : {&silent, &half}) {
            socket->connectToHost(QHostAddress(QHostAddress::LocalHost), *port);
        }
        half.write("GET /metrics HTTP/1.1\r\nHost: localhost\r\n");
        QTRY_COMPARE_WITH_TIMEOUT(silent.state(), QAbstractSocket::ConnectedState, timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(silent.state(), QAbstractSocket::UnconnectedState, timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(half.state(), QAbstractSocket::UnconnectedState, timeoutMs);
    }

    void theOldestOfManyConnectionsIsClosed()
    {
        RunningServer server;
        server::StatusServer status(*server, {.maxConnections = 4});
        const auto port = status.listen({QHostAddress(QHostAddress::LocalHost), 0});
        QVERIFY(port);
        std::vector<std::unique_ptr<QTcpSocket>> idle;
        for (int i = 0; i < 20; ++i) {
            idle.push_back(std::make_unique<QTcpSocket>());
            idle.back()->connectToHost(QHostAddress(QHostAddress::LocalHost), *port);
        }
        const auto open = [&] {
            return std::count_if(idle.begin(), idle.end(), [](const auto& socket) {
                return socket->state() != QAbstractSocket::UnconnectedState;
            });
        };
        QTRY_COMPARE_WITH_TIMEOUT(open(), 4, timeoutMs);
        QCOMPARE(get(*port, "/health").status, 200);
    }

    void onlyGetAndHeadAreAnswered()
    {
        RunningServer server;
        server::StatusServer status(*server);
        const auto port = status.listen({QHostAddress(QHostAddress::LocalHost), 0});
        QVERIFY(port);
        QCOMPARE(answerTo(*port, "POST /metrics HTTP/1.1\r\n\r\n").left(12), QByteArray("HTTP/1.1 405"));
        QCOMPARE(answerTo(*port, "nonsense\r\n\r\n").left(12), QByteArray("HTTP/1.1 400"));
        QCOMPARE(answerTo(*port, "GET /health?x=y HTTP/1.1\r\n\r\n").left(12), QByteArray("HTTP/1.1 200"));
        const QByteArray head = answerTo(*port, "HEAD /health HTTP/1.0\r\n\r\n");
        QVERIFY2(head.startsWith("HTTP/1.1 200") && head.endsWith("\r\n\r\n"), head.constData());
    }

    void healthReportsALoopThatStandsStill()
    {
        RunningServer server;
        server::StatusServer status(*server);
        const auto port = status.listen({QHostAddress(QHostAddress::LocalHost), 0});
        QVERIFY(port);
        // The server runs in this thread, so its loop stands still while this line waits for the answer.
        Answer answer;
        std::thread asker([&] {
            QTcpSocket socket;
            socket.connectToHost(QHostAddress(QHostAddress::LocalHost), *port);
            socket.waitForConnected(timeoutMs);
            socket.write("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
            QByteArray bytes;
            while (!bytes.contains("itself") && socket.waitForReadyRead(timeoutMs)) {
                bytes += socket.readAll();
            }
            answer = {bytes.mid(9, 3).toInt(), bytes};
        });
        asker.join();
        QCOMPARE(answer.status, 503);
        QVERIFY2(answer.body.contains("event loop does not respond"), answer.body.constData());
        QCOMPARE(get(*port, "/health").status, 200);
    }
};

TIDEMARK_SUITE(TestShellStatus, test::EpollApplication)

} // namespace tidemark::shell_status_test

#include "test_shell_status.moc"
