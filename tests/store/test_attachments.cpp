#include "core/store/file/database.h"
#include "tests/main/suite.h"
#include "tests/store/builders.h"

#include <QTemporaryDir>
#include <QTest>

namespace tidemark::attachments_test {

using namespace test;
using namespace Qt::StringLiterals;

/// The files of messages: they come and go with their message, and every view has them.
class TestAttachments : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void entriesComeBackWithTheirFiles();
    void aRecallTakesTheFiles_data();
    void aRecallTakesTheFiles();
    void anEditChangesTheTextAlone();
    void aDroppedLogHasNoFiles();
    void erasingEverythingErasesTheFiles();
    void aRepeatedEntryDoesNotBringFilesBack();
    void anEntryOfAnOlderVersionGetsNoFiles();
    void pendingMessagesComeBackWithTheirFiles();
    void aPendingMessageThatLostFilesIsNotSent();
    void itemsShowTheFilesOfTheMessageAndOfTheAnswered();
    void theListKnowsTheFilesOfTheLastLine();
    void aSearchFindsNamesOfFiles();
    void namesAndTextsAreNoPhrase();
    void filesOfAConversationAreListedNewestFirst();
    void hashesInUseAreThoseOfLiveMessages();
    void aDatabaseWithoutFilesIsMigrated();
    void theTextlessCopyHasNothingOfTheFiles();

private:
    static std::vector<Attachment> filesAt(const ClientStore& store, std::uint64_t seq)
    {
        const auto found = store.entry(room, Seq(seq));
        return found ? fieldsOf(found->entry.content).attachments : std::vector<Attachment>();
    }
    static std::vector<std::uint64_t> found(const ClientStore& store, const QString& words)
    {
        std::vector<std::uint64_t> seqs;
        for (const SearchHit& hit : store.search(words, {}, 99)) {
            seqs.push_back(hit.item.seq.value);
        }
        return seqs;
    }
    /// The files that the query finds, as "seq/index".
    static QString places(const ClientStore& store, const AttachmentQuery& query)
    {
        QStringList places;
        for (const AttachmentItem& item : store.attachments(query)) {
            places += u"%1/%2"_s.arg(item.key.seq.value).arg(item.key.index);
        }
        return places.join(u' ');
    }
    static bool change(Database& database, const std::vector<const char*>& statements)
    {
        return std::all_of(statements.begin(), statements.end(),
                           [&](const char* statement) { return database.run(QLatin1String(statement)); });
    }
    static std::unique_ptr<Database> databaseAt(const QString& path)
    {
        auto opened = Database::open(path, Database::Mode::ReadWrite);
        return opened ? std::move(opened).value() : nullptr;
    }
    /// A row of another version cannot be written through the store.
    static void tamper(const QString& path, const std::vector<const char*>& statements)
    {
        const auto database = databaseAt(path);
        QVERIFY(database && change(*database, statements));
    }

    const std::vector<Attachment> m_album{picture("IMG_2041.jpg", 1), picture("IMG_2042.jpg", 2)};
    const std::vector<Attachment> m_report{file("report.pdf", 3)};
};

void TestAttachments::entriesComeBackWithTheirFiles()
{
    const auto store = preparedStore();
    std::vector<Attachment> ten;
    for (std::uint8_t number = 1; number <= 10; ++number) {
        ten.push_back(number % 2 == 0 ? picture("p", number) : file("f", number));
    }
    const std::vector<Entry> log{message(1, anna), withFiles(2, anna, m_album, "look"), message(3, me),
                                 withFiles(4, me, ten), withFiles(5, bert, m_report)};
    QVERIFY(ingest(*store, room, log));
    std::vector<Entry> read;
    for (const HistoryEntry& one : store->history(room, {}, {}, 99)) {
        read.push_back(one.entry);
    }
    QCOMPARE(read, log);
    QCOMPARE(store->entry(room, Seq(4))->entry, log[3]);
    QVERIFY(store->audit().empty());
}

void TestAttachments::aRecallTakesTheFiles_data()
{
    QTest::addColumn<QString>("order");
    QTest::newRow("after the message") << u"1 2 r"_s;
    QTest::newRow("before the message") << u"2 r 1"_s;
    QTest::newRow("the message arrives as recalled") << u"2 f r"_s;
    QTest::newRow("the message is learned to be recalled") << u"1 2 f r"_s;
    QTest::newRow("the recall is not held") << u"1 2 f"_s;
    QTest::newRow("the recall is not held, and the message is repeated") << u"1 2 f 1"_s;
    QTest::newRow("the message is repeated") << u"1 2 r 1 f"_s;
    QTest::newRow("a careless server leaves the files") << u"2 c r"_s;
}

