#include "tests/main/suite.h"
#include "tests/server/shell/wire_client.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSslCertificate>
#include <QSslSocket>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace tidemark::shell_program_test {

using namespace tidemark::test;

namespace {

struct Ended {
    int status = -1;
    QString output;
    QString errors;
};

/// The server's program as a process.
class Program {
public:
    explicit Program(const QStringList& arguments)
    {
        m_process.start(QStringLiteral(TIDEMARK_BIN_DIR "/tidemark-server"), arguments);
    }
    ~Program()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    /// Waits for the line that names the address, and returns its URL.
    QString url()
    {
        while (!m_output.contains('\n') && m_process.waitForReadyRead(timeoutMs)) {
            m_output += m_process.readAllStandardOutput();
        }
        const QByteArray start("listening on ");
        return m_output.startsWith(start) ? QString::fromUtf8(m_output.mid(start.size()).trimmed())
                                          : QString();
    }

    /// The port of the metrics, as the log names it; 0 if there is none.
    quint16 metricsPort()
    {
        static const QRegularExpression place(
            QStringLiteral("metrics on http://127\\.0\\.0\\.1:(\\d+)/metrics"));
        return place.match(QString::fromUtf8(m_process.readAllStandardError())).captured(1).toUShort();
    }

    Ended end()
    {
        if (!m_process.waitForFinished(timeoutMs) || m_process.exitStatus() != QProcess::NormalExit) {
            return {};
        }
        m_output += m_process.readAllStandardOutput();
        return {m_process.exitCode(), QString::fromUtf8(m_output),
                QString::fromUtf8(m_process.readAllStandardError())};
    }

    [[nodiscard]] bool signal(int number) const
    {
        return ::kill(static_cast<pid_t>(m_process.processId()), number) == 0;
    }

    void crash()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

private:
    QProcess m_process;
    QByteArray m_output;
};

} // namespace

