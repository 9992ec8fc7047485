#include "core/store/file/database.h"
#include "core/store/file/schema.h"
#include "tests/main/suite.h"
#include "tests/store/builders.h"
#include "tests/support/tight_disk.h"

#include <QFile>
#include <QFileInfo>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace tidemark::opening_test {

using namespace test;

/// Opening a store: versions, the lock, the death of the process, a full disk.
class TestOpening : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void everythingIsThereAgain();
    void theFileIsForItsOwnerAlone();
    void migratedAndFreshSchemaAreEqual_data();
    void migratedAndFreshSchemaAreEqual();
    void aNewerDatabaseIsRefusedAndUntouched();
    void aStoreIsOpenedOnce();
    void aStaleLockDoesNotLockTheUserOut_data();
    void aStaleLockDoesNotLockTheUserOut();
    void aPlaceThatCannotBeWrittenIsRefused();
    void appliedWritesSurviveTheDeathOfTheProcess();
    void aFullDiskLeavesNothingOfAStep();

private:
    [[nodiscard]] QString path() const { return m_directory->filePath(QStringLiteral("store")); }
    [[nodiscard]] std::unique_ptr<Database> database() const;
    [[nodiscard]] static QStringList schemaOf(Database& database);

    std::unique_ptr<QTemporaryDir> m_directory;
};

void TestOpening::init()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    m_directory = std::make_unique<QTemporaryDir>();
    QVERIFY(m_directory->isValid());
}

void TestOpening::cleanup()
{
    m_directory.reset();
}

std::unique_ptr<Database> TestOpening::database() const
{
    auto opened = Database::open(path(), Database::Mode::ReadWrite);
    return opened ? std::move(opened).value() : nullptr;
}

QStringList TestOpening::schemaOf(Database& database)
{
    QStringList schema;
    QSqlQuery query(database.connection());
    query.exec(QStringLiteral("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"));
    while (query.next()) {
        const QStringList row{query.value(0).toString(), query.value(1).toString(), query.value(2).toString(),
                              query.value(3).toString()};
        schema += row.join(QLatin1Char(' '));
    }
    return schema;
}

void TestOpening::everythingIsThereAgain()
{
    Snapshot before;
    {
        auto opened = ClientStore::open(path());
        QVERIFY(opened.has_value());
        QVERIFY(opened->store->apply(preparation()));
        QVERIFY(ingest(*opened->store, room,
                       {message(1, anna, "needle"), recall(2, anna, 1), message(3, anna, "needle")}));
        QVERIFY(opened->store->apply({write::PutPending{pending(1, "p")},
                                      write::PutIntent{{room, Generation(1), std::nullopt, Seq(3), 0}}}));
        QVERIFY(test::setDraft(*opened->store, room, QStringLiteral("draft")));
        QVERIFY(opened->store->setSetting(QStringLiteral("server"), QStringLiteral("ws://x")));
        QVERIFY(opened->store->indexSome(1));
        before = opened->store->load();
    }
    auto opened = ClientStore::open(path(), DeviceId(123));
    QVERIFY(opened.has_value());
    QCOMPARE(opened->store->load(), before);
    QVERIFY(before.device != DeviceId(123));
    QCOMPARE(opened->store->summary(room)->draft, std::string("draft"));
    QCOMPARE(opened->store->setting(QStringLiteral("server")), QStringLiteral("ws://x"));
    QVERIFY(opened->store->setSetting(QStringLiteral("server"), QString()));
    QVERIFY(opened->store->setting(QStringLiteral("server")).isEmpty());
    QCOMPARE(opened->store->search(QStringLiteral("needle"), {}, 9).size(), std::size_t{1});
    indexAll(*opened->store);
    QCOMPARE(opened->store->search(QStringLiteral("needle"), {}, 9).size(), std::size_t{1});
}

void TestOpening::theFileIsForItsOwnerAlone()
{
    const auto opened = ClientStore::open(path());
    QVERIFY(opened.has_value());
    QVERIFY(opened->store->apply(preparation()));
    for (const char* suffix : {"", "-wal", "-shm"}) {
        const QFileInfo file(path() + QLatin1String(suffix));
        QVERIFY2(file.exists(), suffix);
        QVERIFY2(!(file.permissions()
                   & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther)),
                 suffix);
    }
}

void TestOpening::migratedAndFreshSchemaAreEqual_data()
{
    QTest::addColumn<int>("version");
    for (int version = 1; version < currentSchemaVersion(); ++version) {
        QTest::addRow("from %d", version) << version;
    }
}

void TestOpening::migratedAndFreshSchemaAreEqual()
{
    QFETCH(int, version);
    auto fresh = Database::open(QStringLiteral(":memory:"), Database::Mode::ReadWrite);
    QVERIFY(fresh.has_value() && migrate(**fresh).has_value());
    {
        const auto old = database();
        QVERIFY(old && migrate(*old, version).has_value());
        QVERIFY(schemaOf(*old) != schemaOf(**fresh));
        QVERIFY(old->run(QStringLiteral("INSERT INTO settings (key, value) VALUES ('kept', 'yes')")));
    }
    {
        const auto opened = ClientStore::open(path());
        QVERIFY(opened.has_value());
        QVERIFY(opened->notices.isEmpty());
        QCOMPARE(opened->store->setting(QStringLiteral("kept")), QStringLiteral("yes"));
        QVERIFY(opened->store->apply(preparation()));
    }
    const auto migrated = database();
    QCOMPARE(schemaOf(*migrated), schemaOf(**fresh));
    QCOMPARE(migrated->number(QStringLiteral("PRAGMA user_version")), std::int64_t{currentSchemaVersion()});
}