void TestAttachments::aRecallTakesTheFiles()
{
    QFETCH(const QString, order);
    const auto store = preparedStore();
    Entry careless = withFiles(1, anna, m_album, "look");
    said(careless).recalledBy = Seq(3);
    Entry folded = message(1, anna, {});
    said(folded).recalledBy = Seq(3);
    const std::map<QString, Entry> entries{{u"1"_s, withFiles(1, anna, m_album, "look")},
                                           {u"2"_s, withFiles(2, anna, m_report)},
                                           {u"r"_s, recall(3, anna, 1)},
                                           {u"f"_s, folded},
                                           {u"c"_s, careless}};
    for (const QString& step : order.split(u' ')) {
        QVERIFY(ingest(*store, room, {entries.at(step)}));
    }
    QCOMPARE(filesAt(*store, 1), std::vector<Attachment>());
    QCOMPARE(filesAt(*store, 2), m_report);
    QVERIFY(!store->namesFile(m_album[0].hash));
    QVERIFY(store->namesFile(m_report[0].hash));
    QCOMPARE(places(*store, {.conversation = room}), u"2/0"_s);
    const TimelinePage page = store->timeline(room, {});
    QCOMPARE(page.items.front().attachments, std::vector<Attachment>());
    QVERIFY(store->audit().empty());
}

void TestAttachments::anEditChangesTheTextAlone()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, {withFiles(1, anna, m_album, "look"), edit(2, anna, 1, "see")}));
    QCOMPARE(textOf(store->entry(room, Seq(1))->entry), std::string("see"));
    QCOMPARE(filesAt(*store, 1), m_album);
    Entry folded = withFiles(1, anna, m_album, "behold");
    said(folded).editedBy = Seq(5);
    QVERIFY(ingest(*store, room, {folded}));
    QCOMPARE(store->entry(room, Seq(1))->entry, folded);
    QVERIFY(store->audit().empty());
}

void TestAttachments::aDroppedLogHasNoFiles()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, {withFiles(1, anna, m_album)}));
    QVERIFY(store->apply({write::PutConversation{conversation(other)}}));
    QVERIFY(ingest(*store, other, {withFiles(1, anna, m_report)}));
    QVERIFY(store->apply({write::DropLog{room}}));
    QCOMPARE(store->filesInUse(), (std::vector<BlobHash>{m_report[0].hash}));
    QVERIFY(ingest(*store, room, {withFiles(1, anna, m_report)}));
    QCOMPARE(filesAt(*store, 1), m_report);
    QVERIFY(store->audit().empty());
}

void TestAttachments::erasingEverythingErasesTheFiles()
{
    const auto store = preparedStore();
    PendingMessage unsent = pending(1, "unsent");
    unsent.content = content::Message{.text = "unsent", .attachments = m_report};
    QVERIFY(ingest(*store, room, {withFiles(1, anna, m_album)}));
    QVERIFY(store->apply({write::PutPending{unsent}}));
    QCOMPARE(store->filesInUse().size(), std::size_t{3});
    QVERIFY(store->apply({write::EraseEverything{}}));
    QVERIFY(store->filesInUse().empty());
}

void TestAttachments::aRepeatedEntryDoesNotBringFilesBack()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, {withFiles(1, anna, m_album)}));
    QVERIFY(ingest(*store, room, {withFiles(1, anna, m_report)}));
    QVERIFY(ingest(*store, room, {withFiles(1, anna, {file("x", 8), file("y", 9)})}));
    QCOMPARE(filesAt(*store, 1), m_album);
    QVERIFY(store->audit().empty());
}

void TestAttachments::anEntryOfAnOlderVersionGetsNoFiles()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, {message(1, anna, "held")}));
    QVERIFY(ingest(*store, room, {withFiles(1, anna, m_album, "held")}));
    QCOMPARE(filesAt(*store, 1), std::vector<Attachment>());
    QVERIFY(store->audit().empty());
}

