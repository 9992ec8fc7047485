#include "tests/e2e/stage.h"
#include "tests/main/suite.h"
#include "tests/support/programs.h"

#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <csignal>

namespace tidemark::service_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

namespace {

/// Stands for systemd: the socket to which a service reports its state.
class NotifySocket {
public:
    explicit NotifySocket(const QString& path) : m_descriptor(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const QByteArray name = path.toLocal8Bit();
        std::strncpy(address.sun_path, name.constData(), sizeof(address.sun_path) - 1);
        m_isBound = ::bind(m_descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
        const timeval timeout{programTimeoutMs / 1000, 0};
        ::setsockopt(m_descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout));
    }
    ~NotifySocket() { ::close(m_descriptor); }
    NotifySocket(const NotifySocket&) = delete;
    NotifySocket& operator=(const NotifySocket&) = delete;

    [[nodiscard]] bool isBound() const { return m_isBound; }
    /// Waits for a message that begins with `state`, and drops others before it.
    [[nodiscard]] bool receives(const QByteArray& state)
    {
        std::array<char, 4096> buffer{};
        while (true) {
            const ssize_t size = ::recv(m_descriptor, buffer.data(), buffer.size(), 0);
            if (size <= 0) {
                return false;
            }
            if (QByteArray(buffer.data(), qsizetype(size)).startsWith(state)) {
                return true;
            }
        }
    }

private:
    int m_descriptor;
    bool m_isBound = false;
};

struct Ended {
    int status = -1;
    QString output;
    QString errors;
};

/// tidemark-server with environment variables of its own.
class Program {
public:
    explicit Program(const QStringList& arguments, const QStringList& variables = {})
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const QString& variable : variables) {
            environment.insert(variable.section(u'=', 0, 0), variable.section(u'=', 1));
        }
        m_process.setProcessEnvironment(environment);
        m_process.start(programPath(u"tidemark-server"_s), arguments);
    }
    ~Program()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    [[nodiscard]] bool listens()
    {
        while (!m_output.contains('\n') && m_process.waitForReadyRead(programTimeoutMs)) {
            m_output += m_process.readAllStandardOutput();
        }
        return m_output.startsWith("listening on ");
    }
    [[nodiscard]] QString url() const { return QString::fromUtf8(m_output).section(u' ', 2).trimmed(); }
    void signal(int number) const { ::kill(static_cast<pid_t>(m_process.processId()), number); }
    /// Waits for a line of the log that contains `text`.
    [[nodiscard]] bool logs(const QString& text)
    {
        m_process.setReadChannel(QProcess::StandardError);
        do {
            m_errors += m_process.readAllStandardError();
        } while (!m_errors.contains(text.toUtf8()) && m_process.waitForReadyRead(programTimeoutMs));
        return m_errors.contains(text.toUtf8());
    }
    Ended end()
    {
        m_process.waitForFinished(programTimeoutMs);
        m_output += m_process.readAllStandardOutput();
        m_errors += m_process.readAllStandardError();
        return {m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1,
                QString::fromUtf8(m_output), QString::fromUtf8(m_errors)};
    }

private:
    QProcess m_process;
    QByteArray m_output;
    QByteArray m_errors;
};

Ended run(const QStringList& arguments, const QStringList& variables = {})
{
    return Program(arguments, variables).end();
}

} // namespace