void TestOpening::aNewerDatabaseIsRefusedAndUntouched()
{
    {
        const auto opened = ClientStore::open(path());
        QVERIFY(opened.has_value() && opened->store->apply(preparation()));
    }
    const int later = currentSchemaVersion() + 1;
    QVERIFY(database()->run(QStringLiteral("PRAGMA user_version = %1").arg(later)));
    const QByteArray before = [&] {
        QFile file(path());
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    }();
    const auto refused = ClientStore::open(path());
    QVERIFY(!refused.has_value());
    QCOMPARE(refused.error().code, StoreError::Code::NewerDatabase);
    QVERIFY(refused.error().message.contains(QString::number(later)));
    QFile file(path());
    QVERIFY(file.open(QFile::ReadOnly));
    QCOMPARE(file.readAll(), before);

    // The refusal has released the lock too.
    QVERIFY(database()->run(QStringLiteral("PRAGMA user_version = %1").arg(currentSchemaVersion())));
    QVERIFY(ClientStore::open(path()).has_value());
}

void TestOpening::aStoreIsOpenedOnce()
{
    {
        const auto first = ClientStore::open(path());
        QVERIFY(first.has_value());
        const auto second = ClientStore::open(path());
        QVERIFY(!second.has_value());
        QCOMPARE(second.error().code, StoreError::Code::InUse);
        QVERIFY(first->store->apply(preparation()));
    }
    QVERIFY(ClientStore::open(path()).has_value());
}

void TestOpening::aStaleLockDoesNotLockTheUserOut_data()
{
    QTest::addColumn<QByteArray>("left");
    QTest::newRow("killed before it wrote") << QByteArray();
    const QByteArray lines = '\n' + QCoreApplication::applicationName().toUtf8() + '\n'
                             + QSysInfo::machineHostName().toUtf8() + '\n' + QSysInfo::machineUniqueId()
                             + '\n' + QSysInfo::bootUniqueId() + '\n';
    QTest::newRow("its number is ours now") << QByteArray::number(QCoreApplication::applicationPid()) + lines;
    QTest::newRow("its number is another's now") << QByteArray("1") + lines;
    QTest::newRow("damaged") << QByteArray(4096, '\0');
}

void TestOpening::aStaleLockDoesNotLockTheUserOut()
{
    QFETCH(const QByteArray, left);
    QFile lock(path() + QStringLiteral(".lock"));
    QVERIFY(lock.open(QFile::WriteOnly) && lock.write(left) == left.size());
    lock.close();

    const auto opened = ClientStore::open(path());
    QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().message));
    // The lock is held all the same.
    QCOMPARE(ClientStore::open(path()).error().code, StoreError::Code::InUse);
}

void TestOpening::aPlaceThatCannotBeWrittenIsRefused()
{
    const auto missing = ClientStore::open(m_directory->filePath(QStringLiteral("no/such/folder/store")));
    QVERIFY(!missing.has_value());
    QCOMPARE(missing.error().code, StoreError::Code::NotWritable);
    QVERIFY(QDir(m_directory->path()).mkdir(QStringLiteral("store")));
    const auto folder = ClientStore::open(path());
    QVERIFY(!folder.has_value());
    QCOMPARE(folder.error().code, StoreError::Code::NotWritable);
}

void TestOpening::appliedWritesSurviveTheDeathOfTheProcess()
{
    const pid_t child = fork();
    QVERIFY(child >= 0);
    if (child == 0) {
        auto opened = ClientStore::open(path());
        if (opened && opened->store->apply(preparation())
            && ingest(*opened->store, room, {message(1, anna, "kept"), message(2, anna)})
            && opened->store->apply({write::PutPending{pending(1, "unsent")},
                                     write::PutIntent{{room, Generation(1), std::nullopt, Seq(2), 0}}})) {
            raise(SIGKILL);
        }
        _exit(1);
    }
    int status = 0;
    QCOMPARE(waitpid(child, &status, 0), child);
    QVERIFY(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);

    const auto opened = ClientStore::open(path());
    QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().message));
    QVERIFY(opened->notices.isEmpty());
    QCOMPARE(textOf(opened->store->entry(room, Seq(1))->entry), std::string("kept"));
    QCOMPARE(opened->store->load().pending.size(), std::size_t{1});
    QCOMPARE(opened->store->load().intents.size(), std::size_t{1});
    QVERIFY(opened->store->audit().empty());
}

void TestOpening::aFullDiskLeavesNothingOfAStep()
{
    const auto opened = ClientStore::open(path());
    QVERIFY(opened.has_value() && opened->store->apply(preparation()));
    const Snapshot before = opened->store->load();
    const std::vector<Entry> much(1, message(1, anna, std::string(4U << 20U, 'x')));

    bool applied = false;
    {
        const test::TightDisk tight(1U << 20U);
        applied = opened->store->apply({write::PutPending{pending(1, "p")}, write::PutEntries{room, much},
                                        write::PutHeld{room, RangeSet({{Seq(1), Seq(1)}})}});
    }

    QVERIFY(!applied);
    QVERIFY(!opened->store->lastError().message.isEmpty());
    QCOMPARE(opened->store->load(), before);
    QVERIFY(!opened->store->entry(room, Seq(1)));
    // When there is room again, the same step succeeds.
    QVERIFY(ingest(*opened->store, room, much));
    QVERIFY(opened->store->audit().empty());
}

TIDEMARK_SUITE(TestOpening, QCoreApplication)

} // namespace tidemark::opening_test

#include "test_opening.moc"
