#include "server-stub/store/sqlite_store.h"
#include "tests/main/suite.h"
#include "tests/server/shell/running_server.h"
#include "tests/server/shell/wire_client.h"
#include "tests/support/programs.h"
#include "tests/support/server_process.h"

#include <QFile>
#include <QProcess>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <map>

namespace tidemark::shell_damage_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 pageBytes = 4096;
constexpr int nobodyId = 65534;

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

void overwrite(const QString& path, qint64 offset, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QFile::ReadWrite | QFile::Unbuffered) && file.seek(offset));
    QVERIFY(file.write(bytes) == bytes.size());
}

/// Runs statements on a database that no server uses. Returns the first two columns of the last result.
QList<std::pair<qint64, QString>> ask(const QString& path, const QStringList& statements)
{
    QList<std::pair<qint64, QString>> rows;
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"asked"_s);
        database.setDatabaseName(path);
        const bool isOpen = database.open();
        for (const QString& statement : statements) {
            QSqlQuery query(database);
            if (!isOpen || !query.exec(statement)) {
                qWarning("%s", qPrintable(statement));
            }
            rows.clear();
            while (query.next()) {
                rows.emplaceBack(query.value(0).toLongLong(), query.value(1).toString());
            }
        }
    }
    QSqlDatabase::removeDatabase(u"asked"_s);
    return rows;
}

/// A small file system for this process and the programs that it starts.
class SmallDisk {
public:
    explicit SmallDisk(QString folder) : m_folder(std::move(folder))
    {
        m_isMounted = ::unshare(CLONE_NEWNS) == 0
                      && ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0
                      && ::mount("tmpfs", qPrintable(m_folder), "tmpfs", 0, "size=4m") == 0;
    }
    ~SmallDisk()
    {
        if (m_isMounted) {
            ::umount2(qPrintable(m_folder), MNT_DETACH);
        }
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

    [[nodiscard]] bool isMounted() const { return m_isMounted; }
    void fill() const
    {
        QFile file(filler());
        QVERIFY(file.open(QFile::WriteOnly | QFile::Unbuffered));
        while (file.write(QByteArray(1024, 'x')) > 0) {
        }
    }
    [[nodiscard]] bool makeRoom() const { return QFile::remove(filler()); }

private:
    [[nodiscard]] QString filler() const { return m_folder + u"/filler"_s; }

    QString m_folder;
    bool m_isMounted;
};

} // namespace

/// The server gets a database that is damaged, belongs to another program, or cannot grow. It serves no
/// wrong data, acknowledges only what it has stored, says what to do, and goes on when it can.
class TestShellDamage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void aDamagedPageAnywhereIsNotServed();
    void wrongFilesAreRefusedAsTheyAre_data();
    void wrongFilesAreRefusedAsTheyAre();
    void aDatabaseThatCannotBeWrittenIsNotServed_data();
    void aDatabaseThatCannotBeWrittenIsNotServed();
    void anIndexThatDisagreesIsFoundByTheCheck();
    void damageWhileServingIsNoFalseAnswer();
    void aFullDiskIsNoFalseAcknowledgement();

private:
    struct Refusal {
        int status = -1;
        QString output;
        QString errors;
    };
    /// Runs `serve` or `check`, which must end at once.
    [[nodiscard]] Refusal run(const QString& command, bool withoutPrivileges = false) const;
    void expectRefused(const QString& reason);
    /// Makes ann's group with `messages` messages of all kinds. The server has stopped again afterwards.
    void fill(int messages);
    [[nodiscard]] QString log() const { return QString::fromUtf8(contentOf(m_database + u".log"_s)); }
    static protocol::Pull pullOf(std::uint32_t limit, LogEpoch logEpoch);
    static protocol::ServerFrame sent(WireClient& client, std::uint64_t number, std::size_t size = 10);

    static constexpr ConversationId group{1};
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_database;
    std::unique_ptr<ServerProcess> m_server;
};

void TestShellDamage::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_folder = std::make_unique<QTemporaryDir>();
    m_database = m_folder->filePath(u"server.db"_s);
    m_server = std::make_unique<ServerProcess>(programPath(u"tidemark-server"_s), m_database);
}

void TestShellDamage::cleanup()
{
    m_server.reset();
    m_folder.reset();
}

