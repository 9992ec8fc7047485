#include "core/base/failpoint.h"
#include "tests/e2e/stage.h"
#include "tests/main/suite.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

#include <memory>

namespace tidemark::restore_steps_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

namespace {

/// No user of this machine has this id.
constexpr uid_t service = 4321;

QByteArray contentsOf(const QString& name)
{
    QFile file(name);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

bool write(const QString& name, const QByteArray& content)
{
    QFile file(name);
    return file.open(QFile::WriteOnly) && file.write(content) == content.size();
}

bool giveToService(const QString& name)
{
    return ::lchown(QFile::encodeName(name).constData(), service, service) == 0;
}

} // namespace

/// `restore` dies at each of its steps, and root runs it in the folder of a service.
class TestRestoreSteps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }
    void init();

    void aRestoreThatDiesLeavesOneOrTheOther_data();
    void aRestoreThatDiesLeavesOneOrTheOther();
    void aJournalThatCannotBeFoldedInStaysWithItsDatabase_data();
    void aJournalThatCannotBeFoldedInStaysWithItsDatabase();
    void aRestoreMendsADamagedDatabase();
    void aJournalThatWasLeftBehindDoesNoHarm();
    void aFailedRestoreLeavesEverythingAsItWas();
    void filesThatRootMakesInAServicesFolderBelongToTheService_data();
    void filesThatRootMakesInAServicesFolderBelongToTheService();
    void rootFollowsNoLinkInAServicesFolder();

private:
    /// Another program that is reading a database.
    class Reader {
    public:
        explicit Reader(const QString& database)
        {
            QSqlDatabase connection = QSqlDatabase::addDatabase(u"QSQLITE"_s, name);
            connection.setDatabaseName(database);
            connection.open();
            QSqlQuery query(connection);
            m_isReading =
                query.exec(u"BEGIN"_s) && query.exec(u"SELECT count(*) FROM account"_s) && query.next();
        }
        ~Reader() { QSqlDatabase::removeDatabase(name); }
        Reader(const Reader&) = delete;
        Reader& operator=(const Reader&) = delete;
        [[nodiscard]] bool isReading() const { return m_isReading; }

    private:
        const QString name = u"reader"_s;
        bool m_isReading = false;
    };

    [[nodiscard]] CheckResult restore() const { return m_stage->server().run({u"restore"_s}, {m_backup}); }
    [[nodiscard]] QString part(const QString& suffix) const { return m_stage->database() + suffix; }
    [[nodiscard]] QStringList texts() const { return textsOf(m_ann->messages(m_group)); }
    /// Gives the folder and the files of the server to a service's user.
    [[nodiscard]] bool giveFolderToService() const;

    QTemporaryDir m_folder; ///< for backups
    std::unique_ptr<Stage> m_stage;
    std::unique_ptr<Device> m_ann;
    QString m_backup;
    qint64 m_group = 0;
};

/// The backup has one message. A later one is in the journal of a server that was killed.
void TestRestoreSteps::init()
{
    m_stage = std::make_unique<Stage>();
    QVERIFY(m_stage->ready());
    m_ann = std::make_unique<Device>(m_stage->newAccount(u"ann"_s, u"laptop"_s));
    m_group = m_ann->createGroup(u"harbour"_s);
    QVERIFY(m_ann->send(m_group, u"in the backup"_s) > 0);
    m_backup = m_folder.filePath(u"backup.db"_s);
    QFile::remove(m_backup);
    const CheckResult taken = m_stage->server().run({u"backup"_s}, {m_backup});
    QVERIFY2(taken.status == 0, qPrintable(taken.output));
    QVERIFY(m_ann->send(m_group, u"later"_s) > 0);
    m_stage->server().kill();
    QVERIFY(QFileInfo(part(u"-wal"_s)).size() > 0);
}

void TestRestoreSteps::aRestoreThatDiesLeavesOneOrTheOther_data()
{
    QTest::addColumn<QString>("failpoint");
    QTest::addColumn<bool>("isNew");
    for (const Failpoint place :
         {Failpoint::RestoreCopied, Failpoint::RestoreQuarantined, Failpoint::RestorePlaced}) {
        const std::string name = nameOf(place);
        QTest::newRow(name.c_str()) << QString::fromStdString(name) << (place == Failpoint::RestorePlaced);
    }
}

