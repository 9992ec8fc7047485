#include "tests/main/suite.h"
#include "tests/store/builders.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

namespace tidemark::about_reader_test {

using namespace Qt::StringLiterals;
using namespace test;

namespace {

Entry mention(std::uint64_t seq, UserId author, std::vector<UserId> users, std::string text = "text")
{
    Entry entry = message(seq, author, std::move(text));
    said(entry).mentions = std::move(users);
    return entry;
}

Entry reply(std::uint64_t seq, UserId author, UserId to)
{
    Entry entry = message(seq, author);
    said(entry).replyTo = Seq(1);
    said(entry).replyToAuthor = to;
    return entry;
}

Entry toAll(std::uint64_t seq, UserId author)
{
    Entry entry = message(seq, author);
    said(entry).mentionsAll = true;
    return entry;
}

/// "10/3" stands for message 3 of conversation 10.
QString found(const ClientStore& store, const AboutReaderQuery& query = {true, true, true, false, 100})
{
    QStringList places;
    for (const SearchHit& hit : store.aboutReader(query)) {
        places += QStringLiteral("%1/%2").arg(hit.conversation.value).arg(hit.item.seq.value);
    }
    return places.join(QLatin1Char(' '));
}

} // namespace

/// Messages of others that mention or answer the reader, in any conversation.
class TestAboutReader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void mentionsAndRepliesAreFoundNewestFirst()
    {
        const auto store = preparedStore();
        QVERIFY(store->apply({write::PutConversation{conversation(other)}}));
        QVERIFY(ingest(*store, room,
                       {message(1, me), mention(2, anna, {bert, me}), message(3, anna), toAll(5, bert),
                        mention(6, anna, {bert}), mention(7, me, {me}), reply(8, anna, bert)}));
        // The digits of this user's number contain ours.
        QVERIFY(ingest(*store, other, {mention(1, anna, {UserId(11)}), reply(4, bert, me)}));
        QCOMPARE(found(*store), u"10/5 11/4 10/2"_s);
        QCOMPARE(found(*store, {true, false, false, false, 100}), u"10/5 10/2"_s);
        QCOMPARE(found(*store, {false, true, false, false, 100}), u"11/4"_s);
        QCOMPARE(found(*store, {true, true, true, false, 2}), u"10/5 11/4"_s);
        const std::vector<SearchHit> hits = store->aboutReader({true, true, true, false, 100});
        QVERIFY(hits[0].item.mentionsReader && !hits[0].answersReader);
        QVERIFY(!hits[1].item.mentionsReader && hits[1].answersReader);
    }

    void readMessagesAreNoLongerUnread()
    {
        const auto store = preparedStore();
        QVERIFY(ingestToHead(*store, room, {mention(1, anna, {me}), mention(2, anna, {me}), toAll(3, anna)}));
        LocalConversation badge = conversation(room, Seq(3));
        badge.cursor.readSeq = Seq(1);
        QVERIFY(store->apply({write::PutConversation{badge}}));
        QCOMPARE(found(*store, {true, true, true, true, 100}), u"10/3 10/2"_s);
        badge.floor = Seq(2);
        QVERIFY(store->apply({write::PutConversation{badge}}));
        QCOMPARE(found(*store, {true, true, true, true, 100}), u"10/3"_s);
        QCOMPARE(found(*store), u"10/3 10/2 10/1"_s);
        const std::vector<SearchHit> hits = store->aboutReader({true, true, true, false, 100});
        QVERIFY(hits[0].isUnread && !hits[1].isUnread);
        // Former members cannot be mentioned.
        badge.isMember = false;
        QVERIFY(store->apply({write::PutConversation{badge}}));
        QCOMPARE(found(*store, {true, true, true, true, 100}), QString());
    }

    void messagesOfTheReaderWithReactionsOfOthersAreFound()
    {
        const auto store = preparedStore();
        QVERIFY(ingest(*store, room,
                       {message(1, me), message(2, anna), mention(3, anna, {me}), message(4, me),
                        message(5, me), message(6, me)}));
        const std::string heart = "\u2764";
        const MessageReactions byAnna{Seq(1), {{heart, 1, false}}};
        const MessageReactions toAnna{Seq(2), {{heart, 3, true}}};
        const MessageReactions byMe{Seq(4), {{heart, 1, true}}};
        const MessageReactions byBoth{Seq(5), {{heart, 2, true}, {"\u2b50", 1, false}}};
        QVERIFY(store->apply({write::PutReactions{room, {byAnna, toAnna, byMe, byBoth}}}));
        QCOMPARE(found(*store), u"10/5 10/3 10/1"_s);
        QCOMPARE(found(*store, {false, false, true, false, 100}), u"10/5 10/1"_s);
        QCOMPARE(found(*store, {false, false, true, false, 1}), u"10/5"_s);
        QCOMPARE(found(*store, {true, true, false, false, 100}), u"10/3"_s);
        QCOMPARE(found(*store, {true, true, true, true, 100}), u"10/3"_s);
        const SearchHit hit = store->aboutReader({false, false, true, false, 1}).front();
        QVERIFY(hit.isReactedTo && !hit.isUnread && !hit.answersReader);
        QCOMPARE(hit.item.reactions.size(), std::size_t{2});
        // Taken back, and recalled.
        QVERIFY(store->apply({write::PutReactions{room, {{Seq(1), {}}}}}));
        QVERIFY(ingest(*store, room, {recall(7, me, 5)}));
        QCOMPARE(found(*store, {false, false, true, false, 100}), QString());
    }