void TestAttachments::pendingMessagesComeBackWithTheirFiles()
{
    const auto store = preparedStore();
    PendingMessage album = pending(1, "");
    album.content = content::Message{.text = "both", .attachments = m_album};
    album.isPaused = true;
    album.state = PendingMessage::State::Failed;
    album.error = protocol::ErrorCode::FileTooLarge;
    album.fileErrors = {{1, protocol::ErrorCode::FileTooLarge}};
    PendingMessage report = pending(2, "");
    report.content = content::Message{.attachments = m_report};
    report.isAhead = true;
    const PendingMessage text = pending(3, "text");
    QVERIFY(store->apply({write::PutPending{album}, write::PutPending{report}, write::PutPending{text}}));
    QCOMPARE(store->load().pending, (std::vector<PendingMessage>{album, report, text}));

    // One of two is removed.
    album.content = content::Message{.text = "both", .attachments = {m_album[1]}};
    album.isPaused = false;
    album.state = PendingMessage::State::Queued;
    album.fileErrors.clear();
    QVERIFY(store->apply({write::PutPending{album}}));
    QCOMPARE(store->load().pending.front(), album);
    QVERIFY(!store->namesFile(m_album[0].hash));
    const TimelinePage page = store->timeline(room, {});
    QCOMPARE(page.pending.at(0).attachments, std::vector<Attachment>{m_album[1]});
    QCOMPARE(page.pending.at(1).attachments, m_report);

    QVERIFY(store->apply({write::ErasePending{album.uuid}}));
    QCOMPARE(store->filesInUse(), (std::vector<BlobHash>{m_report[0].hash}));
}

void TestAttachments::aPendingMessageThatLostFilesIsNotSent()
{
    const QTemporaryDir directory;
    const QString path = directory.filePath(u"store"_s);
    PendingMessage album = pending(1, "");
    album.content = content::Message{.text = "both", .attachments = m_album};
    {
        const auto opened = ClientStore::open(path);
        QVERIFY(opened && opened->store->apply(preparation()));
        QVERIFY(opened->store->apply({write::PutPending{album}}));
    }
    tamper(path, {"DELETE FROM outbox_attachments WHERE number = 0"});
    const auto opened = ClientStore::open(path);
    QVERIFY(opened.has_value());
    const PendingMessage found = opened->store->load().pending.at(0);
    QCOMPARE(found.state, PendingMessage::State::Failed);
    QCOMPARE(found.error, protocol::ErrorCode::BlobMissing);
    QCOMPARE(fieldsOf(found.content).attachments, std::vector<Attachment>{m_album[1]});
}

void TestAttachments::itemsShowTheFilesOfTheMessageAndOfTheAnswered()
{
    const auto store = preparedStore();
    Entry answer = message(2, anna, "nice");
    said(answer).replyTo = Seq(1);
    Entry late = message(5, anna, "gone");
    said(late).replyTo = Seq(3);
    PendingMessage unsent = pending(1, "");
    unsent.content = content::Message{.text = "mine", .replyTo = Seq(1), .attachments = m_report};
    unsent.isPaused = true;
    QVERIFY(ingest(*store, room,
                   {withFiles(1, anna, m_album, "look"), answer, withFiles(3, anna, m_report),
                    recall(4, anna, 3), late}));
    QVERIFY(store->apply({write::PutPending{unsent}}));
    const TimelinePage page = store->timeline(room, {});
    QCOMPARE(page.items.size(), std::size_t{4});
    QCOMPARE(page.items[0].attachments, m_album);
    QCOMPARE(page.items[0].replyToFile, std::optional<Attachment>());
    QCOMPARE(page.items[1].attachments, std::vector<Attachment>());
    QCOMPARE(page.items[1].replyToFile, std::optional(m_album[0]));
    QCOMPARE(page.items[3].replyToFile, std::optional<Attachment>());
    QCOMPARE(page.pending.at(0).attachments, m_report);
    QCOMPARE(page.pending[0].replyToFile, std::optional(m_album[0]));
    QVERIFY(page.pending[0].isPaused);
}

void TestAttachments::theListKnowsTheFilesOfTheLastLine()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, {withFiles(1, anna, m_album, "look")}));
    ConversationSummary summary = store->summary(room).value();
    QCOMPARE(summary.lastFiles, 2U);
    QVERIFY(summary.lastFilesArePictures);
    QCOMPARE(summary.lastFileName, std::string("IMG_2041.jpg"));
    QCOMPARE(store->summaries(), std::vector<ConversationSummary>{summary});

    QVERIFY(ingest(*store, room, {withFiles(2, anna, {m_album[0], m_report[0]})}));
    summary = store->summary(room).value();
    QCOMPARE(summary.lastFiles, 2U);
    QVERIFY(!summary.lastFilesArePictures);

    PendingMessage unsent = pending(1, "");
    unsent.content = content::Message{.attachments = m_report};
    QVERIFY(store->apply({write::PutPending{unsent}}));
    summary = store->summary(room).value();
    QCOMPARE(summary.lastFiles, 1U);
    QCOMPARE(summary.lastFileName, std::string("report.pdf"));
    QCOMPARE(store->summaries(), std::vector<ConversationSummary>{summary});

    QVERIFY(store->apply({write::PutPending{pending(2, "text")}}));
    summary = store->summary(room).value();
    QCOMPARE(summary.lastFiles, 0U);
    QVERIFY(!summary.lastFilesArePictures);
    QCOMPARE(summary.lastFileName, std::string());

    QVERIFY(store->apply({write::ErasePending{uuid(1)}, write::ErasePending{uuid(2)}}));
    QVERIFY(ingest(*store, room, {recall(3, anna, 2)}));
    QCOMPARE(store->summary(room)->lastFiles, 0U);
}