TestShellDamage::Refusal TestShellDamage::run(const QString& command, bool withoutPrivileges) const
{
    QProcess process;
    if (withoutPrivileges && ::geteuid() == 0) {
        process.setChildProcessModifier([] {
            if (::setgid(nobodyId) != 0 || ::setuid(nobodyId) != 0) {
                ::_exit(99);
            }
        });
    }
    QStringList arguments{command, u"--database"_s, m_database};
    if (command == u"serve"_s) {
        arguments += {u"--listen"_s, u"127.0.0.1:0"_s};
    }
    process.start(programPath(u"tidemark-server"_s), arguments);
    if (!process.waitForFinished(timeoutMs) || process.exitStatus() != QProcess::NormalExit) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

void TestShellDamage::expectRefused(const QString& reason)
{
    for (const QString& command : {u"serve"_s, u"check"_s, u"restored"_s}) {
        const Refusal refused = run(command);
        QCOMPARE(refused.status, 1);
        QCOMPARE(refused.output, QString());
        QVERIFY2(refused.errors.contains(m_database), qPrintable(refused.errors));
        QVERIFY2(refused.errors.contains(reason), qPrintable(refused.errors));
        QCOMPARE(refused.errors.count(u'\n'), 1);
    }
}

protocol::ServerFrame TestShellDamage::sent(WireClient& client, std::uint64_t number, std::size_t size)
{
    return client.answer(client.send(messageOf(group, number, std::string(size, 'x'))))
        .value_or(protocol::UnknownFrame{});
}

protocol::Pull TestShellDamage::pullOf(std::uint32_t limit, LogEpoch logEpoch)
{
    protocol::Pull pull;
    pull.conversation = group;
    pull.logEpoch = logEpoch;
    pull.limit = limit;
    return pull;
}

void TestShellDamage::fill(int messages)
{
    QVERIFY(m_server->start());
    WireClient client(m_server->url());
    QVERIFY(client.signUp("ann").isValid());
    QVERIFY(client.ask<protocol::States>(protocol::CreateGroup{messageOf(group, 0, "").uuid, "group", {}}));
    std::vector<RequestId> requests;
    for (int number = 1; number <= messages; ++number) {
        protocol::Send send = messageOf(group, static_cast<std::uint64_t>(number), std::string(300, 'x'));
        if (number % 10 == 0) {
            std::get<content::Message>(send.content).mentionsAll = true;
        } else if (number % 10 == 1 && number > 1) {
            send.content = content::Recall{Seq(static_cast<std::uint64_t>(number))};
        } else if (number % 10 == 2 && number > 2) {
            send.content = content::Edit{Seq(3), "edited"};
        }
        requests.push_back(client.send(send));
    }
    for (const RequestId request : requests) {
        const auto answer = client.answer(request);
        QVERIFY(answer && std::holds_alternative<protocol::SendAck>(*answer));
    }
    QVERIFY(m_server->stop());
}

void TestShellDamage::aDamagedPageAnywhereIsNotServed()
{
    fill(60);
    const QByteArray sound = contentOf(m_database);
    const auto pages =
        ask(m_database, {u"SELECT max(pageno), name FROM dbstat WHERE pagetype = 'leaf' GROUP BY name"_s});
    QVERIFY(pages.size() > 10);
    for (const auto& [page, table] : pages) {
        if (table == u"sqlite_schema"_s) {
            continue; // it is checked at opening, with another message
        }
        overwrite(m_database, (page - 1) * pageBytes, QByteArray(pageBytes, '\xee'));
        const QByteArray damaged = contentOf(m_database);
        expectRefused(u"is damaged"_s);
        expectRefused(u"backup"_s);
        QVERIFY2(contentOf(m_database) == damaged, qPrintable(table));
        QFile file(m_database);
        QVERIFY(file.open(QFile::WriteOnly) && file.write(sound) == sound.size());
    }
    QCOMPARE(m_server->restored().status, 0);
    QCOMPARE(m_server->check().status, 0);
    QVERIFY(m_server->start());
}

void TestShellDamage::wrongFilesAreRefusedAsTheyAre_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("reason");
    QTest::newRow("text") << u"text"_s << u"backup"_s;
    QTest::newRow("empty") << u"empty"_s << u"empty"_s;
    QTest::newRow("truncated") << u"truncated"_s << u"damaged"_s;
    QTest::newRow("truncated within a page") << u"torn"_s << u"damaged"_s;
    QTest::newRow("first page") << u"header"_s << u"backup"_s;
    QTest::newRow("list of tables") << u"schema"_s << u"damaged"_s;
    QTest::newRow("another program's") << u"foreign"_s << u"another program"_s;
    QTest::newRow("newer") << u"newer"_s << u"newer"_s;
}

