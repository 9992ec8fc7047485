#include "server-stub/postgres/hints/postgres_bus.h"
#include "tests/main/suite.h"
#include "tests/server/bus/received_hints.h"
#include "tests/server/postgres/postgres_place.h"
#include "tests/support/programs.h"

#include <QEventLoop>
#include <QFile>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>
#include <QTimer>

namespace tidemark::server::postgres_program_test {

namespace {

struct Result {
    int status = -1;
    QString output; ///< standard output and error
};

/// A database for the program, and a password for its accounts.
class Program {
public:
    Program()
    {
        QFile file(passwordFile);
        REQUIRE(file.open(QIODevice::WriteOnly));
        file.write("correct horse\n");
    }

    [[nodiscard]] static Result run(const QStringList& arguments)
    {
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(test::programPath(QStringLiteral("tidemark-server")), arguments);
        if (!process.waitForFinished(test::programTimeoutMs)) {
            return {};
        }
        return {process.exitCode(), QString::fromUtf8(process.readAll())};
    }

    [[nodiscard]] Result addUser(const QString& database, const QString& name) const
    {
        return run({QStringLiteral("user"), QStringLiteral("add"), QStringLiteral("--database"), database,
                    QStringLiteral("--password-file"), passwordFile, name});
    }

    [[nodiscard]] static Result onDatabase(const char* command, const QString& database,
                                           const QStringList& more = {})
    {
        return run(QStringList{QString::fromLatin1(command), QStringLiteral("--database"), database} + more);
    }

    QTemporaryDir folder;
    QString passwordFile = folder.filePath(QStringLiteral("password"));
    QString place = newPlace();
    QString url = cluster().url(place);
};

} // namespace

TEST_CASE_FIXTURE(Program, "the operator's commands work on an address as on a file")
{
    CHECK(addUser(url, QStringLiteral("ada")).status == 0);
    CHECK(addUser(url, QStringLiteral("ada")).status == 1);
    const Result announced =
        onDatabase("announce", url, {QStringLiteral("We move to a larger machine tonight.")});
    CHECK_MESSAGE(announced.status == 0, qPrintable(announced.output));
    const Result checked = onDatabase("check", url);
    CHECK(checked.status == 0);
    CHECK(checked.output.contains(QStringLiteral("1 conversations checked: everything agrees")));
    const Result stats = onDatabase("stats", url, {QStringLiteral("--json")});
    CHECK(stats.status == 0);
    CHECK(stats.output.contains(QStringLiteral("\"users\":1")));
    CHECK(stats.output.contains(QStringLiteral("\"entries\":1")));
    const Result restored = onDatabase("restored", url);
    CHECK(restored.output.contains(QStringLiteral("1 conversations have a new epoch")));
    CHECK(onDatabase("new-epoch", url).output == restored.output);
    // Two renewals have raised the versions of an account that has no lists.
    for (const char* table : {"ignore_set", "folder_set", "invitation_set"}) {
        CHECK(cluster().value(place, QStringLiteral("SELECT min(version) FROM %1").arg(QLatin1String(table)))
              == QStringLiteral("2000000000"));
    }
    for (const char* command : {"backup", "restore"}) {
        const Result refused = onDatabase(command, url, {folder.filePath(QStringLiteral("copy"))});
        CHECK(refused.status == 2);
        CHECK(refused.output.contains(QStringLiteral("pg_")));
    }
}

TEST_CASE_FIXTURE(Program, "running servers are notified of new epochs")
{
    REQUIRE(addUser(url, QStringLiteral("ada")).status
            == 0); // makes the tables, in which the bus finds its secret
    ReceivedHints received;
    const PostgresBus bus(NodeId(1), DatabaseUrl::parse(url).value(), received);
    REQUIRE(bus.status().isConnected);
    REQUIRE(onDatabase("new-epoch", url).status == 0);
    QEventLoop loop;
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &loop, [&] {
        if (!received.hints.empty()) {
            loop.quit();
        }
    });
    look.start(10);
    QTimer::singleShot(test::programTimeoutMs, &loop, &QEventLoop::quit);
    loop.exec();
    CHECK(received.hints == std::vector<Hint>{hint::AllChanged{}, hint::Gone{}});
}

TEST_CASE_FIXTURE(Program, "two servers serve one database")
{
    QProcess first;
    QProcess second;
    for (QProcess* server : {&first, &second}) {
        server->start(test::programPath(QStringLiteral("tidemark-server")),
                      {QStringLiteral("serve"), QStringLiteral("--listen"), QStringLiteral("127.0.0.1:0"),
                       QStringLiteral("--database"), url});
        REQUIRE(server->waitForReadyRead(test::programTimeoutMs));
        CHECK(server->readAllStandardOutput().startsWith("listening on ws://127.0.0.1:"));
    }
    for (QProcess* server : {&first, &second}) {
        server->terminate();
        REQUIRE(server->waitForFinished(test::programTimeoutMs));
        CHECK(server->exitCode() == 0);
        CHECK(server->readAllStandardError().contains("node id "));
    }
}

TEST_CASE_FIXTURE(Program, "a file is copied, and the copy agrees with it")
{
    const QString file = folder.filePath(QStringLiteral("server.sqlite"));
    {
        // A command does not create a database.
        QProcess server;
        server.start(test::programPath(QStringLiteral("tidemark-server")),
                     {QStringLiteral("serve"), QStringLiteral("--listen"), QStringLiteral("127.0.0.1:0"),
                      QStringLiteral("--database"), file});
        REQUIRE(server.waitForReadyRead(test::programTimeoutMs));
        server.terminate();
        REQUIRE(server.waitForFinished(test::programTimeoutMs));
    }
    REQUIRE(addUser(file, QStringLiteral("ada")).status == 0);
    REQUIRE(onDatabase("announce", file, {QStringLiteral("hello")}).status == 0);
    const QStringList migrate{QStringLiteral("migrate"), QStringLiteral("--from"),
                              QStringLiteral("sqlite:") + file, QStringLiteral("--to"), url};
    const Result migrated = run(migrate);
    CHECK_MESSAGE(migrated.status == 0, qPrintable(migrated.output));
    CHECK(migrated.output.contains(QStringLiteral("everything agrees")));
    const Result listed =
        run({QStringLiteral("user"), QStringLiteral("list"), QStringLiteral("--database"), url});
    CHECK(listed.output.contains(QStringLiteral("ada")));
    CHECK_MESSAGE(run(migrate).status == 1, "a database in use is not overwritten");
}

TEST_CASE_FIXTURE(Program, "the error for an unreachable database leaves out the password")
{
    const Result result =
        onDatabase("check", QStringLiteral("postgres://me:secret@127.0.0.1:1/chat?connect_timeout=2"));
    CHECK(result.status == 1);
    CHECK(result.output.contains(QStringLiteral("postgres://me@127.0.0.1:1/chat")));
    CHECK_FALSE(result.output.contains(QStringLiteral("secret")));
}

TIDEMARK_CASES(server::runOnPostgres)

} // namespace tidemark::server::postgres_program_test
