#include "core/base/random.h"
#include "tests/main/suite.h"
#include "tests/store/builders.h"
#include "tests/support/touch_database.h"

#include <QFile>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tidemark::salvage_test {

using namespace test;

/// A damaged file is set aside, never deleted. Data that only this device has is rescued as far as it can
/// be read.
class TestSalvage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void damageInTheLogSavesAllElse();
    void damageInTheListOfTablesSavesAll();
    void aTruncatedFileIsQuarantined();
    void aFileThatIsNoDatabaseIsQuarantined();
    void everyDamageEndsInAWorkingStore_data();
    void everyDamageEndsInAWorkingStore();
    void secondDamageGetsTheNextNumber();
    void unwrittenPagesInTheJournalAreSalvagedToo();
    void damageMetWhileRunningIsLookedForAtTheNextOpen();

private:
    [[nodiscard]] QString path() const { return m_directory->filePath(QStringLiteral("store")); }
    /// A store with a long log and everything that is worth saving.
    void fill(int messages = 2000);
    /// Overwrites bytes of the file.
    void damage(qint64 offset, const QByteArray& bytes);
    [[nodiscard]] qint64 pages() const { return QFileInfo(path()).size() / pageBytes; }
    /// The pages that list the tables, but for the first one, from 0.
    [[nodiscard]] QList<qint64> schemaPages() const;
    void expectSalvaged(const OpenedStore& opened);

    static constexpr qint64 pageBytes = 4096;
    std::unique_ptr<QTemporaryDir> m_directory;
    DeviceId m_device;
};

void TestSalvage::init()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    m_directory = std::make_unique<QTemporaryDir>();
    QVERIFY(m_directory->isValid());
}

void TestSalvage::cleanup()
{
    m_directory.reset();
}

void TestSalvage::fill(int messages)
{
    auto opened = ClientStore::open(path());
    QVERIFY(opened.has_value());
    ClientStore& store = *opened->store;
    m_device = store.load().device;
    QVERIFY(store.apply(preparation()));
    QVERIFY(store.apply({write::PutPending{pending(1, "unsent 1")}, write::PutPending{pending(2, "unsent 2")},
                         write::PutIntent{{room, Generation(1), std::nullopt, Seq(5), 0}}}));
    QVERIFY(store.apply({write::PutDot{{{"whats-new", 7, 7}, 5}}}));
    QVERIFY(
        store.apply({write::PutPendingReaction{{room, Seq(2), "\U0001F44D", true, uuid(9), LogEpoch(1)}}}));
    QVERIFY(store.apply({write::PutUsers{{{anna, "Anna", true}}}}));
    QVERIFY(test::setDraft(store, room, QStringLiteral("draft")));
    QVERIFY(store.setSetting(QStringLiteral("server"), QStringLiteral("ws://x")));
    std::vector<Entry> log;
    for (int seq = 1; seq <= messages; ++seq) {
        log.push_back(message(static_cast<std::uint64_t>(seq), anna, std::string(200, 'x')));
    }
    QVERIFY(ingest(store, room, log));
    LocalConversation counted = conversation(room, Seq(static_cast<std::uint64_t>(messages)));
    counted.cursor.readSeq = Seq(5);
    counted.version = 17;
    counted.counts.unread = static_cast<std::uint64_t>(messages) - 5;
    QVERIFY(store.apply({write::PutConversation{counted}, write::PutTotals{totalsOf({counted})}}));
}

void TestSalvage::damage(qint64 offset, const QByteArray& bytes)
{
    QFile file(path());
    QVERIFY(file.open(QFile::ReadWrite) && file.seek(offset) && file.write(bytes) == bytes.size());
}

void TestSalvage::expectSalvaged(const OpenedStore& opened)
{
    QCOMPARE(opened.notices.size(), 1);
    QVERIFY(opened.notices.at(0).contains(QStringLiteral("store.corrupt-1")));
    const Snapshot found = opened.store->load();
    QCOMPARE(found.device, m_device);
    QVERIFY(found.account.has_value());
    QCOMPARE(found.account->user.name, std::string("me"));
    QCOMPARE(found.pending.size(), std::size_t{2});
    QCOMPARE(found.intents.size(), std::size_t{1});
    QCOMPARE(found.reactions,
             (std::vector<PendingReaction>{{room, Seq(2), "\U0001F44D", true, uuid(9), LogEpoch(1)}}));
    QCOMPARE(found.dots, (std::vector<LocalDot>{{{"whats-new", 7, 7}, 5}}));
    const std::vector<User> people = opened.store->people(10);
    QVERIFY(std::find(people.begin(), people.end(), User{anna, "Anna", true}) != people.end());
    QCOMPARE(opened.store->summary(room)->draft, std::string("draft"));
    QCOMPARE(opened.store->setting(QStringLiteral("server")), QStringLiteral("ws://x"));
    // The log is pulled again, and no possibly damaged value counts as the server's state.
    const LocalConversation conversation = found.conversations.at(0).conversation;
    QVERIFY(found.conversations[0].held.empty());
    QCOMPARE(conversation.version, std::uint64_t{0});
    QCOMPARE(conversation.cursor.readSeq, Seq(5));
    QVERIFY(!conversation.exact);
    QVERIFY(!found.totals.exact);
    QVERIFY(opened.store->audit().empty());
}

