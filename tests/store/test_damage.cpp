#include "core/base/failpoint.h"
#include "core/store/file/database.h"
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

namespace tidemark::damage_test {

using namespace test;

namespace {

constexpr qint64 pageBytes = 4096;
constexpr UserId nobodysRights{65534};

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

void overwrite(const QString& path, qint64 offset, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QFile::ReadWrite) && file.seek(offset) && file.write(bytes) == bytes.size());
}

/// Root may do everything, so while this object lives the process has the rights of an unprivileged user.
class WithoutPrivileges {
public:
    WithoutPrivileges() : m_isRoot(::geteuid() == 0)
    {
        if (m_isRoot) {
            m_isRoot = ::seteuid(nobodysRights.value) == 0;
        }
    }
    ~WithoutPrivileges()
    {
        if (m_isRoot && ::seteuid(0) != 0) {
            qFatal("cannot become root again");
        }
    }
    WithoutPrivileges(const WithoutPrivileges&) = delete;
    WithoutPrivileges& operator=(const WithoutPrivileges&) = delete;

private:
    bool m_isRoot;
};

MessageUuid scattered(std::uint64_t number)
{
    MessageUuid uuid;
    std::uint64_t mixed = (number + 1) * 0x9e3779b97f4a7c15U;
    for (std::size_t i = 0; i < 8; ++i, mixed >>= 8U) {
        uuid.bytes[i] = static_cast<std::uint8_t>(mixed);
    }
    return uuid;
}

} // namespace

/// Every kind of damage to the file of a store, and what is left after it.
class TestDamage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void aPageOfATableCostsThatTableAtMost_data();
    void aPageOfATableCostsThatTableAtMost();
    void someDamagedPagesCostTheirRowsOnly_data();
    void someDamagedPagesCostTheirRowsOnly();
    void aDamagedFreePageLosesNothing();
    void theFirstPageCanBeSpared();
    void anEmptiedFileIsNoNewOne();
    void anEmptiedFileMayHaveAJournal();
    void aDatabaseOfAnotherProgramIsLeftAsItIs_data();
    void aDatabaseOfAnotherProgramIsLeftAsItIs();
    void aLostOrDamagedJournalIsAnEarlierState_data();
    void aLostOrDamagedJournalIsAnEarlierState();
    void theNextUserIsAskedAboutUnsentMessages();
    void aFolderThatCannotBeWrittenIsRefusedWithAdvice_data();
    void aFolderThatCannotBeWrittenIsRefusedWithAdvice();
    void aFullDiskKeepsTheDamagedFile();
    void dyingWhileItIsReplacedLosesNothing_data();
    void dyingWhileItIsReplacedLosesNothing();
    void aLargeFileIsLookedThroughAfterACrash();

private:
    [[nodiscard]] QString path() const { return m_directory->filePath(QStringLiteral("store")); }
    [[nodiscard]] QString aside() const { return path() + QStringLiteral(".corrupt-1"); }
    /// A store with everything that is worth saving, and `messages` messages.
    void fill(int messages);
    [[nodiscard]] std::vector<qint64> pagesOf(const QString& table, const QString& type) const;
    /// Every store after damage must work, agree with itself, and report the damage once.
    static void expectWorking(const OpenedStore& opened);

    std::unique_ptr<QTemporaryDir> m_directory;
    DeviceId m_device;
};

void TestDamage::init()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    m_directory = std::make_unique<QTemporaryDir>();
    QVERIFY(m_directory->isValid());
}

void TestDamage::cleanup()
{
    m_directory.reset();
}

