#include "core/hosting/local_server.h"
#include "tests/main/suite.h"
#include "tests/support/programs.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <csignal>
#include <memory>

namespace tidemark::local_server_test {

using namespace Qt::StringLiterals;
using Kind = LocalServerProblem::Kind;

namespace {

constexpr int timeoutMs = test::programTimeoutMs;

/// Another program that listens on a port of this computer.
class Occupant {
public:
    explicit Occupant(quint16 port) : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = ::htons(port);
        address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
        const int reuse = 1;
        ::setsockopt(m_socket.number(), SOL_SOCKET, SO_REUSEADDR, &reuse, sizeof reuse);
        m_listens = ::bind(m_socket.number(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0
                    && ::listen(m_socket.number(), 1) == 0;
    }
    [[nodiscard]] bool listens() const { return m_listens; }

private:
    FileDescriptor m_socket;
    bool m_listens = false;
};

bool isAlive(qint64 process)
{
    return ::kill(static_cast<pid_t>(process), 0) == 0;
}

/// A server with what it has reported.
struct Watched {
    explicit Watched(const QString& profile, const QString& program = realProgram())
        : server(LocalServerPlace(profile), program)
    {
        QObject::connect(&server, &LocalServer::failed, &server,
                         [this](const LocalServerProblem& problem) { problems.append(problem); });
    }
    static QString realProgram() { return test::programPath(u"tidemark-server"_s); }

    LocalServer server;
    QSignalSpy ready{&server, &LocalServer::ready};
    QSignalSpy stopped{&server, &LocalServer::stopped};
    QList<LocalServerProblem> problems;
};

} // namespace

class TestLocalServer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_profile = std::make_unique<QTemporaryDir>();
    }

    void thePortStaysTheSame()
    {
        QUrl url;
        for (int run = 0; run < 2; ++run) {
            Watched watched(m_profile->path());
            watched.server.start();
            QTRY_COMPARE_WITH_TIMEOUT(watched.ready.size(), 1, timeoutMs);
            QVERIFY(run == 0 || watched.ready[0][0].toUrl() == url);
            url = watched.ready[0][0].toUrl();
            QCOMPARE(url.host(), u"127.0.0.1"_s);
            QCOMPARE(url, watched.server.place().url());
            const qint64 process = watched.server.processId();
            QVERIFY(isAlive(process));
            watched.server.stop();
            QTRY_COMPARE_WITH_TIMEOUT(watched.stopped.size(), 1, timeoutMs);
            QVERIFY(!isAlive(process));
            QVERIFY(watched.problems.isEmpty());
        }
    }

    void aServerThatRunsIsReadyAtOnce()
    {
        Watched watched(m_profile->path());
        watched.server.start();
        QTRY_COMPARE_WITH_TIMEOUT(watched.ready.size(), 1, timeoutMs);
        const qint64 process = watched.server.processId();
        watched.server.start();
        QCOMPARE(watched.ready.size(), 2);
        QCOMPARE(watched.server.processId(), process);
    }

    void aServerThatDiesIsStartedAgain()
    {
        Watched watched(m_profile->path());
        watched.server.keepRunning();
        QTRY_COMPARE_WITH_TIMEOUT(watched.ready.size(), 1, timeoutMs);
        const qint64 process = watched.server.processId();
        ::kill(static_cast<pid_t>(process), SIGKILL);
        QTRY_COMPARE_WITH_TIMEOUT(watched.ready.size(), 2, timeoutMs);
        QVERIFY(watched.server.processId() != process);
        QCOMPARE(watched.ready[1][0], watched.ready[0][0]);
        QVERIFY(watched.problems.isEmpty());
    }

    void aStartWhileItEndsFollowsTheEnd()
    {
        Watched watched(m_profile->path());
        watched.server.start();
        QTRY_COMPARE_WITH_TIMEOUT(watched.ready.size(), 1, timeoutMs);
        watched.server.stop();
        watched.server.start();
        QTRY_COMPARE_WITH_TIMEOUT(watched.ready.size(), 2, timeoutMs);
        QCOMPARE(watched.stopped.size(), 0);
    }

    void withoutAProgramThereIsNoServer()
    {
        Watched watched(m_profile->path(), {});
        watched.server.start();
        QCOMPARE(watched.problems, (QList<LocalServerProblem>{{Kind::NoProgram, {}, 0}}));
    }

    void aProgramThatCannotBeStartedIsReported()
    {
        Watched watched(m_profile->path(), m_profile->filePath(u"missing"_s));
        watched.server.start();
        QTRY_COMPARE_WITH_TIMEOUT(watched.problems.size(), 1, timeoutMs);
        QCOMPARE(watched.problems[0].kind, Kind::Ended);
        QVERIFY(!watched.problems[0].detail.isEmpty());
    }