void TestShellDamage::wrongFilesAreRefusedAsTheyAre()
{
    QFETCH(const QString, kind);
    QFETCH(const QString, reason);
    QFile file(m_database);
    if (kind == u"text"_s || kind == u"empty"_s) {
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(kind == u"text"_s ? QByteArray("A letter to a friend. ").repeated(300) : QByteArray());
        file.close();
    } else if (kind == u"foreign"_s) {
        ask(m_database, {u"CREATE TABLE account (id INTEGER PRIMARY KEY, name TEXT)"_s});
    } else {
        fill(60);
        const qint64 size = file.size();
        if (kind == u"truncated"_s) {
            QVERIFY(file.resize(size / pageBytes / 2 * pageBytes));
        } else if (kind == u"torn"_s) {
            QVERIFY(file.resize(size - 1000));
        } else if (kind == u"header"_s) {
            overwrite(m_database, 0, QByteArray(pageBytes, '\xee'));
        } else if (kind == u"schema"_s) {
            const auto pages = ask(m_database, {u"SELECT pageno, name FROM dbstat WHERE pagetype = 'leaf'"
                                                " AND name = 'sqlite_schema'"_s});
            QVERIFY(!pages.isEmpty());
            overwrite(m_database, (pages.last().first - 1) * pageBytes, QByteArray(pageBytes, '\xee'));
        } else {
            ask(m_database, {u"PRAGMA user_version = 4711"_s});
        }
    }
    const QByteArray before = contentOf(m_database);
    expectRefused(reason);
    QVERIFY(contentOf(m_database) == before);
}

void TestShellDamage::aDatabaseThatCannotBeWrittenIsNotServed_data()
{
    QTest::addColumn<bool>("exists");
    QTest::newRow("folder") << false;
    QTest::newRow("file") << true;
}