void TestDamage::fill(int messages)
{
    auto opened = ClientStore::open(path());
    QVERIFY(opened.has_value());
    ClientStore& store = *opened->store;
    m_device = store.load().device;
    QVERIFY(store.apply(preparation()));
    std::vector<Entry> log;
    for (int seq = 1; seq <= messages; ++seq) {
        log.push_back(message(static_cast<std::uint64_t>(seq), anna, std::string(200, 'x')));
    }
    QVERIFY(ingest(store, room, log));
    LocalConversation counted = conversation(room, Seq(static_cast<std::uint64_t>(messages)));
    counted.generation = Generation(1);
    counted.confirmed = {0, Seq(2)};
    counted.cursor = {0, Seq(5)};
    counted.version = 17;
    counted.counts.unread = static_cast<std::uint64_t>(messages) - 5;
    QVERIFY(store.apply({write::PutConversation{counted}, write::PutTotals{totalsOf({counted})},
                         write::PutPending{pending(1, "unsent 1")}, write::PutPending{pending(2, "unsent 2")},
                         write::PutIntent{{room, Generation(1), std::nullopt, Seq(5), 0}}}));
    QVERIFY(test::setDraft(store, room, QStringLiteral("draft")));
    QVERIFY(store.setSetting(QStringLiteral("server"), QStringLiteral("ws://x")));
    indexAll(store);
}

std::vector<qint64> TestDamage::pagesOf(const QString& table, const QString& type) const
{
    std::vector<qint64> pages;
    const auto database = Database::open(path(), Database::Mode::ReadOnly);
    QSqlQuery query((*database)->connection());
    query.prepare(
        QStringLiteral("SELECT pageno FROM dbstat WHERE name = ? AND pagetype LIKE ? ORDER BY path"));
    query.addBindValue(table);
    query.addBindValue(type);
    for (bool done = query.exec(); done && query.next();) {
        pages.push_back(query.value(0).toLongLong());
    }
    return pages;
}

void TestDamage::expectWorking(const OpenedStore& opened)
{
    QCOMPARE(opened.notices.size(), 1);
    QVERIFY(opened.store->load().device.isValid());
    QVERIFY(!opened.store->load().totals.exact || opened.store->load().conversations.empty());
    QVERIFY(opened.store->audit().empty());
    QVERIFY(opened.store->apply(preparation()));
}

void TestDamage::aPageOfATableCostsThatTableAtMost_data()
{
    QTest::addColumn<QString>("table");
    for (const char* table : {"settings", "device", "account", "totals", "users", "conversations", "held",
                              "entries", "marks", "outbox", "outbox_by_conversation", "intents", "drafts",
                              "search_logs", "search_done", "search_data", "sqlite_schema"}) {
        QTest::newRow(table) << QString::fromLatin1(table);
    }
}

void TestDamage::aPageOfATableCostsThatTableAtMost()
{
    QFETCH(const QString, table);
    fill(60);
    // The list of tables has its root in the first page, which is a case of its own.
    const auto pages = pagesOf(table, QStringLiteral("leaf"));
    QVERIFY(!pages.empty());
    overwrite(path(), (pages.back() - 1) * pageBytes, QByteArray(pageBytes, '\xee'));
    const QByteArray damaged = contentOf(path());

    const auto opened = ClientStore::open(path());
    QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().message));
    const Snapshot found = opened->store->load();
    const QString server = opened->store->setting(QStringLiteral("server"));
    const auto summary = opened->store->summary(room);
    expectWorking(*opened);
    QVERIFY2(opened->notices[0].contains(aside()), qPrintable(opened->notices[0]));
    QCOMPARE(contentOf(aside()), damaged);
    if (table == QLatin1String("sqlite_schema")) {
        return; // without the places of the tables nothing can be read
    }
    QCOMPARE(found.device == m_device, table != QLatin1String("device"));
    QCOMPARE(found.account.has_value(), table != QLatin1String("account"));
    QCOMPARE(server == QLatin1String("ws://x"), table != QLatin1String("settings"));
    QCOMPARE(found.pending.size(), table == QLatin1String("outbox") ? 0U : 2U);
    // A cursor and its intent have the same position.
    QCOMPARE(found.intents.size(), 1U);
    QCOMPARE(found.intents[0].readSeq, std::optional(Seq(5)));
    QCOMPARE(found.intents[0].generation, Generation(1));
    QVERIFY(summary);
    QCOMPARE(summary->draft, std::string(table == QLatin1String("drafts") ? "" : "draft"));
    QCOMPARE(found.conversations.at(0).conversation.version, 0U);
}