void TestSalvage::damageInTheLogSavesAllElse()
{
    fill();
    // The log is at the end of the file.
    for (qint64 page = pages() - 40; page < pages() - 20; ++page) {
        damage(page * pageBytes, QByteArray(64, '\xee'));
    }
    const QByteArray damaged = [&] {
        QFile file(path());
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    }();
    {
        auto opened = ClientStore::open(path());
        QVERIFY(opened.has_value());
        expectSalvaged(*opened);
        QVERIFY(ingest(*opened->store, room, {message(1, anna, "again")}));
    }
    QFile aside(path() + QStringLiteral(".corrupt-1"));
    QVERIFY(aside.open(QFile::ReadOnly));
    QCOMPARE(aside.readAll(), damaged);
    auto again = ClientStore::open(path());
    QVERIFY(again.has_value());
    QVERIFY(again->notices.isEmpty());
}

QList<qint64> TestSalvage::schemaPages() const
{
    QList<qint64> pages;
    {
        QSqlDatabase database =
            QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("looked at"));
        database.setDatabaseName(path());
        if (database.open()) {
            QSqlQuery query(QStringLiteral("SELECT pageno - 1 FROM dbstat WHERE name = 'sqlite_schema'"
                                           " AND pageno > 1"),
                            database);
            while (query.next()) {
                pages.append(query.value(0).toLongLong());
            }
        }
    }
    QSqlDatabase::removeDatabase(QStringLiteral("looked at"));
    return pages;
}

void TestSalvage::damageInTheListOfTablesSavesAll()
{
    fill(20);
    const QList<qint64> listed = schemaPages();
    QVERIFY(listed.size() > 1);
    const qint64 first = listed.first();
    const qint64 last = listed.last();
    damage(last * pageBytes, QByteArray(pageBytes, '\xee'));
    {
        auto opened = ClientStore::open(path());
        QVERIFY(opened.has_value());
        expectSalvaged(*opened);
    }
    init();
    fill(20);
    damage(first * pageBytes, QByteArray(pageBytes, '\0'));
    damage(last * pageBytes, QByteArray(64, '\xee'));
    auto opened = ClientStore::open(path());
    QVERIFY(opened.has_value());
    expectSalvaged(*opened);
}

void TestSalvage::aTruncatedFileIsQuarantined()
{
    fill();
    QVERIFY(QFile::resize(path(), pages() / 2 * pageBytes));
    auto opened = ClientStore::open(path());
    QVERIFY(opened.has_value());
    QCOMPARE(opened->notices.size(), 1);
    QVERIFY(QFile::exists(path() + QStringLiteral(".corrupt-1")));
    QVERIFY(opened->store->load().device.isValid());
    QVERIFY(opened->store->apply(preparation()));
}

void TestSalvage::aFileThatIsNoDatabaseIsQuarantined()
{
    QFile file(path());
    const QByteArray content("This is a letter to a friend, and not a database at all. ");
    QVERIFY(file.open(QFile::WriteOnly) && file.write(content.repeated(200)) > 0);
    file.close();
    auto opened = ClientStore::open(path());
    QVERIFY(opened.has_value());
    QCOMPARE(opened->notices.size(), 1);
    QVERIFY(opened->notices.at(0).contains(QStringLiteral("sign in")));
    QVERIFY(opened->store->apply(preparation()));
    QFile aside(path() + QStringLiteral(".corrupt-1"));
    QVERIFY(aside.open(QFile::ReadOnly));
    QCOMPARE(aside.readAll(), content.repeated(200));
}