void TestAttachments::aSearchFindsNamesOfFiles()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room,
                   {withFiles(1, anna, m_report, "see page 5"), withFiles(2, anna, m_album),
                    withFiles(3, anna, {file("预算表.xlsx", 4)}), message(4, anna, "no file"),
                    withFiles(5, anna, {file("secret plan.txt", 5)}), edit(6, anna, 1, "see page 7"),
                    recall(7, anna, 5)}));
    indexAll(*store);
    QCOMPARE(found(*store, u"report"_s), std::vector<std::uint64_t>{1});
    QCOMPARE(found(*store, u"report.pdf"_s), std::vector<std::uint64_t>{1});
    QCOMPARE(found(*store, u"page 7 report"_s), std::vector<std::uint64_t>{1});
    QCOMPARE(found(*store, u"page 5 report"_s), std::vector<std::uint64_t>());
    QCOMPARE(found(*store, u"IMG_2042"_s), std::vector<std::uint64_t>{2});
    QCOMPARE(found(*store, u"img"_s), std::vector<std::uint64_t>{2});
    QCOMPARE(found(*store, u"预算"_s), std::vector<std::uint64_t>{3});
    QCOMPARE(found(*store, u"secret"_s), std::vector<std::uint64_t>());
    QCOMPARE(store->search(u"report"_s, {}, 9).at(0).item.attachments, m_report);
}

void TestAttachments::namesAndTextsAreNoPhrase()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, {withFiles(1, anna, {file("国.txt", 1), file("家.txt", 2)}, "中")}));
    indexAll(*store);
    QCOMPARE(found(*store, u"中国"_s), std::vector<std::uint64_t>());
    QCOMPARE(found(*store, u"中 国 家"_s), std::vector<std::uint64_t>{1});
}

void TestAttachments::filesOfAConversationAreListedNewestFirst()
{
    using Kind = AttachmentQuery::Kind;
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room,
                   {withFiles(1, anna, m_album), withFiles(2, me, m_report), message(3, anna),
                    withFiles(4, bert, {m_album[0], m_report[0], m_album[1]})}));
    QVERIFY(store->apply({write::PutConversation{conversation(other)}}));
    QVERIFY(ingest(*store, other, {withFiles(9, anna, m_report)}));
    QCOMPARE(places(*store, {.conversation = room}), u"4/2 4/1 4/0 2/0 1/1 1/0"_s);
    QCOMPARE(places(*store, {.conversation = room, .kind = Kind::Pictures}), u"4/2 4/0 1/1 1/0"_s);
    QCOMPARE(places(*store, {.conversation = room, .kind = Kind::Files}), u"4/1 2/0"_s);
    QCOMPARE(places(*store, {.conversation = room, .limit = 2}), u"4/2 4/1"_s);
    QCOMPARE(places(*store, {.conversation = room, .before = Seq(4), .beforeIndex = 1, .limit = 2}),
             u"4/0 2/0"_s);
    QCOMPARE(places(*store, {.conversation = room, .before = Seq(4), .kind = Kind::Pictures}), u"1/1 1/0"_s);
    const AttachmentItem own = store->attachments({.conversation = room, .before = Seq(4)}).at(0);
    QCOMPARE(own.key, (FileKey{room, Seq(2)}));
    QCOMPARE(own.attachment, m_report[0]);
    QCOMPARE(own.author, me);
    QCOMPARE(own.authorName, std::string("me"));
    QVERIFY(own.isOwn);
    QCOMPARE(own.at, UnixMs{2000});
}