void TestDamage::someDamagedPagesCostTheirRowsOnly_data()
{
    QTest::addColumn<std::vector<double>>("places"); // 0: the first page, 1: the last one
    QTest::newRow("one") << std::vector<double>{0.4};
    QTest::newRow("the first") << std::vector<double>{0};
    QTest::newRow("the last") << std::vector<double>{1};
    QTest::newRow("the first and the last") << std::vector<double>{0, 1};
    QTest::newRow("three") << std::vector<double>{0.2, 0.5, 0.8};
}

void TestDamage::someDamagedPagesCostTheirRowsOnly()
{
    QFETCH(const std::vector<double>, places);
    constexpr std::uint64_t rows = 400;
    {
        auto opened = ClientStore::open(path());
        QVERIFY(opened.has_value() && opened->store->apply(preparation()));
        std::vector<Write> writes;
        for (std::uint64_t i = 0; i < rows; ++i) {
            const ConversationId id(100 + 3 * i);
            LocalConversation one = conversation(id, Seq(50));
            one.generation = Generation(1);
            one.title = std::string(150, 't');
            PendingMessage message = pending(1, std::to_string(i) + ' ' + std::string(300, 'x'));
            message.uuid = scattered(i);
            message.conversation = id;
            message.order = i + 1;
            writes.emplace_back(write::PutConversation{one});
            writes.emplace_back(write::PutPending{message});
            writes.emplace_back(write::PutIntent{{id, Generation(1), std::nullopt, Seq(i % 50), 0}});
        }
        QVERIFY(opened->store->apply(writes));
        for (std::uint64_t i = 0; i < rows; ++i) {
            QVERIFY(test::setDraft(*opened->store, ConversationId(100 + 3 * i), QString(250, u'd')));
        }
    }
    // No page holds more rows than these.
    const std::map<QString, std::size_t> rowsOnPage{{QStringLiteral("outbox"), 12},
                                                    {QStringLiteral("drafts"), 17},
                                                    {QStringLiteral("conversations"), 20},
                                                    {QStringLiteral("intents"), 250}};
    for (const auto& [table, ignored] : rowsOnPage) {
        const auto pages = pagesOf(table, QStringLiteral("leaf"));
        QVERIFY(pages.size() > 1);
        for (const double place : places) {
            const auto index = static_cast<std::size_t>(place * static_cast<double>(pages.size() - 1));
            overwrite(path(), (pages[index] - 1) * pageBytes, QByteArray(pageBytes, '\0'));
        }
    }
    const auto opened = ClientStore::open(path());
    QVERIFY(opened.has_value());
    const Snapshot found = opened->store->load();
    const auto atLeast = [&](const char* table) {
        const std::size_t lost = places.size() * rowsOnPage.at(QString::fromLatin1(table));
        return lost > rows ? 0 : rows - lost;
    };
    QVERIFY2(found.pending.size() >= atLeast("outbox"), qPrintable(QString::number(found.pending.size())));
    QVERIFY(found.pending.size() < rows);
    for (std::size_t i = 1; i < found.pending.size(); ++i) {
        const auto number = [&](std::size_t at) {
            return std::stoi(std::get<content::Message>(found.pending[at].content).text);
        };
        QVERIFY(number(i - 1) < number(i));
    }
    std::size_t drafts = 0;
    for (const ConversationSummary& one : opened->store->summaries()) {
        drafts += one.draft.size() == 250 ? 1 : 0;
    }
    QVERIFY2(drafts >= atLeast("drafts"), qPrintable(QString::number(drafts)));
    QVERIFY2(found.intents.size() >= atLeast("intents"), qPrintable(QString::number(found.intents.size())));
    std::size_t titles = 0;
    for (const Snapshot::Conversation& one : found.conversations) {
        titles += one.conversation.title.size() == 150 ? 1 : 0;
    }
    QVERIFY2(titles >= atLeast("conversations"), qPrintable(QString::number(titles)));
    QVERIFY(opened->store->audit().empty());
}

