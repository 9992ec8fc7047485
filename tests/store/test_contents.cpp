#include "core/store/file/database.h"
#include "tests/main/suite.h"
#include "tests/store/builders.h"
#include "tests/support/touch_database.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <vector>

namespace tidemark::contents_test {

using namespace test;

/// The store reports its sizes, its gaps, and the state of its index and its pages.
class TestContents : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
        m_folder = std::make_unique<QTemporaryDir>();
    }

    void entriesAreCountedByWhatIsHeld();
    void sizesAreThoseOfTheFiles();
    void gapsAreKnown();
    void theIndexIsRebuilt();
    void aBadIndexIsNoDamageToTheDatabase();
    void damagedPagesAreFoundAndNoted();

private:
    [[nodiscard]] QString path() const { return m_folder->filePath(QStringLiteral("tidemark.sqlite")); }
    [[nodiscard]] std::unique_ptr<ClientStore> fileStore() const
    {
        auto opened = ClientStore::open(path(), DeviceId(77));
        auto store = opened ? std::move(opened).value().store : nullptr;
        return store && store->apply(preparation()) ? std::move(store) : nullptr;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestContents::entriesAreCountedByWhatIsHeld()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, {message(3, anna), edit(4, anna, 3, "new"), message(9, anna)}));
    StoreContents contents = store->contents();
    QCOMPARE(contents.conversations, 1U);
    QCOMPARE(contents.entries, 3U);
    QCOMPARE(contents.indexed, 0U);
    QCOMPARE(contents.databaseBytes, 0);
    indexAll(*store);
    QCOMPARE(store->contents().indexed, 3U);
}

void TestContents::sizesAreThoseOfTheFiles()
{
    const auto store = fileStore();
    QVERIFY(store);
    const auto write = [this](const char* suffix, qint64 bytes) {
        QFile file(path() + QLatin1String(suffix));
        return file.open(QFile::WriteOnly) && file.write(QByteArray(bytes, 'x')) == bytes;
    };
    QVERIFY(write(".corrupt-1", 1000));
    QVERIFY(write(".corrupt-1-wal", 200));
    QVERIFY(write(".corrupt-2", 30));
    const StoreContents contents = store->contents();
    QCOMPARE(contents.databaseBytes, QFile(path()).size());
    QVERIFY(contents.databaseBytes > 0);
    QCOMPARE(contents.journalBytes, QFile(path() + QStringLiteral("-wal")).size());
    QCOMPARE(contents.damagedFiles, 2);
    QCOMPARE(contents.damagedBytes, 1230);
}

void TestContents::gapsAreKnown()
{
    const auto store = preparedStore();
    LocalConversation known = conversation(room, Seq(20));
    known.trimmedThrough = Seq(2);
    QVERIFY(store->apply({write::PutConversation{known}}));
    QVERIFY(ingest(*store, room, {message(3, anna), message(4, anna), message(9, anna)}));
    const HeldLog log = store->heldLog(room);
    QCOMPARE(log.head, Seq(20));
    QCOMPARE(log.trimmedThrough, Seq(2));
    QVERIFY((log.held == RangeSet({{Seq(3), Seq(4)}, {Seq(9), Seq(9)}})));
    QVERIFY(store->heldLog(other).held.empty());
}

void TestContents::theIndexIsRebuilt()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, {message(1, anna, "marmalade"), message(2, anna, "jam")}));
    indexAll(*store);
    const auto found = [&] { return store->search(QStringLiteral("marmalade"), {}, 10).size(); };
    QCOMPARE(found(), 1U);
    QVERIFY(store->clearIndex());
    QCOMPARE(found(), 0U);
    QCOMPARE(store->contents().indexed, 0U);
    indexAll(*store);
    QCOMPARE(found(), 1U);
    QVERIFY(store->isIndexSound());
}

void TestContents::aBadIndexIsNoDamageToTheDatabase()
{
    auto store = fileStore();
    QVERIFY(ingest(*store, room, {message(1, anna, "marmalade"), message(2, anna, "jam")}));
    indexAll(*store);
    {
        const auto database = Database::open(path(), Database::Mode::ReadWrite);
        QVERIFY(database
                && (*database)->run(QStringLiteral("UPDATE search_data SET block = x'0000' WHERE id > 10")));
    }
    const std::uint64_t failures = store->failures();
    QVERIFY(!store->isIndexSound());
    QCOMPARE(store->failures(), failures);
    QVERIFY(store->arePagesSound());
    QVERIFY(store->clearIndex());
    indexAll(*store);
    QVERIFY(store->isIndexSound());
    QCOMPARE(store->search(QStringLiteral("marmalade"), {}, 10).size(), 1U);
}

void TestContents::damagedPagesAreFoundAndNoted()
{
    constexpr qint64 pageBytes = 4096;
    auto store = fileStore();
    std::vector<Entry> entries;
    for (std::uint64_t seq = 1; seq <= 2000; ++seq) {
        entries.push_back(message(seq, anna, std::string(300, 'x')));
    }
    QVERIFY(ingest(*store, room, entries));
    QVERIFY(store->arePagesSound());
    store.reset();
    store = fileStore();
    const qint64 pages = QFile(path()).size() / pageBytes;
    QVERIFY(pages > 60);
    QVERIFY(touchDatabase(path()));
    QFile file(path());
    QVERIFY(file.open(QFile::ReadWrite | QFile::Unbuffered) && file.seek(pages / 2 * pageBytes));
    QCOMPARE(file.write(QByteArray(4 * pageBytes, '\xee')), 4 * pageBytes);
    QVERIFY(!store->arePagesSound());
    QVERIFY(store->lastError().code == StoreError::Code::Corrupt);
    QVERIFY(QFile::exists(path() + QStringLiteral(".damaged")));
}

TIDEMARK_SUITE(TestContents, QCoreApplication)

} // namespace tidemark::contents_test

#include "test_contents.moc"
