#include "tests/main/suite.h"
#include "tests/store/builders.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

namespace tidemark::audit_test {

using namespace test;

/// Stored sums are compared with the rows: differences are found, reported and repaired.
class TestAudit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void aSoundStoreHasNoDifferences();
    void wrongCountsAreRepairedAtOpening_data();
    void wrongCountsAreRepairedAtOpening();
    void sumsThatOlderFormatsLackAreAdded();
    void aReadConversationHasNoBadge();
    void numbersThatCannotBeRecountedAreLeftAlone();
    void heldRangesAreComparedWithRows();
    void missingMarksAreFoundAndMade();
    void acknowledgedMessagesThatHaveArrivedGo();
    void entriesOfNoConversationGo();
    void filesAreComparedWithTheirMessages();

private:
    [[nodiscard]] QString path() const { return m_directory->filePath(QStringLiteral("store")); }
    /// A sound store with a muted, a left and two ordinary conversations, and badges.
    void fill();
    [[nodiscard]] OpenedStore reopened();
    void dropColumnsOfChannels();
    void dropTablesOfFiles();
    void tamper(const char* sql);

    std::unique_ptr<QTemporaryDir> m_directory;
};

void TestAudit::init()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    m_directory = std::make_unique<QTemporaryDir>();
    QVERIFY(m_directory->isValid());
}

void TestAudit::cleanup()
{
    m_directory.reset();
}

void TestAudit::fill()
{
    auto opened = ClientStore::open(path());
    QVERIFY(opened.has_value());
    ClientStore& store = *opened->store;
    QVERIFY(store.apply(preparation()));
    Entry mention = message(3, anna);
    said(mention).mentions = {me};
    const std::vector<Entry> log{message(1, anna),          message(2, me),     mention,
                                 message(4, bert),          recall(5, bert, 4), message(6, anna),
                                 edit(7, anna, 6, "edited")};
    std::vector<LocalConversation> all;
    for (const std::uint64_t id : {10U, 11U, 12U, 13U, 14U}) {
        QVERIFY(ingest(store, ConversationId(id), log));
        LocalConversation badge = conversation(ConversationId(id), Seq(7));
        // Either the cursor or the floor says what is read.
        (id == 11 ? badge.floor : badge.cursor.readSeq) = Seq(1);
        badge.counts = {2, 1};
        badge.settings.muted = id == 12;
        badge.isMember = id != 13;
        if (id == 14) {
            badge.kind = ConversationKind::Channel;
            badge.feed = {Seq(3), Seq(3), 1, true};
        }
        if (!badge.isMember) {
            badge.counts = {};
        }
        all.push_back(badge);
        QVERIFY(store.apply({write::PutConversation{badge}}));
    }
    QVERIFY(store.apply({write::PutTotals{totalsOf(all)}}));
    QCOMPARE(store.load().totals, (Totals{4, 2, 2, 2, true, 1, 1, true, 1, true}));
}

OpenedStore TestAudit::reopened()
{
    auto opened = ClientStore::open(path());
    return opened ? std::move(opened).value() : OpenedStore{};
}

void TestAudit::tamper(const char* sql)
{
    {
        QSqlDatabase database =
            QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("tamper"));
        database.setDatabaseName(path());
        QVERIFY(database.open());
        QSqlQuery query(database);
        QVERIFY2(query.exec(QString::fromLatin1(sql)), qPrintable(query.lastError().text()));
    }
    QSqlDatabase::removeDatabase(QStringLiteral("tamper"));
}

void TestAudit::aSoundStoreHasNoDifferences()
{
    fill();
    const OpenedStore opened = reopened();
    QVERIFY(opened.store);
    QVERIFY(opened.notices.isEmpty());
    QVERIFY(opened.store->audit().empty());
    const Snapshot before = opened.store->load();
    QVERIFY(opened.store->repair());
    QCOMPARE(opened.store->load(), before);
}

void TestAudit::wrongCountsAreRepairedAtOpening_data()
{
    QTest::addColumn<QByteArray>("sql");
    QTest::newRow("badge") << QByteArray("UPDATE conversations SET unread = 7 WHERE id = 11");
    QTest::newRow("mentions") << QByteArray("UPDATE conversations SET mentions = 0 WHERE id = 11");
    QTest::newRow("badge of a muted one") << QByteArray("UPDATE conversations SET unread = 0 WHERE id = 12");
    QTest::newRow("total") << QByteArray("UPDATE totals SET unread = 5");
    QTest::newRow("total lost") << QByteArray("DELETE FROM totals");
    QTest::newRow("total of muted") << QByteArray("UPDATE totals SET muted_unread = 0");
    QTest::newRow("mentions in muted") << QByteArray("UPDATE totals SET muted_mentions = 0");
    QTest::newRow("muted conversations") << QByteArray("UPDATE totals SET muted_conversations = 2");
    QTest::newRow("muted exact") << QByteArray("UPDATE totals SET muted_exact = 0");
    QTest::newRow("total exact") << QByteArray("UPDATE totals SET exact = 0");
    QTest::newRow("channel in the feed")
        << QByteArray("UPDATE conversations SET feed_unread = 3 WHERE id = 14");
    QTest::newRow("feed") << QByteArray("UPDATE totals SET feed = 0");
    QTest::newRow("feed exact") << QByteArray("UPDATE totals SET feed_exact = 0");
}