void TestAttachments::hashesInUseAreThoseOfLiveMessages()
{
    const auto store = preparedStore();
    PendingMessage unsent = pending(1, "");
    unsent.content = content::Message{.attachments = {m_report[0], file("new", 9)}};
    QVERIFY(ingest(*store, room, {withFiles(1, anna, m_album), withFiles(2, anna, m_report)}));
    QVERIFY(store->apply({write::PutPending{unsent}}));
    QCOMPARE(store->filesInUse(), (std::vector<BlobHash>{m_album[0].hash, m_album[1].hash, m_report[0].hash,
                                                         file("new", 9).hash}));
    QVERIFY(ingest(*store, room, {recall(3, anna, 2), recall(4, anna, 1)}));
    QVERIFY(store->namesFile(m_report[0].hash));
    QVERIFY(!store->namesFile(m_album[1].hash));
    QVERIFY(store->apply({write::ErasePending{unsent.uuid}}));
    QVERIFY(store->filesInUse().empty());
    QVERIFY(!store->namesFile(m_report[0].hash));
}

void TestAttachments::aDatabaseWithoutFilesIsMigrated()
{
    const QTemporaryDir directory;
    const QString path = directory.filePath(u"store"_s);
    Entry mention = message(2, anna, "for you");
    said(mention).mentionsAll = true;
    const std::vector<Entry> log{message(1, anna, "old text"), mention, edit(3, anna, 1, "edited"),
                                 message(4, me), recall(5, me, 4)};
    Snapshot before;
    std::vector<HistoryEntry> history;
    {
        const auto opened = ClientStore::open(path);
        QVERIFY(opened && opened->store->apply(preparation()));
        QVERIFY(ingest(*opened->store, room, log));
        QVERIFY(opened->store->apply({write::PutPending{pending(1, "unsent")}}));
        QVERIFY(test::setDraft(*opened->store, room, u"draft"_s));
        indexAll(*opened->store);
        before = opened->store->load();
        history = opened->store->history(room, {}, {}, 99);
    }
    tamper(path, withoutReactions());
    tamper(path, {"DROP TABLE attachments", "DROP TABLE outbox_attachments", "DROP TABLE avatars",
                  "ALTER TABLE outbox DROP COLUMN paused", "ALTER TABLE outbox DROP COLUMN ahead",
                  "PRAGMA user_version = 13"});
    const auto opened = ClientStore::open(path);
    QVERIFY(opened && opened->notices.isEmpty());
    Snapshot migrated = opened->store->load();
    QCOMPARE(migrated.drafts.size(), std::size_t{1});
    QVERIFY2(migrated.drafts[0].uuid.isValid(), "it is a change that the server does not have");
    QCOMPARE(migrated.drafts[0].own, std::vector{migrated.drafts[0].uuid});
    before.drafts[0].uuid = migrated.drafts[0].uuid;
    before.drafts[0].own = migrated.drafts[0].own;
    QCOMPARE(migrated, before);
    QCOMPARE(opened->store->history(room, {}, {}, 99), history);
    QCOMPARE(opened->store->summary(room)->draft, std::string("draft"));
    QCOMPARE(found(*opened->store, u"edited"_s), std::vector<std::uint64_t>{1});
    QVERIFY(!opened->store->indexSome(100));
    QVERIFY(opened->store->audit().empty());
    QVERIFY(ingest(*opened->store, room, {withFiles(6, anna, m_report)}));
    indexAll(*opened->store);
    QCOMPARE(found(*opened->store, u"report"_s), std::vector<std::uint64_t>{6});
}

void TestAttachments::theTextlessCopyHasNothingOfTheFiles()
{
    const QTemporaryDir directory;
    const QString path = directory.filePath(u"store"_s);
    const QString copied = directory.filePath(u"copy"_s);
    PendingMessage unsent = pending(1, "");
    unsent.content = content::Message{.attachments = m_report};
    {
        const auto opened = ClientStore::open(path);
        QVERIFY(opened && opened->store->apply(preparation()));
        QVERIFY(ingest(*opened->store, room, {withFiles(1, anna, m_album)}));
        QVERIFY(opened->store->apply({write::PutPending{unsent}}));
        indexAll(*opened->store);
        QVERIFY(opened->store->copyWithoutText(copied));
    }
    QFile file(copied);
    QVERIFY(file.open(QFile::ReadOnly));
    const QByteArray content = file.readAll();
    for (const QByteArray& secret :
         {QByteArray("IMG_2041"), QByteArray("report"), QByteArray::fromStdString(m_album[0].preview),
          QByteArray("image/jpeg"), QByteArray(32, '\1'), QByteArray(32, '\3')}) {
        QVERIFY2(!content.contains(secret), secret.constData());
    }
    const auto opened = ClientStore::open(copied);
    QVERIFY(opened && opened->store->audit().empty());
    QCOMPARE(filesAt(*opened->store, 1).size(), std::size_t{2});
}

TIDEMARK_SUITE(TestAttachments, QCoreApplication)

} // namespace tidemark::attachments_test

#include "test_attachments.moc"