    void aFolderThatCannotBeWrittenIsReported()
    {
        QFile file(m_profile->filePath(u"server"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        Watched watched(m_profile->path());
        watched.server.start();
        QCOMPARE(watched.problems, (QList<LocalServerProblem>{{Kind::Folder, file.fileName(), 0}}));
    }

    void aTakenPortIsReported()
    {
        Watched watched(m_profile->path());
        QVERIFY(watched.server.place().writeSettings());
        quint16 port = 0;
        {
            Watched first(m_profile->path());
            first.server.start();
            QTRY_COMPARE_WITH_TIMEOUT(first.ready.size(), 1, timeoutMs);
            port = first.server.place().port();
            first.server.stop();
            QTRY_COMPARE_WITH_TIMEOUT(first.stopped.size(), 1, timeoutMs);
        }
        const Occupant occupant(port);
        QVERIFY(occupant.listens());
        watched.server.start();
        QTRY_COMPARE_WITH_TIMEOUT(watched.problems.size(), 1, timeoutMs);
        QCOMPARE(watched.problems[0], (LocalServerProblem{Kind::PortTaken, {}, port}));
        QCOMPARE(watched.ready.size(), 0);
    }

    void aServerThatEndsAtOnceSaysWhy()
    {
        LocalServerPlace place(m_profile->path());
        QVERIFY(place.writeSettings());
        QFile database(place.database());
        QVERIFY(database.open(QIODevice::WriteOnly));
        QVERIFY(database.write(QByteArray(4096, 'x')) == 4096);
        database.close();
        Watched watched(m_profile->path());
        watched.server.start();
        QTRY_COMPARE_WITH_TIMEOUT(watched.problems.size(), 1, timeoutMs);
        QCOMPARE(watched.problems[0].kind, Kind::Ended);
        QVERIFY2(watched.problems[0].detail.contains(place.database()),
                 qPrintable(watched.problems[0].detail));
    }

    /// The user has chosen that the server goes on. The next run finds it, and ends it when the user has
    /// changed their mind.
    void itGoesOnIfTheUserHasChosenThat()
    {
        qint64 process = 0;
        {
            Watched watched(m_profile->path());
            watched.server.start();
            QTRY_COMPARE_WITH_TIMEOUT(watched.ready.size(), 1, timeoutMs);
            watched.server.place().setChosen(true);
            watched.server.place().setOutlivesProgram(true);
            watched.server.stop();
            QTRY_COMPARE_WITH_TIMEOUT(watched.stopped.size(), 1, timeoutMs);
        }
        QTRY_VERIFY_WITH_TIMEOUT(RunningServer::find(LocalServerPlace(m_profile->path()).database()),
                                 timeoutMs);
        for (int run = 0; run < 2; ++run) {
            Watched watched(m_profile->path());
            watched.server.start();
            QCOMPARE(watched.ready.size(), 1);
            QVERIFY(process == 0 || process == watched.server.processId());
            process = watched.server.processId();
            watched.server.place().setOutlivesProgram(run == 0);
            watched.server.stop();
            QTRY_COMPARE_WITH_TIMEOUT(watched.stopped.size(), 1, timeoutMs);
            QTRY_COMPARE_WITH_TIMEOUT(isAlive(process), run == 0, timeoutMs);
        }
    }

    void aServerThatWasFoundIsStartedAgainWhenItDies()
    {
        Watched first(m_profile->path());
        first.server.start();
        QTRY_COMPARE_WITH_TIMEOUT(first.ready.size(), 1, timeoutMs);
        Watched second(m_profile->path());
        second.server.keepRunning();
        QCOMPARE(second.server.processId(), first.server.processId());
        first.server.stop();
        QTRY_COMPARE_WITH_TIMEOUT(second.ready.size(), 2, timeoutMs);
        QVERIFY(second.problems.isEmpty());
    }

    void closingTheRegistrationIsWritten()
    {
        Watched watched(m_profile->path());
        watched.server.start();
        QTRY_COMPARE_WITH_TIMEOUT(watched.ready.size(), 1, timeoutMs);
        watched.server.place().setAccount(u"anna"_s);
        watched.server.closeRegistration();
        QFile settings(watched.server.place().settingsFile());
        QVERIFY(settings.open(QIODevice::ReadOnly));
        QVERIFY(settings.readAll().contains("registration = closed"));
        // The server reads it and goes on.
        watched.server.start();
        QCOMPARE(watched.ready.size(), 2);
    }

private:
    std::unique_ptr<QTemporaryDir> m_profile;
};

TIDEMARK_SUITE(TestLocalServer, QCoreApplication)

} // namespace tidemark::local_server_test

#include "test_local_server.moc"
