#include "tests/main/suite.h"
#include "ui/platform/instance.h"

#include <QFile>
#include <QFileInfo>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <thread>

namespace tidemark::instance_test {

using namespace Qt::StringLiterals;

namespace {

using Action = InstanceRequest::Action;

/// A second start. It sends its request from a thread of its own, as another process would.
class LaterStart {
public:
    LaterStart(const QString& socketFile, const InstanceRequest& request)
        : m_thread([=, this] { m_result = handOver(socketFile, request); })
    {
    }
    ~LaterStart() { static_cast<void>(result()); }
    LaterStart(const LaterStart&) = delete;
    LaterStart& operator=(const LaterStart&) = delete;

    [[nodiscard]] HandOver result()
    {
        if (m_thread.joinable()) {
            m_thread.join();
        }
        return m_result;
    }

private:
    HandOver m_result = HandOver::NotRunning;
    std::thread m_thread;
};

} // namespace

/// A profile is started while its first program runs.
class TestInstance : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void requestsSurviveTheWire_data()
    {
        QTest::addColumn<InstanceRequest>("request");
        QTest::newRow("raise") << InstanceRequest{};
        QTest::newRow("open") << InstanceRequest{
            Action::Open, u"tidemark:conversation/1\n\"{}\u4e2d"_s, {"token-1", "id_TIME12"}};
        QTest::newRow("quit") << InstanceRequest{Action::Quit};
    }
    void requestsSurviveTheWire()
    {
        QFETCH(InstanceRequest, request);
        const QByteArray line = encoded(request);
        QCOMPARE(line.indexOf('\n'), line.size() - 1);
        QVERIFY(requestIn(line) == request);
    }

    void othersAreNoRequests_data()
    {
        QTest::addColumn<QByteArray>("line");
        for (const char* line :
             {"", "\n", "raise\n", "[]\n", "{}\n", "{\"do\":\"erase\"}\n", "{\"do\":1}\n"}) {
            QTest::newRow(line) << QByteArray(line);
        }
    }
    void othersAreNoRequests()
    {
        QFETCH(QByteArray, line);
        QVERIFY(!requestIn(line));
    }

    void aTokenThatIsNoneIsDropped()
    {
        const InstanceRequest request{Action::Raise, {}, {"a b", QByteArray(600, 'x')}};
        QVERIFY(requestIn(encoded(request)) == InstanceRequest{});
    }

    void theFirstInstanceIsNotifiedOfTheSecond()
    {
        InstanceServer first(m_socket);
        QSignalSpy requested(&first, &InstanceServer::requested);
        const InstanceRequest request{Action::Open, u"tidemark:conversation/3"_s, {"token", {}}};
        LaterStart second(m_socket, request);
        QVERIFY(requested.wait());
        QVERIFY(requested[0][0].value<InstanceRequest>() == request);
        QCOMPARE(second.result(), HandOver::Done);
        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        QVERIFY(!(QFile::permissions(m_socket) & others));
    }

    void aRequestToQuitWaitsForTheEnd()
    {
        auto first = std::make_unique<InstanceServer>(m_socket);
        QSignalSpy requested(first.get(), &InstanceServer::requested);
        LaterStart second(m_socket, {Action::Quit});
        QVERIFY(requested.wait());
        first->stopListening();
        QCOMPARE(handOver(m_socket, {}), HandOver::NotRunning);
        first.reset();
        QCOMPARE(second.result(), HandOver::Done);
    }

    void noInstanceIsRunning()
    {
        QCOMPARE(handOver(m_socket, {}), HandOver::NotRunning);
        QCOMPARE(handOver(u"/"_s + QString(200, u'x'), {}), HandOver::NotRunning);
    }

    void theSocketOfADeadProgramIsReplaced()
    {
        QFile left(m_socket);
        QVERIFY(left.open(QIODevice::WriteOnly));
        left.close();
        InstanceServer first(m_socket);
        QSignalSpy requested(&first, &InstanceServer::requested);
        LaterStart second(m_socket, {});
        QVERIFY(requested.wait());
        QCOMPARE(second.result(), HandOver::Done);
    }

    void garbageIsRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("a line") << QByteArray("GET / HTTP/1.1\r\n");
        QTest::newRow("endless") << QByteArray(64 * 1024, 'x');
    }
    void garbageIsRefused()
    {
        QFETCH(QByteArray, bytes);
        InstanceServer first(m_socket);
        QSignalSpy requested(&first, &InstanceServer::requested);
        QLocalSocket stranger;
        QSignalSpy ended(&stranger, &QLocalSocket::disconnected);
        stranger.connectToServer(m_socket);
        QVERIFY(stranger.waitForConnected());
        stranger.write(bytes);
        QVERIFY(ended.wait());
        QVERIFY(requested.isEmpty());
    }

    void profilesHaveTheirOwn()
    {
        qputenv("XDG_RUNTIME_DIR", QFile::encodeName(m_folder.path()));
        QVERIFY(instanceSocketOf(u"/a/b"_s).startsWith(m_folder.path()));
        QVERIFY(instanceSocketOf(u"/a/b"_s) != instanceSocketOf(u"/a/c"_s));
        QCOMPARE(instanceSocketOf(u"/a/b/"_s), instanceSocketOf(u"/a/b"_s));
        qunsetenv("XDG_RUNTIME_DIR");
        QCOMPARE(instanceSocketOf(u"/a/b"_s), u"/a/b/instance"_s);
    }

private:
    QTemporaryDir m_folder;
    QString m_socket = m_folder.filePath(u"deep/instance"_s);
};

TIDEMARK_SUITE(TestInstance, QCoreApplication)

} // namespace tidemark::instance_test

#include "test_instance.moc"