void TestAudit::wrongCountsAreRepairedAtOpening()
{
    QFETCH(QByteArray, sql);
    fill();
    const Snapshot sound = reopened().store->load();
    tamper(sql.constData());
    {
        const OpenedStore opened = reopened();
        QVERIFY(opened.store);
        QCOMPARE(opened.notices.size(), 1);
        QCOMPARE(opened.store->load(), sound);
        QVERIFY(opened.store->audit().empty());
    }
    QVERIFY(reopened().notices.isEmpty());
}

/// These columns came with format 10.
void TestAudit::dropColumnsOfChannels()
{
    tamper("DELETE FROM entries WHERE conversation = 14");
    tamper("DELETE FROM held WHERE conversation = 14");
    tamper("DELETE FROM conversations WHERE id = 14");
    for (const char* column : {"role", "feed_confirmed", "feed_snapshot", "feed_unread", "feed_exact"}) {
        tamper(QByteArray("ALTER TABLE conversations DROP COLUMN ").append(column).constData());
    }
    for (const char* column : {"feed", "feed_exact"}) {
        tamper(QByteArray("ALTER TABLE totals DROP COLUMN ").append(column).constData());
    }
}

/// These tables and columns came with formats 14 and 15.
void TestAudit::dropTablesOfFiles()
{
    for (const char* sql : withoutReactions()) {
        tamper(sql);
    }
    for (const char* sql :
         {"DROP TABLE attachments", "DROP TABLE outbox_attachments", "ALTER TABLE outbox DROP COLUMN paused",
          "ALTER TABLE outbox DROP COLUMN ahead"}) {
        tamper(sql);
    }
}

/// Format 9 has more sums of muted conversations.
void TestAudit::sumsThatOlderFormatsLackAreAdded()
{
    fill();
    Totals totals = reopened().store->load().totals;
    totals.feed = 0; // format 9 had no channels
    QCOMPARE(totals.mutedConversations, std::uint64_t{1});
    for (const char* sql :
         {"ALTER TABLE totals DROP COLUMN muted_mentions",
          "ALTER TABLE totals DROP COLUMN muted_conversations", "ALTER TABLE totals DROP COLUMN muted_exact",
          "DROP TABLE dots", "DROP TABLE avatars", "DROP TABLE about_reader",
          "ALTER TABLE account DROP COLUMN quiet_while_active", "PRAGMA user_version = 8"}) {
        tamper(sql);
    }
    dropColumnsOfChannels();
    dropTablesOfFiles();
    const OpenedStore opened = reopened();
    QVERIFY(opened.store);
    QVERIFY2(opened.notices.isEmpty(), "the reopened database needs no repair");
    QCOMPARE(opened.store->load().totals, totals);
}

void TestAudit::aReadConversationHasNoBadge()
{
    fill();
    tamper("UPDATE conversations SET cursor_seq = counted_head WHERE id = 10");
    const OpenedStore opened = reopened();
    QCOMPARE(opened.notices.size(), 1);
    QCOMPARE(opened.store->load().conversations[0].conversation.counts, ReadCounts());
    QVERIFY(opened.store->audit().empty());
}

void TestAudit::numbersThatCannotBeRecountedAreLeftAlone()
{
    fill();
    // Only the server knows a lower bound, or the badge of a log that is not held down to the cursor.
    tamper("UPDATE conversations SET unread = 50, exact = 0 WHERE id = 10");
    tamper("UPDATE conversations SET unread = 60 WHERE id = 11");
    tamper("DELETE FROM entries WHERE conversation = 11 AND seq < 4");
    tamper("DELETE FROM about_reader WHERE conversation = 11 AND seq < 4");
    tamper("UPDATE held SET first = 4 WHERE conversation = 11");
    const OpenedStore opened = reopened();
    QCOMPARE(opened.notices.size(), 1);
    const Snapshot found = opened.store->load();
    QCOMPARE(found.conversations[0].conversation.counts.unread, std::uint64_t{50});
    QCOMPARE(found.conversations[1].conversation.counts.unread, std::uint64_t{60});
    QCOMPARE(found.totals.unread, std::uint64_t{110});
    QVERIFY(!found.totals.exact);
    QVERIFY(opened.store->audit().empty());
}

void TestAudit::heldRangesAreComparedWithRows()
{
    fill();
    tamper("DELETE FROM entries WHERE conversation = 10 AND seq IN (2, 3)");
    tamper("DELETE FROM about_reader WHERE conversation = 10 AND seq IN (2, 3)");
    tamper("DELETE FROM held WHERE conversation = 12");
    const OpenedStore opened = reopened();
    const std::vector<StoreDifference> found = opened.store->audit();
    QCOMPARE(found, (std::vector<StoreDifference>{{room, "held", "1-7", "1-1 4-7"},
                                                  {ConversationId(12), "held", "nothing", "1-7"}}));
    QVERIFY(opened.store->repair());
    QVERIFY(opened.store->audit().empty());
    QCOMPARE(opened.store->load().conversations[0].held, RangeSet({{Seq(1), Seq(1)}, {Seq(4), Seq(7)}}));
}