    void recalledMessagesAreNotListed()
    {
        const auto store = preparedStore();
        QVERIFY(ingest(*store, room, {mention(1, anna, {me}), mention(2, anna, {me})}));
        QVERIFY(ingest(*store, room, {edit(3, anna, 1, "other words"), recall(4, anna, 2)}));
        QCOMPARE(found(*store), u"10/1"_s);
        QCOMPARE(store->aboutReader({true, true, true, false, 1})[0].item.text, std::string("other words"));
    }

    void aDroppedLogAndASignOutLeaveNothing()
    {
        const auto store = preparedStore();
        QVERIFY(ingest(*store, room, {mention(1, anna, {me})}));
        QVERIFY(store->apply({write::DropLog{room}}));
        QCOMPARE(found(*store), QString());
        QVERIFY(ingest(*store, room, {mention(1, anna, {me})}));
        QVERIFY(store->apply({write::EraseEverything{}}));
        QVERIFY(store->apply(preparation()));
        QCOMPARE(found(*store), QString());
        QVERIFY(store->audit().empty());
    }

    void olderDatabasesAreLookedThrough()
    {
        const QTemporaryDir directory;
        const QString path = directory.filePath(QStringLiteral("store"));
        prepare(path);
        change(path, withoutReactions());
        change(path, {"DROP TABLE about_reader", "ALTER TABLE account DROP COLUMN quiet_while_active",
                      "ALTER TABLE conversations DROP COLUMN role",
                      "ALTER TABLE conversations DROP COLUMN feed_confirmed",
                      "ALTER TABLE conversations DROP COLUMN feed_snapshot",
                      "ALTER TABLE conversations DROP COLUMN feed_unread",
                      "ALTER TABLE conversations DROP COLUMN feed_exact",
                      "ALTER TABLE totals DROP COLUMN feed", "ALTER TABLE totals DROP COLUMN feed_exact",
                      "DROP TABLE attachments", "DROP TABLE outbox_attachments", "DROP TABLE avatars",
                      "ALTER TABLE outbox DROP COLUMN paused", "ALTER TABLE outbox DROP COLUMN ahead",
                      "PRAGMA user_version = 10"});
        const auto opened = ClientStore::open(path);
        QVERIFY(opened && opened->notices.isEmpty());
        QCOMPARE(found(*opened->store), u"10/3 10/1"_s);
        QVERIFY(opened->store->audit().empty());
    }

    void theAuditFindsAndMendsWhatIsMissingOrTooMuch()
    {
        const QTemporaryDir directory;
        const QString path = directory.filePath(QStringLiteral("store"));
        prepare(path);
        change(path, {"UPDATE about_reader SET seq = 2 WHERE seq = 1"});
        const auto opened = ClientStore::open(path);
        QVERIFY(opened.has_value());
        const auto differences = opened->store->audit();
        QCOMPARE(differences.size(), std::size_t{1});
        QCOMPARE(differences[0].what, std::string("messages about the reader"));
        QVERIFY(opened->store->repair());
        QCOMPARE(found(*opened->store), u"10/3 10/1"_s);
        QVERIFY(opened->store->audit().empty());
    }

private:
    static void prepare(const QString& path)
    {
        const auto opened = ClientStore::open(path);
        QVERIFY(opened && opened->store->apply(preparation()));
        QVERIFY(ingest(*opened->store, room, {mention(1, anna, {me}), message(2, anna), reply(3, anna, me)}));
    }
    static void change(const QString& path, const std::vector<const char*>& statements)
    {
        const QString name = QStringLiteral("change");
        {
            QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), name);
            database.setDatabaseName(path);
            QVERIFY(database.open());
            for (const char* statement : statements) {
                QSqlQuery query(database);
                QVERIFY2(query.exec(QLatin1String(statement)), statement);
            }
        }
        QSqlDatabase::removeDatabase(name);
    }
};

TIDEMARK_SUITE(TestAboutReader, QCoreApplication)

} // namespace tidemark::about_reader_test

#include "test_about_reader.moc"