void TestSalvage::everyDamageEndsInAWorkingStore_data()
{
    QTest::addColumn<quint64>("seed");
    for (quint64 seed = 1; seed <= 60; ++seed) {
        QTest::addRow("seed %llu", seed) << seed;
    }
}

void TestSalvage::everyDamageEndsInAWorkingStore()
{
    QFETCH(quint64, seed);
    SplitMix64 random(seed);
    fill(60);
    const auto size = static_cast<std::uint64_t>(QFileInfo(path()).size());
    switch (random.below(3)) {
    case 0: // flipped bytes
        for (std::uint64_t flips = 1 + random.below(20); flips > 0; --flips) {
            damage(static_cast<qint64>(random.below(size)),
                   QByteArray(1, static_cast<char>(random.below(256))));
        }
        break;
    case 1: // a page of other content
        damage(static_cast<qint64>(random.below(size / pageBytes)) * pageBytes,
               QByteArray(pageBytes, static_cast<char>(random.below(256))));
        break;
    default: // without the end, cut in the middle of a page
        QVERIFY(QFile::resize(path(), static_cast<qint64>(1 + random.below(size - 1))));
        break;
    }
    auto opened = ClientStore::open(path());
    // Damage may look like a newer format. Then the file is left as it is, and the message says so.
    if (!opened) {
        QCOMPARE(opened.error().code, StoreError::Code::NewerDatabase);
        return;
    }
    QVERIFY(opened->store->load().device.isValid());
    // Bytes of a text may have changed unnoticed. But the store works, and its numbers agree.
    QVERIFY(opened->store->apply(preparation()));
    QVERIFY(opened->store->repair());
    QVERIFY(opened->store->audit().empty());
}

void TestSalvage::secondDamageGetsTheNextNumber()
{
    for (const char* name : {"store.corrupt-1", "store.corrupt-2"}) {
        QFile file(path());
        QVERIFY(file.open(QFile::WriteOnly) && file.write(QByteArray(5000, 'x')) > 0);
        file.close();
        const auto opened = ClientStore::open(path());
        QVERIFY(opened.has_value());
        QVERIFY(QFile::exists(m_directory->filePath(QLatin1String(name))));
    }
}

void TestSalvage::unwrittenPagesInTheJournalAreSalvagedToo()
{
    // A killed process leaves a database, and a journal that was not yet folded into it.
    QTemporaryDir living;
    const QString source = living.filePath(QStringLiteral("store"));
    {
        auto opened = ClientStore::open(source);
        QVERIFY(opened.has_value());
        m_device = opened->store->load().device;
        QVERIFY(opened->store->apply(preparation()));
        std::vector<Entry> log;
        for (std::uint64_t seq = 1; seq <= 2000; ++seq) {
            // This is enough for SQLite to fold the journal into the file once.
            log.push_back(message(seq, anna, std::string(2400, 'x')));
        }
        QVERIFY(ingest(*opened->store, room, log));
        QVERIFY(opened->store->apply({write::PutPending{pending(1, "only in the journal")}}));
        for (const char* suffix : {"", "-wal"}) {
            QVERIFY(QFile::copy(source + QLatin1String(suffix), path() + QLatin1String(suffix)));
        }
    }
    for (qint64 page = pages() - 40; page < pages() - 20; ++page) {
        damage(page * pageBytes, QByteArray(64, '\xee'));
    }
    auto opened = ClientStore::open(path());
    QVERIFY(opened.has_value());
    const Snapshot found = opened->store->load();
    QCOMPARE(found.device, m_device);
    QCOMPARE(found.pending.size(), std::size_t{1});
}

void TestSalvage::damageMetWhileRunningIsLookedForAtTheNextOpen()
{
    fill();
    {
        auto opened = ClientStore::open(path());
        QVERIFY(opened.has_value() && opened->notices.isEmpty());
        QVERIFY(test::touchDatabase(path()));
        for (qint64 page = pages() - 60; page < pages() - 10; ++page) {
            damage(page * pageBytes, QByteArray(64, '\xee'));
        }
        static_cast<void>(opened->store->audit());
        QCOMPARE(opened->store->lastError().code, StoreError::Code::Corrupt);
        QVERIFY(QFile::exists(path() + QStringLiteral(".damaged")));
    }
    auto opened = ClientStore::open(path());
    QVERIFY(opened.has_value());
    expectSalvaged(*opened);
    QVERIFY(!QFile::exists(path() + QStringLiteral(".damaged")));
}

TIDEMARK_SUITE(TestSalvage, QCoreApplication)

} // namespace tidemark::salvage_test

#include "test_salvage.moc"