void TestRestoreSteps::aRestoreThatDiesLeavesOneOrTheOther()
{
    if constexpr (!hasFailpoints) {
        QSKIP("This build has no failpoints (TIDEMARK_FAILPOINTS).");
    }
    QFETCH(const QString, failpoint);
    QFETCH(const bool, isNew);
    QVERIFY(m_stage->server().runDying({u"restore"_s}, {m_backup}, failpoint));
    QVERIFY(m_stage->server().start());
    QVERIFY(m_ann->sync());
    QCOMPARE(texts().contains(u"later"_s), !isNew);
    QVERIFY(m_ann->send(m_group, u"goes on"_s) > 0);
    VERIFY_DONE(m_ann->audit());
    QCOMPARE(m_stage->server().stopAndCheck(), QString());

    const CheckResult again = restore();
    QVERIFY2(again.status == 0, qPrintable(again.output));
    QVERIFY(m_stage->server().start());
    QVERIFY(m_ann->sync());
    QCOMPARE(texts().last(), u"in the backup"_s);
}

void TestRestoreSteps::aJournalThatCannotBeFoldedInStaysWithItsDatabase_data()
{
    QTest::addColumn<QString>("failpoint");
    QTest::newRow("to its end") << QString();
    for (const Failpoint place :
         {Failpoint::RestoreEmptied, Failpoint::RestoreCleared, Failpoint::RestorePlaced}) {
        const std::string name = nameOf(place);
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
}

void TestRestoreSteps::aJournalThatCannotBeFoldedInStaysWithItsDatabase()
{
    QFETCH(const QString, failpoint);
    if (!failpoint.isEmpty() && !hasFailpoints) {
        QSKIP("This build has no failpoints (TIDEMARK_FAILPOINTS).");
    }
    // This comes before the reader, because closing any descriptor of the file would drop its locks.
    const QByteArray database = contentsOf(m_stage->database());
    const QByteArray journal = contentsOf(part(u"-wal"_s));
    const Reader reader(m_stage->database());
    QVERIFY(reader.isReading());
    if (!failpoint.isEmpty()) {
        QVERIFY(m_stage->server().runDying({u"restore"_s}, {m_backup}, failpoint));
        const bool isThereAnEmptyFile = failpoint != u"restore-placed"_s;
        QCOMPARE(QFileInfo(m_stage->database()).size() == 0, isThereAnEmptyFile);
        QCOMPARE(m_stage->server().start(), !isThereAnEmptyFile);
        m_stage->server().kill();
    }
    if (failpoint != u"restore-placed"_s) {
        const CheckResult done = restore();
        QVERIFY2(done.status == 0, qPrintable(done.output));
    }
    QCOMPARE(contentsOf(part(u".before-restore-1"_s)), database);
    QCOMPARE(contentsOf(part(u".before-restore-1-wal"_s)), journal);
    QVERIFY(m_stage->server().start());
    QVERIFY(m_ann->sync());
    QCOMPARE(texts().last(), u"in the backup"_s);
    VERIFY_DONE(m_ann->audit());
    QCOMPARE(m_stage->server().stopAndCheck(), QString());
}

void TestRestoreSteps::aRestoreMendsADamagedDatabase()
{
    const QByteArray damaged(8192, 'x');
    QVERIFY(write(m_stage->database(), damaged) && write(part(u"-wal"_s), damaged));
    const CheckResult done = restore();
    QVERIFY2(done.status == 0, qPrintable(done.output));
    QCOMPARE(contentsOf(part(u".before-restore-1"_s)), damaged);
    QVERIFY(m_stage->server().start());
    QVERIFY(m_ann->sync());
    QCOMPARE(texts().last(), u"in the backup"_s);
}

void TestRestoreSteps::aJournalThatWasLeftBehindDoesNoHarm()
{
    const QByteArray journal = contentsOf(part(u"-wal"_s));
    QVERIFY(QFile::remove(m_stage->database()));
    const CheckResult done = restore();
    QVERIFY2(done.status == 0, qPrintable(done.output));
    QVERIFY(!done.output.contains(u"previous database"));
    QCOMPARE(contentsOf(part(u".before-restore-1-wal"_s)), journal);
    QVERIFY(m_stage->server().start());
    QVERIFY(m_ann->sync());
    QCOMPARE(texts().last(), u"in the backup"_s);
}

void TestRestoreSteps::aFailedRestoreLeavesEverythingAsItWas()
{
    // This is not a file: it can neither be opened nor get a second name.
    QVERIFY(QFile::remove(m_stage->database()));
    QVERIFY(QDir().mkdir(m_stage->database()));
    const QByteArray journal = contentsOf(part(u"-wal"_s));
    QCOMPARE(restore().status, 1);
    QVERIFY(QFileInfo(m_stage->database()).isDir());
    QCOMPARE(contentsOf(part(u"-wal"_s)), journal);
    QVERIFY(QDir(m_stage->folder()).entryList({u"*before-restore*"_s, u"*.partial"_s}).isEmpty());
}

bool TestRestoreSteps::giveFolderToService() const
{
    bool isDone = giveToService(m_stage->folder());
    for (const QFileInfo& file : QDir(m_stage->folder()).entryInfoList({u"server.db*"_s}, QDir::Files)) {
        isDone = isDone && giveToService(file.filePath());
    }
    return isDone;
}

void TestRestoreSteps::filesThatRootMakesInAServicesFolderBelongToTheService_data()
{
    QTest::addColumn<bool>("isThere");
    QTest::newRow("in a database's place") << true;
    QTest::newRow("where none is") << false;
}

void TestRestoreSteps::filesThatRootMakesInAServicesFolderBelongToTheService()
{
    QFETCH(const bool, isThere);
    if (::geteuid() != 0) {
        QSKIP("Only root can be somebody else.");
    }
    for (const QString& suffix : {u""_s, u"-wal"_s, u"-shm"_s, u".lock"_s}) {
        QVERIFY(isThere || QFile::remove(part(suffix)));
    }
    QVERIFY(giveFolderToService());
    const CheckResult done = restore();
    QVERIFY2(done.status == 0, qPrintable(done.output));
    const CheckResult listed = m_stage->server().run({u"user"_s, u"list"_s}, {});
    QVERIFY2(listed.status == 0 && listed.output.contains(u"ann"), qPrintable(listed.output));
    QVERIFY(QFileInfo::exists(part(u".lock"_s)));
    for (const QFileInfo& file : QDir(m_stage->folder()).entryInfoList({u"server.db*"_s}, QDir::Files)) {
        QVERIFY2(file.ownerId() == service && file.groupId() == service, qPrintable(file.filePath()));
    }
}

void TestRestoreSteps::rootFollowsNoLinkInAServicesFolder()
{
    if (::geteuid() != 0) {
        QSKIP("Only root can be somebody else.");
    }
    QVERIFY(giveFolderToService());
    const QString treasure = m_folder.filePath(u"treasure"_s);
    QVERIFY(write(treasure, "root's own"));
    const auto isUntouched = [&] {
        return contentsOf(treasure) == "root's own" && QFileInfo(treasure).ownerId() == 0;
    };
    QVERIFY(QFile::remove(part(u".lock"_s)) && QFile::link(treasure, part(u".lock"_s)));
    QCOMPARE(m_stage->server().run({u"user"_s, u"list"_s}, {}).status, 1);
    QCOMPARE(restore().status, 1);
    QVERIFY(isUntouched());
    QVERIFY(QFile::remove(part(u".lock"_s)));
    QVERIFY(QFile::remove(m_stage->database()) && QFile::link(treasure, m_stage->database()));
    QCOMPARE(m_stage->server().run({u"user"_s, u"list"_s}, {}).status, 1);
    QCOMPARE(restore().status, 1);
    QVERIFY(isUntouched());
    // `backup` does not leave a file to the service either.
    QVERIFY(QFile::remove(m_stage->database()) && QFile::copy(m_backup, m_stage->database()));
    const CheckResult taken =
        m_stage->server().run({u"backup"_s}, {QDir(m_stage->folder()).filePath(u"backup.db"_s)});
    QCOMPARE(taken.status, 1);
    QVERIFY2(taken.output.contains(u"other users can write"), qPrintable(taken.output));
}

TIDEMARK_SUITE(TestRestoreSteps, QCoreApplication)

} // namespace tidemark::restore_steps_test

#include "test_restore_steps.moc"