void TestDamage::aDamagedFreePageLosesNothing()
{
    fill(2000);
    {
        auto opened = ClientStore::open(path());
        QVERIFY(opened.has_value() && opened->store->apply({write::DropLog{room}}));
    }
    qint64 page = 0;
    {
        const auto database = Database::open(path(), Database::Mode::ReadOnly);
        QVERIFY((*database)->number(QStringLiteral("PRAGMA freelist_count")) > 50);
        page = (*database)->number(QStringLiteral("PRAGMA page_count")) - 20;
    }
    overwrite(path(), page * pageBytes, QByteArray(pageBytes, '\xee'));
    const auto opened = ClientStore::open(path());
    QVERIFY(opened.has_value());
    QCOMPARE(opened->store->load().device, m_device);
    QCOMPARE(opened->store->load().pending.size(), 2U);
    QVERIFY(ingest(*opened->store, room, {message(1, anna), message(2, anna)}));
}

void TestDamage::theFirstPageCanBeSpared()
{
    fill(60);
    overwrite(path(), 0, QByteArray(pageBytes, '\xee'));
    const auto opened = ClientStore::open(path());
    QVERIFY(opened.has_value());
    const Snapshot found = opened->store->load();
    expectWorking(*opened);
    QCOMPARE(found.device, m_device);
    QVERIFY(found.account.has_value());
    QCOMPARE(found.pending.size(), 2U);
    QCOMPARE(found.intents.size(), 1U);
    QVERIFY(!QFile::exists(path() + QStringLiteral(".salvage")));
}

void TestDamage::anEmptiedFileIsNoNewOne()
{
    fill(10);
    QVERIFY(QFile::resize(path(), 0));
    const auto opened = ClientStore::open(path());
    QVERIFY(opened.has_value());
    expectWorking(*opened);
    QVERIFY(opened->notices[0].contains(QStringLiteral("empty")));
    QVERIFY(opened->notices[0].contains(QStringLiteral("sign in")));
    QVERIFY(QFile::exists(aside()));
}

void TestDamage::anEmptiedFileMayHaveAJournal()
{
    QTemporaryDir living;
    const QString source = living.filePath(QStringLiteral("store"));
    {
        auto opened = ClientStore::open(source);
        QVERIFY(opened.has_value() && opened->store->apply(preparation()));
        QVERIFY(opened->store->apply({write::PutPending{pending(1, "only in the journal")}}));
        m_device = opened->store->load().device;
        QVERIFY(QFile::copy(source + QStringLiteral("-wal"), path() + QStringLiteral("-wal")));
    }
    QFile empty(path());
    QVERIFY(empty.open(QFile::WriteOnly));
    empty.close();
    const QByteArray journal = contentOf(path() + QStringLiteral("-wal"));
    const auto opened = ClientStore::open(path());
    QVERIFY(opened.has_value());
    QCOMPARE(opened->store->load().device, m_device);
    QCOMPARE(opened->store->load().pending.size(), 1U);
    QVERIFY(opened->store->audit().empty());
    QCOMPARE(contentOf(aside() + QStringLiteral("-wal")), journal);
}

void TestDamage::aDatabaseOfAnotherProgramIsLeftAsItIs_data()
{
    QTest::addColumn<int>("version");
    QTest::newRow("no version") << 0;
    QTest::newRow("a version of ours") << 2;
    QTest::newRow("a high version") << 70;
}

void TestDamage::aDatabaseOfAnotherProgramIsLeftAsItIs()
{
    QFETCH(const int, version);
    {
        QSqlDatabase foreign =
            QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("foreign"));
        foreign.setDatabaseName(path());
        QVERIFY(foreign.open());
        QSqlQuery query(foreign);
        QVERIFY(query.exec(QStringLiteral("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT)")));
        QVERIFY(query.exec(QStringLiteral("INSERT INTO users VALUES (1, 'their user')")));
        QVERIFY(query.exec(QStringLiteral("PRAGMA user_version = %1").arg(version)));
    }
    QSqlDatabase::removeDatabase(QStringLiteral("foreign"));
    const QByteArray before = contentOf(path());
    const auto opened = ClientStore::open(path());
    QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().message));
    expectWorking(*opened);
    QVERIFY2(opened->notices[0].contains(QStringLiteral("another program")), qPrintable(opened->notices[0]));
    QCOMPARE(contentOf(aside()), before);
}