class TestShellProgram : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void statusIsServedWhereThatIsWanted()
    {
        const QTemporaryDir folder;
        const QStringList arguments{QStringLiteral("serve"), QStringLiteral("--listen"),
                                    QStringLiteral("127.0.0.1:0"), QStringLiteral("--database"),
                                    folder.filePath(QStringLiteral("server.db"))};
        {
            Program silent(arguments);
            QVERIFY(!silent.url().isEmpty());
            QCOMPARE(silent.metricsPort(), quint16(0));
        }
        Program program(arguments + QStringList{QStringLiteral("--metrics"), QStringLiteral("127.0.0.1:0")});
        QVERIFY(!program.url().isEmpty());
        const quint16 port = program.metricsPort();
        QVERIFY(port != 0);
        QTcpSocket socket;
        socket.connectToHost(QHostAddress(QHostAddress::LocalHost), port);
        QVERIFY(socket.waitForConnected(timeoutMs));
        socket.write("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
        QByteArray answer;
        while (!answer.contains("ok\n") && socket.waitForReadyRead(timeoutMs)) {
            answer += socket.readAll();
        }
        QVERIFY2(answer.startsWith("HTTP/1.1 200"), answer.constData());
        QVERIFY(program.signal(SIGTERM));
        QCOMPARE(program.end().status, 0);
    }

    void aCertificateIsMadeAndServedAndReadAgain()
    {
        const QString certificate = m_folder->filePath(QStringLiteral("certificate.pem"));
        const QString key = m_folder->filePath(QStringLiteral("key.pem"));
        const QStringList make{QStringLiteral("certificate"),
                               QStringLiteral("--certificate"),
                               certificate,
                               QStringLiteral("--key"),
                               key,
                               QStringLiteral("--hosts"),
                               QStringLiteral("127.0.0.1,chat.example")};
        const Ended made = run(make);
        QCOMPARE(made.status, 0);
        static const QRegularExpression print(QStringLiteral("SHA-256 fingerprint ([0-9A-F:]{95})\n"));
        const QString first = print.match(made.output).captured(1);
        QVERIFY2(!first.isEmpty(), qPrintable(made.output));
        oneLine(run(make), QStringLiteral("exists"));

        Program program(serveOn(any(), m_database)
                        + QStringList{QStringLiteral("--tls-certificate"), certificate,
                                      QStringLiteral("--tls-key"), key});
        const QUrl url(program.url());
        QCOMPARE(url.scheme(), QStringLiteral("wss"));
        QCOMPARE(fingerprintAt(url), first);
        QVERIFY(QFile::remove(certificate) && QFile::remove(key));
        const QString second = print.match(run(make).output).captured(1);
        QVERIFY(second != first);
        QVERIFY(program.signal(SIGHUP));
        QTRY_COMPARE_WITH_TIMEOUT(fingerprintAt(url), second, timeoutMs);
        QVERIFY(QFile::remove(key));
        QVERIFY(program.signal(SIGHUP));
        QVERIFY(program.signal(SIGTERM));
        const Ended ended = program.end();
        QCOMPARE(ended.status, 0);
        QVERIFY2(ended.errors.contains(QStringLiteral("cannot load the new one: cannot read ") + key),
                 qPrintable(ended.errors));
    }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_database = m_folder->filePath(QStringLiteral("server.db"));
    }

    void helpIsComplete()
    {
        const Ended help = run({QStringLiteral("--help")});
        QCOMPARE(help.status, 0);
        QVERIFY(help.output.contains(QStringLiteral("serve"))
                && help.output.contains(QStringLiteral("check")));
        const Ended serveHelp = run({QStringLiteral("serve"), QStringLiteral("--help")});
        QCOMPARE(serveHelp.status, 0);
        for (const auto* name : {"listen",           "database",
                                 "tls-certificate",  "tls-key",
                                 "registration",     "adding",
                                 "deleted-accounts", "sends-per-second",
                                 "send-burst",       "connections-per-user",
                                 "max-connections",  "keep-messages",
                                 "keep-days",        "unread-expires-days",
                                 "log-level",        "help",
                                 "metrics",          "connections-per-address",
                                 "proxies",          "large-group",
                                 "pull-entries",     "password-memory",
                                 "password-passes",  "rotate-tokens-days",
                                 "request-burst",    "requests-per-second",
                                 "restart-window",   "drain",
                                 "groups-per-user",  "memberships-per-user",
                                 "sessions-per-user"}) {
            QVERIFY2(serveHelp.output.contains(QStringLiteral("--") + QString::fromLatin1(name)), name);
        }
        const Ended checkHelp = run({QStringLiteral("check"), QStringLiteral("--help")});
        QCOMPARE(checkHelp.status, 0);
        QVERIFY(checkHelp.output.contains(QStringLiteral("--database")));
        const Ended version = run({QStringLiteral("--version")});
        QCOMPARE(version.status, 0);
        QVERIFY(version.output.startsWith(QStringLiteral("tidemark-server ")));
    }

    void wrongUseIsTwo_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("reason");
        QTest::newRow("nothing") << QString() << QStringLiteral("command is missing");
        QTest::newRow("no command") << QStringLiteral("dance") << QStringLiteral("'dance'");
        QTest::newRow("no address") << QStringLiteral("serve --database x") << QStringLiteral("--listen");
        QTest::newRow("no database") << QStringLiteral("serve --listen 127.0.0.1:0")
                                     << QStringLiteral("--database");
        QTest::newRow("bad address") << QStringLiteral("serve --listen here --database x")
                                     << QStringLiteral("'here'");
        QTest::newRow("unknown option") << QStringLiteral("serve --fast") << QStringLiteral("fast");
        QTest::newRow("extra argument") << QStringLiteral("check --database x y") << QStringLiteral("'y'");
        QTest::newRow("bad choice") << QStringLiteral(
            "serve --listen [::1]:0 --database x --registration maybe")
                                    << QStringLiteral("'maybe'");
        QTest::newRow("bad number") << QStringLiteral("serve --listen [::1]:0 --database x --send-burst 0")
                                    << QStringLiteral("'0'");
        QTest::newRow("too long") << QStringLiteral("serve --listen [::1]:0 --database x --drain 3601")
                                  << QStringLiteral("'3601'");
        QTest::newRow("no days") << QStringLiteral(
            "serve --listen [::1]:0 --database x --unread-expires-days soon")
                                 << QStringLiteral("'soon'");
        QTest::newRow("half of TLS") << QStringLiteral("serve --listen [::1]:0 --database x --tls-key y")
                                     << QStringLiteral("tls-key together");
        QTest::newRow("not loopback")
            << QStringLiteral("serve --listen 0.0.0.0:0 --database x") << QStringLiteral("without TLS");
        QTest::newRow("check nothing")
            << QStringLiteral("check --database /no/such/file") << QStringLiteral("/no/such/file");
    }

    void wrongUseIsTwo()
    {
        QFETCH(const QString, arguments);
        QFETCH(const QString, reason);
        const Ended ended = run(arguments.split(QLatin1Char(' '), Qt::SkipEmptyParts));
        QCOMPARE(ended.status, 2);
        QCOMPARE(ended.output, QString());
        QVERIFY2(ended.errors.contains(reason), qPrintable(ended.errors));
    }

    void aServerThatCannotStartSaysWhyInOneLine()
    {
        QTcpServer other;
        QVERIFY(other.listen(QHostAddress::LocalHost));
        const QString used = QStringLiteral("127.0.0.1:%1").arg(other.serverPort());
        QFile file(m_folder->filePath(QStringLiteral("not a certificate")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QFile noDatabase(m_folder->filePath(QStringLiteral("not a database")));
        QVERIFY(noDatabase.open(QIODevice::WriteOnly));
        noDatabase.write(QByteArray(4096, 'x'));
        noDatabase.close();

        oneLine(run(serveOn(used, m_database)), used);
        oneLine(run(serveOn(any(), QStringLiteral("/no/such/folder/x"))),
                QStringLiteral("/no/such/folder/x"));
        oneLine(run(serveOn(any(), noDatabase.fileName())), noDatabase.fileName());
        oneLine(run(serveOn(any(), m_database)
                    + QStringList{QStringLiteral("--tls-certificate"), file.fileName(),
                                  QStringLiteral("--tls-key"), file.fileName()}),
                file.fileName());
    }

    void aMessageSurvivesTheProcess_data()
    {
        QTest::addColumn<QString>("listen");
        QTest::addColumn<QString>("url");
        QTest::newRow("IPv4") << QStringLiteral("127.0.0.1:0") << QStringLiteral("ws://127.0.0.1:");
        QTest::newRow("IPv6") << QStringLiteral("[::1]:0") << QStringLiteral("ws://[::1]:");
    }

    void aMessageSurvivesTheProcess()
    {
        QFETCH(const QString, listen);
        QFETCH(const QString, url);
        Program program(serveOn(listen, m_database));
        QVERIFY(program.url().startsWith(url));
        QCOMPARE(sendOne(program.url()), Seq(2));
        program.crash();

        const Ended checked = run(checkOf());
        QCOMPARE(checked.status, 0);
        QVERIFY(checked.output.contains(QStringLiteral("1 conversations checked")));

        Program again(serveOn(listen, m_database));
        WireClient client(again.url());
        QVERIFY(client.connected());
        const auto welcome = client.ask<protocol::Welcome>(helloOf("ann"));
        QVERIFY(welcome);
        QCOMPARE(welcome->statesToCome, 1U);
    }

    void aSignalEndsItCleanly_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGINT") << SIGINT;
    }

    void aSignalEndsItCleanly()
    {
        QFETCH(const int, signal);
        Program program(serveOn(any(), m_database));
        const QString url = program.url();
        WireClient client(url);
        QVERIFY(client.signUp("ann").isValid());
        QVERIFY(program.signal(signal));
        QVERIFY(client.push<protocol::GoAway>());
        QVERIFY(client.closeCode().has_value());
        const Ended ended = program.end();
        QCOMPARE(ended.status, 0);
        QCOMPARE(ended.output, QStringLiteral("listening on %1\n").arg(url));
        QVERIFY2(!ended.errors.contains(QString::fromStdString(tokenOf("ann"))), qPrintable(ended.errors));
    }

    void aDamagedDatabaseIsNotServed()
    {
        {
            Program program(serveOn(any(), m_database));
            QCOMPARE(sendOne(program.url()), Seq(2));
            QVERIFY(program.signal(SIGTERM));
            QCOMPARE(program.end().status, 0);
        }
        QFile file(m_database);
        QVERIFY(file.open(QFile::ReadWrite));
        QVERIFY(file.size() > 4 * 4096);
        // The damage is behind the first page, which is read at opening.
        QVERIFY(file.seek(2 * 4096));
        file.write(QByteArray(file.size() - 2 * 4096, '\x5a'));
        file.close();
        const Ended refused = run(serveOn(any(), m_database));
        QCOMPARE(refused.status, 1);
        QVERIFY2(refused.errors.contains(u"restored"), qPrintable(refused.errors));
    }

    void twoServersDoNotShareADatabase()
    {
        Program first(serveOn(any(), m_database));
        QVERIFY(!first.url().isEmpty());
        oneLine(run(serveOn(any(), m_database)), QStringLiteral("in use"));
        QCOMPARE(run(checkOf()).status, 1);
        first.crash();
        Program third(serveOn(any(), m_database));
        QVERIFY(!third.url().isEmpty());
        QVERIFY(third.signal(SIGTERM));
        QCOMPARE(third.end().status, 0);
    }

    void registrationCanBeClosed()
    {
        Program program(serveOn(any(), m_database)
                        + QStringList{QStringLiteral("--registration"), QStringLiteral("closed")});
        WireClient client(program.url());
        QVERIFY(client.connected());
        const auto refused = client.ask<protocol::Error>(registrationOf("ann"));
        QVERIFY(refused);
        QCOMPARE(refused->code, protocol::ErrorCode::RegistrationClosed);
    }

    void limitsCanBeSet()
    {
        Program program(serveOn(any(), m_database)
                        + QStringList{QStringLiteral("--sends-per-second"), QStringLiteral("7"),
                                      QStringLiteral("--send-burst"), QStringLiteral("8"),
                                      QStringLiteral("--connections-per-user"), QStringLiteral("9"),
                                      QStringLiteral("--sessions-per-user"), QStringLiteral("10"),
                                      QStringLiteral("--memberships-per-user"), QStringLiteral("11"),
                                      QStringLiteral("--groups-per-user"), QStringLiteral("12")});
        WireClient client(program.url());
        QVERIFY(client.connected());
        QVERIFY(client.ask<protocol::Authenticated>(registrationOf("ann")));
        const auto welcome = client.ask<protocol::Welcome>(helloOf("ann"));
        QVERIFY(welcome);
        QCOMPARE(welcome->limits.sendsPerSecond, 7U);
        QCOMPARE(welcome->limits.sendBurst, 8U);
        QCOMPARE(welcome->limits.maxConnectionsPerUser, 9U);
        QCOMPARE(welcome->limits.maxSessionsPerUser, 10U);
        QCOMPARE(welcome->limits.maxMemberships, 11U);
        QCOMPARE(welcome->limits.maxCreated, 12U);
    }

private:
    static QString fingerprintAt(const QUrl& url)
    {
        QSslSocket socket;
        socket.setPeerVerifyMode(QSslSocket::VerifyNone);
        socket.connectToHostEncrypted(url.host(), quint16(url.port()));
        if (!socket.waitForEncrypted(timeoutMs)) {
            return {};
        }
        return QString::fromLatin1(socket.peerCertificate().digest(QCryptographicHash::Sha256).toHex(':'))
            .toUpper();
    }

    static QString any() { return QStringLiteral("127.0.0.1:0"); }

    static QStringList serveOn(const QString& listen, const QString& database)
    {
        return {QStringLiteral("serve"), QStringLiteral("--listen"), listen, QStringLiteral("--database"),
                database};
    }

    QStringList checkOf() const
    {
        return {QStringLiteral("check"), QStringLiteral("--database"), m_database};
    }

    static Ended run(const QStringList& arguments) { return Program(arguments).end(); }

    static void oneLine(const Ended& ended, const QString& reason)
    {
        QCOMPARE(ended.status, 1);
        QCOMPARE(ended.output, QString());
        QVERIFY2(ended.errors.contains(reason), qPrintable(ended.errors));
        QCOMPARE(ended.errors.count(QLatin1Char('\n')), 1);
    }

    /// Signs up, sends a message to a new group and returns its seq.
    static Seq sendOne(const QString& url)
    {
        WireClient client(url);
        if (!client.signUp("ann").isValid()) {
            return Seq();
        }
        protocol::CreateGroup request;
        request.uuid.bytes.fill(1);
        request.title = "group";
        const auto states = client.ask<protocol::States>(request);
        if (!states) {
            return Seq();
        }
        const auto ack = client.ask<protocol::SendAck>(messageOf(states->states.front().id, 1, "hello"));
        return ack ? ack->seq : Seq();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_database;
};

TIDEMARK_SUITE(TestShellProgram, QCoreApplication)

} // namespace tidemark::shell_program_test

#include "test_shell_program.moc"