/// The server as a service of the system: its settings, signals and log, and its messages to systemd.
class TestService : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_file = m_folder->filePath(u"server.conf"_s);
        m_database = m_folder->filePath(u"server.db"_s);
    }

    void fileEnvironmentAndOptionsReplaceEachOtherInThatOrder()
    {
        configure(u"# a comment\n\nlisten = 127.0.0.1:0\n database=%1 \nsend-burst = 7\nlarge-group = 5\n"_s);
        const Ended checked =
            run({u"config"_s, u"check"_s, u"--config"_s, m_file, u"--large-group"_s, u"9"_s},
                {u"TIDEMARK_SERVER_LARGE_GROUP=8"_s, u"TIDEMARK_SERVER_SEND_BURST=6"_s});
        QCOMPARE(checked.status, 0);
        QCOMPARE(checked.errors, QString());
        QCOMPARE(line(checked, u"listen"_s), (QStringList{u"127.0.0.1:0"_s, m_file + u":3"_s}));
        QCOMPARE(line(checked, u"database"_s), (QStringList{m_database, m_file + u":4"_s}));
        QCOMPARE(line(checked, u"send-burst"_s), (QStringList{u"6"_s, u"TIDEMARK_SERVER_SEND_BURST"_s}));
        QCOMPARE(line(checked, u"large-group"_s), (QStringList{u"9"_s, u"--large-group"_s}));
        QCOMPARE(line(checked, u"sends-per-second"_s), (QStringList{u"5000"_s, u"default"_s}));
        // The environment names the file.
        QCOMPARE(run({u"config"_s, u"check"_s}, {u"TIDEMARK_SERVER_CONFIG="_s + m_file}).status, 0);
        QVERIFY(!QFile::exists(m_database));
    }

    void behindAProxyAServerIsPublicThoughItListensOnLoopback()
    {
        configure(u"listen = 127.0.0.1:0\ndatabase = %1\n"_s);
        const auto value = [this](const QString& setting, const QStringList& options) {
            const QStringList arguments{u"config"_s, u"check"_s, u"--config"_s, m_file};
            return line(run(arguments + options), setting).value(0);
        };
        const QStringList proxies{u"--proxies"_s, u"127.0.0.1"_s};
        QCOMPARE(value(u"registration"_s, {}), u"open"_s);
        QCOMPARE(value(u"registration"_s, proxies), u"closed"_s);
        QCOMPARE(value(u"registration"_s, proxies + QStringList{u"--registration"_s, u"open"_s}), u"open"_s);
        QCOMPARE(value(u"requests-per-second"_s, {}), u"5000"_s);
        QCOMPARE(value(u"requests-per-second"_s, proxies), u"500"_s);
        QCOMPARE(value(u"connections-per-user"_s, proxies), u"32"_s);
        const QStringList few{u"--requests-per-second"_s, u"7"_s, u"--request-burst"_s, u"8"_s};
        QCOMPARE(value(u"requests-per-second"_s, proxies + few), u"7"_s);
        QCOMPARE(value(u"request-burst"_s, proxies + few), u"8"_s);
        QCOMPARE(value(u"rotate-tokens-days"_s, {u"--rotate-tokens-days"_s, u"0"_s}), u"0"_s);
    }

    void everyProblemIsNamedWithItsPlace()
    {
        configure(
            u"listen = here\ncolour = red\nsend-burst = many\nsend-burst\nkeep-days = 3\n"
            "keep-days = 4\nlarge-group =\nregistration = maybe\ntls-key = x\nmetrics = 0.0.0.0:9100\n"_s);
        const Ended checked =
            run({u"config"_s, u"check"_s, u"--config"_s, m_file, u"--log-level"_s, u"loud"_s},
                {u"TIDEMARK_SERVER_PROXIES=nobody"_s, u"TIDEMARK_SERVER_COLOUR=red"_s});
        QCOMPARE(checked.status, 1);
        QCOMPARE(checked.output, QString());
        const QStringList problems{m_file + u":1: listen 'here'"_s,
                                   m_file + u":2: unknown setting 'colour'"_s,
                                   m_file + u":3: send-burst needs"_s,
                                   m_file + u":4: 'send-burst' is not"_s,
                                   m_file + u":6: keep-days is already set in "_s + m_file + u":5"_s,
                                   m_file + u":7: large-group has no value"_s,
                                   m_file + u":8: registration must be one of"_s,
                                   m_file + u":10: metrics must be on this computer"_s,
                                   u"TIDEMARK_SERVER_PROXIES: 'nobody'"_s,
                                   u"TIDEMARK_SERVER_COLOUR: unknown setting"_s,
                                   u"--log-level: must be one of"_s,
                                   u"database: is missing"_s,
                                   u"tls-key together"_s};
        for (const QString& problem : problems) {
            QVERIFY2(checked.errors.contains(problem), qPrintable(problem + u'\n' + checked.errors));
        }
        QCOMPARE(checked.errors.count(u'\n'), 13);
        const Ended served = run({u"serve"_s, u"--config"_s, m_file});
        QCOMPARE(served.status, 2);
        QVERIFY2(served.errors.contains(m_file + u":2:"_s), qPrintable(served.errors));
        const QString none = m_folder->filePath(u"none.conf"_s);
        const Ended missing = run({u"config"_s, u"check"_s, u"--config"_s, none});
        QCOMPARE(missing.status, 1);
        QVERIFY2(missing.errors.contains(none), qPrintable(missing.errors));
    }

    void configCheckFindsReasonsNotToStart()
    {
        configure(u"listen = 127.0.0.1:0\ndatabase = %1\ntls-certificate = /no/such\ntls-key = /no/such\n"_s);
        const Ended checked = run({u"config"_s, u"check"_s, u"--config"_s, m_file});
        QCOMPARE(checked.status, 1);
        QVERIFY2(checked.errors.contains(u"/no/such"), qPrintable(checked.errors));
        configure(u"listen = 0.0.0.0:0\ndatabase = /no/such/folder/x.db\n"_s);
        const Ended open = run({u"config"_s, u"check"_s, u"--config"_s, m_file});
        QCOMPARE(open.status, 1);
        QVERIFY2(open.errors.contains(u"without TLS"), qPrintable(open.errors));
        QVERIFY2(open.errors.contains(u"/no/such/folder"), qPrintable(open.errors));
    }

    void theManualHasEverySetting()
    {
        const Ended manual = run({u"config"_s, u"manual"_s});
        const Ended help = run({u"serve"_s, u"--help"_s});
        QCOMPARE(manual.status, 0);
        static const QRegularExpression option(u"^\\.It Fl -([a-z-]+) "_s,
                                               QRegularExpression::MultilineOption);
        int found = 0;
        for (auto all = option.globalMatch(manual.output); all.hasNext(); ++found) {
            QVERIFY(help.output.contains(u"  --"_s + all.next().captured(1)));
        }
        QVERIFY(found > 15);
    }

    void commandsFindTheDatabaseInTheSettings()
    {
        configure(u"listen = 127.0.0.1:0\ndatabase = %1\n"_s);
        Program program({u"serve"_s, u"--config"_s, m_file});
        QVERIFY(program.listens());
        QCOMPARE(run({u"stats"_s, u"--config"_s, m_file}).status, 0);
        QCOMPARE(run({u"user"_s, u"list"_s}, {u"TIDEMARK_SERVER_DATABASE="_s + m_database}).status, 0);
        const Ended none = run({u"stats"_s});
        QCOMPARE(none.status, 2);
        QVERIFY(none.errors.contains(u"--database is missing"));
    }

    void aHangUpReadsTheSettingsAgain()
    {
        configure(u"listen = 127.0.0.1:0\ndatabase = %1\nregistration = closed\n"_s);
        Program program({u"serve"_s, u"--config"_s, m_file});
        QVERIFY(program.listens());
        const Device ann(m_folder->path(), program.url(), u"ann"_s, u"laptop"_s);
        QVERIFY(!ann.registerAccount().isDone());
        configure(u"listen = 127.0.0.1:1\ndatabase = %1\nregistration = open\nlog-format = json\n"_s);
        program.signal(SIGHUP);
        QVERIFY(program.logs(u"registration changed"_s));
        QVERIFY(program.logs(u"listen changed and takes effect after a restart"_s));
        QVERIFY(program.logs(u"\"message\":\"settings reloaded\""_s));
        VERIFY_DONE(ann.registerAccount());

        configure(u"listen = 127.0.0.1:1\nregistration = perhaps\n"_s);
        program.signal(SIGHUP);
        QVERIFY(program.logs(m_file + u":2: registration must be one of"_s));
        QVERIFY(program.logs(
            u"keeping the old settings because of these errors; correct them and send SIGHUP again"_s));
        VERIFY_DONE(Device(m_folder->path(), program.url(), u"bob"_s, u"laptop"_s).registerAccount());
        program.signal(SIGTERM);
        QCOMPARE(program.end().status, 0);
    }

    void theLogIsJsonWhereThatIsWanted()
    {
        Program program({u"serve"_s, u"--listen"_s, u"127.0.0.1:0"_s, u"--database"_s, m_database,
                         u"--log-format"_s, u"json"_s, u"--log-level"_s, u"debug"_s});
        QVERIFY(program.listens());
        const Device ann(m_folder->path(), program.url(), u"ann"_s, u"laptop"_s);
        const CliResult registered = ann.registerAccount();
        VERIFY_DONE(registered);
        program.signal(SIGTERM);
        const Ended ended = program.end();
        const QStringList lines = ended.errors.split(u'\n', Qt::SkipEmptyParts);
        QVERIFY(lines.size() >= 3);
        for (const QString& text : lines) {
            const QJsonObject one = QJsonDocument::fromJson(text.toUtf8()).object();
            QCOMPARE(keysOf(one), (QStringList{u"category"_s, u"level"_s, u"message"_s, u"time"_s}));
            QVERIFY(one[u"time"].toString().endsWith(u'Z'));
        }
        QVERIFY(!ended.errors.contains(registered.line()[u"token"].toString()));
        QVERIFY(!ended.errors.contains(u"the password of"));
    }

    void theServiceManagerIsNotifiedOfEachState()
    {
        const QString path = m_folder->filePath(u"notify"_s);
        NotifySocket manager(path);
        QVERIFY(manager.isBound());
        Program program(
            {u"serve"_s, u"--listen"_s, u"127.0.0.1:0"_s, u"--database"_s, m_database, u"--drain"_s, u"60"_s},
            {u"NOTIFY_SOCKET="_s + path, u"WATCHDOG_USEC=90000"_s});
        QVERIFY(manager.receives("STATUS=checking the database"));
        QVERIFY(manager.receives("READY=1\nSTATUS=serving on ws://127.0.0.1:"));
        QVERIFY(manager.receives("WATCHDOG=1"));
        QVERIFY(manager.receives("WATCHDOG=1"));
        program.signal(SIGHUP);
        QVERIFY(manager.receives("RELOADING=1"));
        QVERIFY(manager.receives("READY=1"));
        program.signal(SIGTERM);
        // The server asks for a minute more than usual, which is not needed here.
        QVERIFY(manager.receives("STOPPING=1\nSTATUS=telling clients to reconnect later\n"
                                 "EXTEND_TIMEOUT_USEC=90000000"));
        QCOMPARE(program.end().status, 0);
    }

    void filesOfTheServerAreItsOwnersAlone()
    {
        Program program({u"serve"_s, u"--listen"_s, u"127.0.0.1:0"_s, u"--database"_s, m_database});
        QVERIFY(program.listens());
        for (const QString& part : {u""_s, u"-wal"_s, u".lock"_s, u".control"_s}) {
            const QFile::Permissions others =
                QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
            QCOMPARE(QFile::permissions(m_database + part) & others, QFile::Permissions());
        }
    }

private:
    /// %1 stands for the database.
    void configure(const QString& text) const
    {
        QFile file(m_file);
        QVERIFY(file.open(QFile::WriteOnly));
        file.write((text.contains(u"%1") ? text.arg(m_database) : text).toUtf8());
    }

    /// Value and origin that `config check` prints for a setting.
    static QStringList line(const Ended& checked, const QString& setting)
    {
        for (const QString& text : checked.output.split(u'\n')) {
            QStringList words = text.split(u' ', Qt::SkipEmptyParts);
            if (words.value(0) == setting) {
                return words.mid(1);
            }
        }
        return {};
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file;
    QString m_database;
};

TIDEMARK_SUITE(TestService, QCoreApplication)

} // namespace tidemark::service_test

#include "test_service.moc"