void TestDamage::aLostOrDamagedJournalIsAnEarlierState_data()
{
    QTest::addColumn<bool>("isLost");
    QTest::newRow("lost") << true;
    QTest::newRow("damaged") << false;
}

void TestDamage::aLostOrDamagedJournalIsAnEarlierState()
{
    QFETCH(const bool, isLost);
    fill(60);
    const QString journal = path() + QStringLiteral("-wal");
    const QString kept = m_directory->filePath(QStringLiteral("kept"));
    {
        auto opened = ClientStore::open(path());
        QVERIFY(opened.has_value());
        for (std::uint64_t seq = 61; seq <= 90; ++seq) {
            QVERIFY(ingest(*opened->store, room, {message(seq, anna, std::string(500, 'y'))}));
        }
        QVERIFY(QFile::copy(path(), kept) && QFile::copy(journal, kept + QStringLiteral("-wal")));
    }
    QVERIFY(QFile::remove(path()) && QFile::rename(kept, path()));
    if (!isLost) {
        QVERIFY(QFile::rename(kept + QStringLiteral("-wal"), journal));
        overwrite(journal, QFileInfo(journal).size() / 2, QByteArray(64, '\xee'));
    }
    const auto opened = ClientStore::open(path());
    QVERIFY(opened.has_value());
    QCOMPARE(opened->notices, QStringList());
    QVERIFY(opened->store->audit().empty());
    const Snapshot found = opened->store->load();
    QCOMPARE(found.device, m_device);
    QCOMPARE(found.pending.size(), 2U);
    const Seq last = found.conversations.at(0).held.top();
    QVERIFY(isLost ? last == Seq(60) : last > Seq(60) && last < Seq(90));
}

void TestDamage::theNextUserIsAskedAboutUnsentMessages()
{
    fill(60);
    overwrite(path(), (pagesOf(QStringLiteral("account"), QStringLiteral("leaf")).at(0) - 1) * pageBytes,
              QByteArray(pageBytes, '\xee'));
    const auto opened = ClientStore::open(path());
    QVERIFY(opened.has_value());
    for (const PendingMessage& message : opened->store->load().pending) {
        QCOMPARE(message.state, PendingMessage::State::Failed);
    }
}

void TestDamage::aFolderThatCannotBeWrittenIsRefusedWithAdvice_data()
{
    QTest::addColumn<bool>("exists");
    QTest::newRow("folder") << false;
    QTest::newRow("file") << true;
}

