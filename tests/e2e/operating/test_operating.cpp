#include "tests/e2e/stage.h"
#include "tests/main/suite.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTest>

#include <unistd.h>

namespace tidemark::operating_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

namespace {

QString passwordFile(const Stage& stage, const QString& user)
{
    return QDir(stage.folder()).filePath(user + u".password"_s);
}

QList<QJsonObject> jsonLines(const QString& output)
{
    QList<QJsonObject> lines;
    for (const QString& line : output.split(u'\n', Qt::SkipEmptyParts)) {
        lines << QJsonDocument::fromJson(line.toUtf8()).object();
    }
    return lines;
}

QStringList namesOf(const QString& folder)
{
    return QDir(folder).entryList(QDir::Files | QDir::System | QDir::Hidden);
}

} // namespace

/// Real processes test the commands of a server's operator.
class TestOperating : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void accountsAreAddedWhereRegistrationIsClosed_data() { served(); }

    void accountsAreAddedWhereRegistrationIsClosed()
    {
        QFETCH(const bool, isServed);
        Stage stage({u"--registration"_s, u"closed"_s});
        QVERIFY(stage.ready());
        const Device ann = stage.device(u"ann"_s, u"laptop"_s);
        const Device bob = stage.device(u"bob"_s, u"laptop"_s);
        QVERIFY(!ann.registerAccount().isDone());
        QVERIFY(isServed || stage.server().stop());
        const QString file = passwordFile(stage, u"ann"_s);
        const CheckResult added =
            stage.server().run({u"user"_s, u"add"_s}, {u"--password-file"_s, file, u"ann"_s});
        QVERIFY2(added.status == 0, qPrintable(added.output));
        QCOMPARE(added.output, u"user ann added\n"_s);
        // The password is the first line of standard input.
        QCOMPARE(stage.server().run({u"user"_s, u"add"_s}, {u"bob"_s}, "the password of bob\nmore\n").status,
                 0);
        const CheckResult twice =
            stage.server().run({u"user"_s, u"add"_s}, {u"--password-file"_s, file, u"ann"_s});
        QCOMPARE(twice.status, 1);
        QVERIFY2(twice.output.contains(u"already"), qPrintable(twice.output));
        const CheckResult tooShort = stage.server().run({u"user"_s, u"add"_s}, {u"eve"_s}, "short\n");
        QCOMPARE(tooShort.status, 1);
        QVERIFY2(tooShort.output.contains(u"8 to 1024"), qPrintable(tooShort.output));
        QVERIFY(isServed || stage.server().start());
        QVERIFY(ann.sync());
        QVERIFY(bob.sync());
        const QList<QJsonObject> users =
            jsonLines(stage.server().run({u"user"_s, u"list"_s}, {u"--json"_s}).output);
        QCOMPARE(users.size(), 2);
        QCOMPARE(users.at(0)[u"name"].toString(), u"ann"_s);
        QCOMPARE(users.at(0)[u"devices"].toInt(), 1);
        QVERIFY(users.at(0)[u"last_contact_at_ms"].toInteger() > 0);
        QCOMPARE(users.at(1)[u"name"].toString(), u"bob"_s);
        QVERIFY(stage.server().run({u"user"_s, u"list"_s}, {}).output.contains(u"enabled"));
    }

    void aDisabledUserIsCutOffAndRefused()
    {
        Stage stage;
        QVERIFY(stage.ready());
        const Device ann = stage.newAccount(u"ann"_s, u"laptop"_s);
        const Device bob = stage.newAccount(u"bob"_s, u"laptop"_s);
        QVERIFY(ann.sync());
        const auto watching = ann.start({u"watch"_s});
        QVERIFY(watching->waitForLine(
            [](const QJsonObject& line) { return line[u"state"].toString() == u"online"_s; }));
        QCOMPARE(stage.server().run({u"user"_s, u"disable"_s}, {u"ann"_s}).output, u"user ann disabled\n"_s);
        QVERIFY(watching->waitForLine(
            [](const QJsonObject& line) { return line[u"state"].toString() == u"signed-out"_s; }));
        watching->kill();
        // Neither the device, which knows the password, nor a new one gets in.
        for (const Device& device : {ann, stage.device(u"ann"_s, u"phone"_s)}) {
            const CliResult refused = device.run({u"sync"_s});
            QVERIFY(!refused.isDone());
            QVERIFY2(refused.forPeople.contains(u"disabled"), qPrintable(refused.description()));
        }
        QVERIFY(bob.sync());
        QCOMPARE(stage.server().run({u"user"_s, u"enable"_s}, {u"ann"_s}).output, u"user ann enabled\n"_s);
        QVERIFY(ann.sync());
        const CheckResult unknownUser = stage.server().run({u"user"_s, u"disable"_s}, {u"eve"_s});
        QCOMPARE(unknownUser.status, 1);
        QVERIFY2(unknownUser.output.contains(u"'eve'"), qPrintable(unknownUser.output));
    }

    void aResetSignsOutEverywhereAndTakesTheNewPassword()
    {
        Stage stage;
        QVERIFY(stage.ready());
        const Device ann = stage.newAccount(u"ann"_s, u"laptop"_s);
        QVERIFY(ann.sync());
        const auto watching = ann.start({u"watch"_s});
        QVERIFY(watching->waitForLine(
            [](const QJsonObject& line) { return line[u"state"].toString() == u"online"_s; }));
        QCOMPARE(stage.server().run({u"user"_s, u"reset"_s}, {u"ann"_s}, "quite another one\n").status, 0);
        QVERIFY(watching->waitForLine(
            [](const QJsonObject& line) { return line[u"state"].toString() == u"signed-out"_s; }));
        watching->kill();
        QVERIFY(!ann.sync());
        QFile file(passwordFile(stage, u"ann"_s));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("quite another one\n");
        file.close();
        QVERIFY(ann.sync());
        QFile log(stage.database() + u".log"_s);
        QVERIFY(log.open(QFile::ReadOnly));
        const QByteArray text = log.readAll();
        QVERIFY(!text.contains("another one") && !text.contains("argon2"));
    }

    void aBackupIsTakenWhileServingAndDevicesFollowARestore()
    {
        Stage stage;
        QVERIFY(stage.ready());
        const Device ann = stage.newAccount(u"ann"_s, u"laptop"_s);
        const Device bob = stage.newAccount(u"bob"_s, u"desk"_s);
        QVERIFY(ann.sync());
        const qint64 group = bob.createGroup(u"harbour"_s, {u"ann"_s});
        QVERIFY(bob.send(group, u"before the backup"_s) > 0);
        const QString backup = QDir(stage.folder()).filePath(u"it's a backup.db"_s);
        const CheckResult taken = stage.server().run({u"backup"_s}, {backup});
        QVERIFY2(taken.status == 0, qPrintable(taken.output));
        QVERIFY2(taken.output.contains(u"everything agrees"), qPrintable(taken.output));
        QCOMPARE(QFile::permissions(backup)
                     & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther),
                 QFile::Permissions());
        // The backup is one complete file, and no other file is left behind.
        QVERIFY(namesOf(stage.folder()).filter(u"backup"_s).size() == 1);
        const QByteArray written = contentsOf(backup);
        QCOMPARE(stage.server().run({u"backup"_s}, {backup}).status, 1);
        QCOMPARE(contentsOf(backup), written);

        QVERIFY(bob.send(group, u"lost"_s) > 0);
        QVERIFY(ann.sync());
        const CheckResult early = stage.server().run({u"restore"_s}, {backup});
        QCOMPARE(early.status, 1);
        QVERIFY2(early.output.contains(u"in use"), qPrintable(early.output));
        QVERIFY(stage.server().stop());
        const CheckResult restored = stage.server().run({u"restore"_s}, {backup});
        QVERIFY2(restored.status == 0, qPrintable(restored.output));
        QVERIFY2(restored.output.contains(u"1 conversations have a new epoch"), qPrintable(restored.output));
        QVERIFY2(restored.output.contains(u"Accounts are as in the backup too"), qPrintable(restored.output));
        QVERIFY(QFileInfo::exists(stage.database() + u".before-restore-1"_s));
        QCOMPARE(contentsOf(backup), written);
        QCOMPARE(stage.server().check().status, 0);
        QVERIFY(stage.server().start());

        const Device eve = stage.newAccount(u"eve"_s, u"desk"_s);
        VERIFY_DONE(eve.run({u"join"_s, number(group)}));
        for (const QString& text : {u"after one"_s, u"after two"_s, u"after three"_s}) {
            QVERIFY(eve.send(group, text) > 0);
        }
        const QStringList log = textsOf(eve.messages(group));
        QVERIFY(!log.contains(u"lost"_s));
        for (const Device* device : {&ann, &bob}) {
            QVERIFY(device->sync());
            QCOMPARE(textsOf(device->messages(group)).last(), u"after three"_s);
            QVERIFY(!textsOf(device->messages(group)).contains(u"lost"_s));
            VERIFY_DONE(device->audit());
        }
        QCOMPARE(stage.server().stopAndCheck(), QString());
        // A second restore keeps both old databases.
        QCOMPARE(stage.server().run({u"restore"_s}, {backup}).status, 0);
        QVERIFY(QFileInfo::exists(stage.database() + u".before-restore-2"_s));
    }

    void aBackupOfABusyServerIsWhole()
    {
        Stage stage;
        QVERIFY(stage.ready());
        const Device ann = stage.newAccount(u"ann"_s, u"laptop"_s);
        const qint64 group = ann.createGroup(u"busy"_s);
        const auto sending = ann.start({u"send"_s, number(group), u"-"_s});
        QByteArray texts;
        for (int i = 0; i < 3000; ++i) {
            texts += "message " + QByteArray::number(i) + '\n';
        }
        sending->write(texts);
        sending->endInput();
        QVERIFY(sending->waitForLines(50));
        for (int number = 1; number <= 3; ++number) {
            const QString backup = QDir(stage.folder()).filePath(u"backup-%1.db"_s.arg(number));
            const CheckResult taken = stage.server().run({u"backup"_s}, {backup});
            QVERIFY2(taken.status == 0, qPrintable(taken.output));
        }
        VERIFY_DONE(sending->result());
        QCOMPARE(ann.messages(group).size(), 3000);
    }

    void theContentsOfADatabaseAreReported_data() { served(); }

    void theContentsOfADatabaseAreReported()
    {
        QFETCH(const bool, isServed);
        Stage stage;
        QVERIFY(stage.ready());
        const Device ann = stage.newAccount(u"ann"_s, u"laptop"_s);
        const Device bob = stage.newAccount(u"bob"_s, u"desk"_s);
        QVERIFY(bob.sync());
        const qint64 group = ann.createGroup(u"harbour"_s, {u"bob"_s});
        VERIFY_DONE(ann.run({u"direct"_s, u"bob"_s}));
        QVERIFY(ann.send(group, u"one"_s) > 0);
        QCOMPARE(stage.server().run({u"user"_s, u"disable"_s}, {u"bob"_s}).status, 0);
        QVERIFY(isServed || stage.server().stop());
        const CheckResult result = stage.server().run({u"stats"_s}, {u"--json"_s});
        QVERIFY2(result.status == 0, qPrintable(result.output));
        const QJsonObject stats = jsonLines(result.output).value(0);
        QCOMPARE(stats[u"users"].toInt(), 2);
        QCOMPARE(stats[u"disabled_users"].toInt(), 1);
        QCOMPARE(stats[u"devices"].toInt(), 2);
        QCOMPARE(stats[u"groups"].toInt(), 1);
        QCOMPARE(stats[u"directs"].toInt(), 1);
        QVERIFY(stats[u"bytes"].toInteger() > 4096);
        const QJsonObject largest = stats[u"largest"].toArray().first().toObject();
        QCOMPARE(largest[u"title"].toString(), u"harbour"_s);
        QCOMPARE(largest[u"members"].toInt(), 2);
        QVERIFY(largest[u"entries"].toInt() >= 2);
        QVERIFY(stage.server().run({u"stats"_s}, {}).output.contains(u"harbour"));
    }

    void aFileThatIsNoDatabaseOrBackupIsRefused()
    {
        Stage stage;
        QVERIFY(stage.ready());
        QVERIFY(stage.server().stop());
        const QDir folder(stage.folder());
        const QString none = folder.filePath(u"none.db"_s);
        const QString garbage = folder.filePath(u"garbage.db"_s);
        QVERIFY(write(garbage, QByteArray(8192, 'x')));
        const QString empty = folder.filePath(u"empty.db"_s);
        QVERIFY(write(empty, {}));
        const QString newer = folder.filePath(u"newer.db"_s);
        QCOMPARE(stage.server().run({u"backup"_s}, {newer}).status, 0);
        makeNewer(newer);

        expect(stage, {u"restore"_s}, {none}, 2, u"does not exist"_s);
        expect(stage, {u"restore"_s}, {garbage}, 1, u"not a database"_s);
        expect(stage, {u"restore"_s}, {empty}, 1, u"empty"_s);
        expect(stage, {u"restore"_s}, {newer}, 1, u"newer tidemark-server"_s);
        expect(stage, {u"restore"_s}, {stage.database()}, 2, u"itself"_s);
        expect(stage, {u"restore"_s}, {}, 2, u"FILE is missing"_s);
        expect(stage, {u"backup"_s}, {folder.filePath(u"no/folder/b.db"_s)}, 1, u"cannot write"_s);
        expect(stage, {u"user"_s, u"add"_s}, {u"--password-file"_s, none, u"ann"_s}, 1, none);
        expect(stage, {u"user"_s, u"add"_s}, {}, 2, u"name is missing"_s);
        expect(stage, {u"user"_s, u"promote"_s}, {u"ann"_s}, 2, u"'promote'"_s);
        // All files are still there, and no new ones.
        QVERIFY(namesOf(stage.folder()).filter(u"before-restore"_s).isEmpty());
        QVERIFY(namesOf(stage.folder()).filter(u"partial"_s).isEmpty());
        QCOMPARE(stage.server().check().status, 0);
        if (::geteuid() != 0) {
            QVERIFY(QFile::setPermissions(newer, QFile::Permissions()));
            expect(stage, {u"restore"_s}, {newer}, 1, u"permissions"_s);
        }
    }

    void aDamagedDatabaseMakesNoBackup()
    {
        Stage stage;
        QVERIFY(stage.ready());
        const Device ann = stage.newAccount(u"ann"_s, u"laptop"_s);
        const qint64 group = ann.createGroup(u"x"_s);
        QVERIFY(ann.send(group, u"one"_s) > 0);
        QVERIFY(stage.server().stop());
        {
            // The file is sound for SQLite, but the counts are wrong.
            QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"spoil"_s);
            database.setDatabaseName(stage.database());
            QVERIFY(database.open());
            QSqlQuery query(database);
            QVERIFY(query.exec(u"UPDATE entry SET countable = countable + 1"_s));
        }
        QSqlDatabase::removeDatabase(u"spoil"_s);
        const QString backup = QDir(stage.folder()).filePath(u"backup.db"_s);
        expect(stage, {u"backup"_s}, {backup}, 1, u"is damaged"_s);
        QVERIFY(!QFileInfo::exists(backup));
        QCOMPARE(stage.server().check().status, 1);
    }

private:
    static void served()
    {
        QTest::addColumn<bool>("isServed");
        QTest::newRow("served") << true;
        QTest::newRow("not served") << false;
    }

    static void expect(Stage& stage, const QStringList& command, const QStringList& rest, int status,
                       const QString& reason)
    {
        const CheckResult result = stage.server().run(command, rest);
        QVERIFY2(
            result.status == status && result.output.contains(reason),
            qPrintable(command.join(u' ') + u": "_s + QString::number(result.status) + u' ' + result.output));
    }

    static QByteArray contentsOf(const QString& name)
    {
        QFile file(name);
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    }

    static bool write(const QString& name, const QByteArray& content)
    {
        QFile file(name);
        return file.open(QFile::WriteOnly) && file.write(content) == content.size();
    }

    static void makeNewer(const QString& name)
    {
        {
            QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"newer"_s);
            database.setDatabaseName(name);
            QVERIFY(database.open());
            QSqlQuery query(database);
            QVERIFY(query.exec(u"PRAGMA user_version = 9999"_s));
        }
        QSqlDatabase::removeDatabase(u"newer"_s);
    }
};

TIDEMARK_SUITE(TestOperating, QCoreApplication)

} // namespace tidemark::operating_test

#include "test_operating.moc"