void TestShellDamage::aDatabaseThatCannotBeWrittenIsNotServed()
{
    QFETCH(const bool, exists);
    if (exists) {
        fill(10);
        QVERIFY(QFile::setPermissions(m_database, QFile::ReadOwner | QFile::ReadOther));
        // Only the database file itself stays.
        QVERIFY(QFile::remove(m_database + u".lock"_s));
        QVERIFY(QFile::setPermissions(m_folder->path(), QFile::Permissions(0x7777)));
    } else {
        QVERIFY(QFile::setPermissions(m_folder->path(), QFile::ReadOwner | QFile::ExeOwner | QFile::ReadOther
                                                            | QFile::ExeOther));
    }
    const Refusal refused = run(u"serve"_s, true);
    QCOMPARE(refused.status, 1);
    QVERIFY2(refused.errors.contains(m_database), qPrintable(refused.errors));
    QVERIFY2(refused.errors.contains(exists ? u"permissions"_s : u"denied"_s), qPrintable(refused.errors));
    QVERIFY(QFile::setPermissions(m_folder->path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    QVERIFY(!exists || QFile::setPermissions(m_database, QFile::ReadOwner | QFile::WriteOwner));
    QVERIFY(m_server->start());
}

void TestShellDamage::anIndexThatDisagreesIsFoundByTheCheck()
{
    fill(60);
    // The pages are sound, but the index no longer matches its table.
    const QString index = u"member_user"_s;
    const QString writable = u"PRAGMA writable_schema = ON"_s;
    const auto made =
        ask(m_database, {u"SELECT rootpage, sql FROM sqlite_master WHERE name = '%1'"_s.arg(index)});
    QCOMPARE(made.size(), 1);
    ask(m_database, {writable, u"DELETE FROM sqlite_master WHERE name = '%1'"_s.arg(index)});
    ask(m_database, {u"UPDATE member SET user = user + 1"_s});
    ask(m_database, {writable, u"INSERT INTO sqlite_master VALUES ('index', '%1', 'member', %2, '%3')"_s.arg(
                                   index, QString::number(made[0].first), made[0].second)});
    const CheckResult checked = m_server->check();
    QCOMPARE(checked.status, 1);
    QVERIFY2(checked.output.contains(index), qPrintable(checked.output));
}

void TestShellDamage::damageWhileServingIsNoFalseAnswer()
{
    fill(400);
    const auto logEpoch = static_cast<std::uint64_t>(
        ask(m_database, {u"SELECT log_epoch, '' FROM conversation"_s}).at(0).first);
    // The store is opened in this process, because the program reads all pages before it serves, and keeps
    // them in memory.
    {
        const auto store = server::SqliteStore::open(m_database);
        QVERIFY(store.has_value());
        server::Server server(testOptions(), **store);
        QVERIFY(server.listen().has_value());
        WireClient client(server.url());
        QVERIFY(client.connected());
        QVERIFY(client.ask<protocol::Welcome>(helloOf("ann")));
        QVERIFY(std::holds_alternative<protocol::SendAck>(sent(client, 1001)));
        const qint64 pages = QFileInfo(m_database).size() / pageBytes;
        overwrite(m_database, pages / 4 * pageBytes, QByteArray(pages / 2 * pageBytes, '\xee'));
        QTest::ignoreMessage(QtCriticalMsg, QRegularExpression(u"is damaged.*backup.*restored"_s));
        const auto refused = client.ask<protocol::Error>(pullOf(500, LogEpoch(logEpoch)));
        QVERIFY(refused && refused->code == protocol::ErrorCode::Unavailable);
        // From here on the server trusts no data and writes nothing.
        const protocol::ServerFrame answer = sent(client, 1002);
        const auto* error = std::get_if<protocol::Error>(&answer);
        QVERIFY(error != nullptr && error->code == protocol::ErrorCode::Unavailable);
    }
    expectRefused(u"is damaged"_s);
}

void TestShellDamage::aFullDiskIsNoFalseAcknowledgement()
{
    const SmallDisk disk(m_folder->path());
    if (!disk.isMounted()) {
        QSKIP("Mounting a small file system is not allowed here.");
    }
    QVERIFY(m_server->start());
    WireClient ann(m_server->url());
    QVERIFY(ann.signUp("ann").isValid());
    const auto made =
        ann.ask<protocol::States>(protocol::CreateGroup{messageOf(group, 0, "").uuid, "group", {}});
    QVERIFY(made);
    QVERIFY(std::holds_alternative<protocol::SendAck>(sent(ann, 1)));
    disk.fill();
    std::map<std::uint64_t, Seq> acknowledged;
    std::uint64_t refusedNumber = 0;
    for (std::uint64_t number = 2; refusedNumber == 0; ++number) {
        const protocol::ServerFrame answer = sent(ann, number, 8000);
        if (const auto* ack = std::get_if<protocol::SendAck>(&answer)) {
            acknowledged[number] = ack->seq;
        } else {
            const auto* error = std::get_if<protocol::Error>(&answer);
            QVERIFY(error != nullptr && error->code == protocol::ErrorCode::Unavailable);
            QVERIFY(error->retryAfter > Milliseconds(0));
            refusedNumber = number;
        }
        QVERIFY(number < 2000);
    }
    QVERIFY2(log().contains(u"full"_s), qPrintable(log()));
    QVERIFY(m_server->isRunning());
    // Reading still works.
    QVERIFY(ann.ask<protocol::Range>(pullOf(2, made->states.at(0).logEpoch)));

    QVERIFY(disk.makeRoom());
    const protocol::ServerFrame again = sent(ann, refusedNumber, 8000);
    const auto* ack = std::get_if<protocol::SendAck>(&again);
    QVERIFY(ack != nullptr && !ack->duplicate);
    acknowledged[refusedNumber] = ack->seq;
    QVERIFY(m_server->stop());
    const CheckResult checked = m_server->check();
    QVERIFY2(checked.status == 0, qPrintable(checked.output));
    const auto kept = ask(m_database, {u"SELECT count(*), '' FROM entry WHERE kind = 0"_s});
    QCOMPARE(kept.at(0).first, qint64(acknowledged.size() + 1));
}

TIDEMARK_SUITE(TestShellDamage, QCoreApplication)

} // namespace tidemark::shell_damage_test

#include "test_shell_damage.moc"