void TestAudit::missingMarksAreFoundAndMade()
{
    fill();
    tamper("UPDATE entries SET recalled_by = 0, text = 'back' WHERE conversation = 12 AND seq = 4");
    tamper("UPDATE entries SET edited_by = 0, text = 'old' WHERE conversation = 10 AND seq = 6");
    tamper("DELETE FROM marks");
    const OpenedStore opened = reopened();
    // The lost recall makes a badge of three. The badge is repaired to match the rows, and then back.
    QCOMPARE(opened.notices.size(), 1);
    QCOMPARE(opened.store->audit(),
             (std::vector<StoreDifference>{{room, "edit of 6", "0", "7"},
                                           {ConversationId(12), "recall of 4", "0", "5"}}));
    QVERIFY(opened.store->repair());
    QVERIFY(opened.store->audit().empty());
    QCOMPARE(textOf(opened.store->entry(ConversationId(12), Seq(4))->entry), std::string());
    QCOMPARE(textOf(opened.store->entry(room, Seq(6))->entry), std::string("edited"));
    QCOMPARE(opened.store->load().conversations[2].conversation.counts, (ReadCounts{2, 1}));
}

void TestAudit::acknowledgedMessagesThatHaveArrivedGo()
{
    fill();
    const OpenedStore opened = reopened();
    PendingMessage arrived = pending(1, "p");
    arrived.state = PendingMessage::State::Acked;
    arrived.seq = Seq(2);
    PendingMessage underway = pending(2, "p");
    underway.state = PendingMessage::State::Acked;
    underway.seq = Seq(8);
    QVERIFY(opened.store->apply({write::PutPending{arrived}, write::PutPending{underway}}));
    QCOMPARE(opened.store->audit().size(), std::size_t{1});
    QVERIFY(opened.store->repair());
    QCOMPARE(opened.store->load().pending, std::vector<PendingMessage>{underway});
}

void TestAudit::entriesOfNoConversationGo()
{
    fill();
    tamper("INSERT INTO entries SELECT 99, seq, kind, author, at, flags, edited_by, recalled_by, ref_seq, "
           "ref_user, notice, mentions, uuid, text, forwarded_from, forwarded_at "
           "FROM entries WHERE conversation = 10");
    const OpenedStore opened = reopened();
    QCOMPARE(opened.store->audit().size(), std::size_t{1});
    QVERIFY(opened.store->repair());
    QVERIFY(opened.store->audit().empty());
    QVERIFY(!opened.store->entry(ConversationId(99), Seq(1)));
}

void TestAudit::filesAreComparedWithTheirMessages()
{
    const ConversationId gallery(20);
    fill();
    {
        const OpenedStore opened = reopened();
        std::vector<Entry> log;
        for (std::uint64_t seq = 1; seq <= 5; ++seq) {
            log.push_back(message(seq, me));
            said(log.back()).attachments = {file("a.txt", 1), file("b.txt", 2)};
        }
        log.push_back(recall(6, me, 5));
        LocalConversation trimmed = conversation(gallery, Seq(6));
        trimmed.trimmedThrough = Seq(2);
        QVERIFY(opened.store->apply({write::PutConversation{trimmed}, write::PutEntries{gallery, log},
                                     write::PutHeld{gallery, RangeSet({{Seq(1), Seq(6)}})}}));
        QVERIFY(opened.store->audit().empty());
    }
    tamper("DELETE FROM attachments WHERE seq IN (2, 3) AND number = 1");
    tamper("INSERT INTO attachments SELECT conversation, 5, number, hash, size, mime, name, width, height,"
           " preview, is_picture FROM attachments WHERE seq = 4");
    const OpenedStore opened = reopened();
    QVERIFY(opened.notices.isEmpty());
    QCOMPARE(opened.store->audit(), (std::vector<StoreDifference>{{{}, "messages that lack files", "2", "0"},
                                                                  {{}, "files of no message", "2", "0"}}));
    QVERIFY(opened.store->repair());
    QVERIFY(opened.store->audit().empty());
    // The server no longer has message 2; it has message 3.
    QCOMPARE(fieldsOf(opened.store->entry(gallery, Seq(2))->entry.content).attachments,
             (std::vector<Attachment>{file("a.txt", 1)}));
    QCOMPARE(opened.store->heldLog(gallery).held, RangeSet({{Seq(1), Seq(2)}, {Seq(4), Seq(6)}}));
    QCOMPARE(fieldsOf(opened.store->entry(gallery, Seq(4))->entry.content).attachments.size(),
             std::size_t{2});
    QVERIFY(fieldsOf(opened.store->entry(gallery, Seq(5))->entry.content).attachments.empty());
}

TIDEMARK_SUITE(TestAudit, QCoreApplication)

} // namespace tidemark::audit_test

#include "test_audit.moc"