void TestDamage::aFolderThatCannotBeWrittenIsRefusedWithAdvice()
{
    QFETCH(const bool, exists);
    if (exists) {
        fill(10);
        QVERIFY(QFile::setPermissions(path(), QFile::ReadOwner));
    }
    QVERIFY(QFile::setPermissions(m_directory->path(),
                                  QFile::ReadOwner | QFile::ExeOwner | QFile::ReadOther | QFile::ExeOther));
    const QByteArray before = contentOf(path());
    {
        const WithoutPrivileges unprivileged;
        const auto refused = ClientStore::open(path());
        QVERIFY(!refused.has_value());
        QCOMPARE(refused.error().code, StoreError::Code::NotWritable);
        QVERIFY2(refused.error().message.contains(path()), qPrintable(refused.error().message));
        QVERIFY(refused.error().message.contains(QStringLiteral("permissions")));
    }
    QCOMPARE(contentOf(path()), before);
    QVERIFY(
        QFile::setPermissions(m_directory->path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    QVERIFY(!exists || QFile::setPermissions(path(), QFile::ReadOwner | QFile::WriteOwner));
    const auto opened = ClientStore::open(path());
    QVERIFY(opened.has_value());
    QCOMPARE(opened->notices, QStringList());
}

void TestDamage::aFullDiskKeepsTheDamagedFile()
{
    fill(500);
    overwrite(path(), (pagesOf(QStringLiteral("entries"), QStringLiteral("leaf")).at(0) - 1) * pageBytes,
              QByteArray(pageBytes, '\xee'));
    const QByteArray damaged = contentOf(path());
    {
        const TightDisk tight(60000);
        const auto refused = ClientStore::open(path());
        QVERIFY(!refused.has_value());
        QVERIFY2(refused.error().message.contains(path()), qPrintable(refused.error().message));
    }
    QCOMPARE(contentOf(path()), damaged);
    QVERIFY(!QFile::exists(aside()));
    const auto opened = ClientStore::open(path());
    QVERIFY(opened.has_value());
    QCOMPARE(opened->store->load().pending.size(), 2U);
    expectWorking(*opened);
}

void TestDamage::dyingWhileItIsReplacedLosesNothing_data()
{
    QTest::addColumn<int>("failpoint");
    QTest::newRow("before it is set aside") << int(Failpoint::StoreSalvaged);
    QTest::newRow("before the new one is in place") << int(Failpoint::StoreQuarantined);
}

void TestDamage::dyingWhileItIsReplacedLosesNothing()
{
    if constexpr (!hasFailpoints) {
        QSKIP("This build has no failpoints (TIDEMARK_FAILPOINTS).");
    }
    QFETCH(const int, failpoint);
    fill(60);
    overwrite(path(), (pagesOf(QStringLiteral("entries"), QStringLiteral("leaf")).at(0) - 1) * pageBytes,
              QByteArray(pageBytes, '\xee'));
    const QByteArray damaged = contentOf(path());
    const pid_t child = fork();
    QVERIFY(child >= 0);
    if (child == 0) {
        if (!armFailpoint(nameOf(Failpoint(failpoint)).c_str())) {
            static_cast<void>(ClientStore::open(path()));
        }
        _exit(1);
    }
    int status = 0;
    QCOMPARE(waitpid(child, &status, 0), child);
    QVERIFY(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);

    const auto opened = ClientStore::open(path());
    QVERIFY(opened.has_value());
    const Snapshot found = opened->store->load();
    QCOMPARE(found.device, m_device);
    QVERIFY(found.account.has_value());
    QCOMPARE(found.pending.size(), 2U);
    QCOMPARE(found.intents.size(), 1U);
    QVERIFY(opened->store->audit().empty());
    QCOMPARE(contentOf(aside()), damaged);
    QVERIFY(!QFile::exists(path() + QStringLiteral(".new")));
}

void TestDamage::aLargeFileIsLookedThroughAfterACrash()
{
    constexpr qint64 large = 16 * 1024 * 1024;
    const QString journal = path() + QStringLiteral("-wal");
    const QString kept = m_directory->filePath(QStringLiteral("kept"));
    fill(10);
    {
        auto opened = ClientStore::open(path());
        std::vector<Entry> log;
        for (std::uint64_t seq = 11; seq <= 5000; ++seq) {
            log.push_back(message(seq, anna, std::string(3900, 'x')));
        }
        QVERIFY(ingest(*opened->store, room, log));
    }
    QVERIFY(QFileInfo(path()).size() > large);
    {
        auto opened = ClientStore::open(path());
        QVERIFY(test::setDraft(*opened->store, room, QStringLiteral("another draft")));
        QVERIFY(QFile::copy(journal, kept));
    }
    const auto pages = pagesOf(QStringLiteral("entries"), QStringLiteral("leaf"));
    overwrite(path(), (pages.at(pages.size() / 2) - 1) * pageBytes, QByteArray(pageBytes, '\xee'));
    {
        // After an orderly end the log is trusted until it is read.
        const auto opened = ClientStore::open(path());
        QVERIFY(opened.has_value());
        QCOMPARE(opened->notices, QStringList());
    }
    QVERIFY(QFile::copy(kept, journal));
    const auto opened = ClientStore::open(path());
    QVERIFY(opened.has_value());
    QCOMPARE(opened->notices.size(), 1);
    QCOMPARE(opened->store->load().pending.size(), 2U);
    QCOMPARE(opened->store->summary(room)->draft, std::string("another draft"));
}

TIDEMARK_SUITE(TestDamage, QCoreApplication)

} // namespace tidemark::damage_test

#include "test_damage.moc"
