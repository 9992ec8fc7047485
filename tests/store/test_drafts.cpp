#include "core/store/file/database.h"
#include "core/store/file/schema.h"
#include "tests/main/suite.h"
#include "tests/store/builders.h"

#include <QTemporaryDir>
#include <QTest>

namespace tidemark::store_drafts_test {

using namespace test;

/// Drafts in the client's database.
class TestDrafts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void everyFieldComesBack()
    {
        const auto store = preparedStore();
        LocalDraft draft = someDraft();
        QVERIFY(store->apply({write::PutDraft{draft}, write::PutDraftProgress{{9, false}}}));
        QCOMPARE(store->load().drafts, std::vector{draft});
        QCOMPARE(store->load().draftProgress, (DraftProgress{9, false}));
        draft.text.clear();
        draft.uuid = {};
        draft.own.clear();
        draft.server = {};
        QVERIFY(store->apply({write::PutDraft{draft}, write::PutDraftProgress{{0, true}}}));
        QCOMPARE(store->load().drafts, std::vector{draft});
        QCOMPARE(store->load().draftProgress, DraftProgress());
    }

    void aRowHasBothTextsOfAConflict()
    {
        const auto store = preparedStore();
        QVERIFY(store->apply({write::PutDraft{someDraft()}}));
        const ConversationSummary row = *store->summary(room);
        QCOMPARE(row.draft, std::string("mine"));
        QCOMPARE(row.draftVersion, std::uint64_t{4});
        QCOMPARE(row.draftReplyTo, Seq(2));
        QCOMPARE(row.otherDraft, std::string("theirs"));
        QCOMPARE(row.draftDevice, std::string("phone"));
        QCOMPARE(row.draftAt, UnixMs{77});
        QVERIFY(!row.isBlocked);
        LocalDraft settled = someDraft();
        settled.base = settled.server.version;
        QVERIFY(store->apply({write::PutDraft{settled}}));
        QCOMPARE(store->summary(room)->otherDraft, std::string());
    }

    void anotherAccountGetsNoDrafts()
    {
        const auto store = preparedStore();
        QVERIFY(store->apply({write::PutDraft{someDraft()}, write::PutDraftProgress{{9, false}}}));
        QVERIFY(store->apply({write::EraseEverything{}}));
        QVERIFY(store->load().drafts.empty());
        // Whether this device shares drafts is the choice of whoever uses it.
        QCOMPARE(store->load().draftProgress, (DraftProgress{0, false}));
    }

    void aTextOfBeforeIsAChangeThatTheServerDoesNotHave()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("store"));
        {
            auto opened = Database::open(path, Database::Mode::ReadWrite);
            QVERIFY(opened.has_value());
            QVERIFY(migrate(**opened, schemaBeforeDrafts).has_value());
            for (const char* step :
                 {"INSERT INTO conversations (id, kind, title, peer, member_count, is_member, generation,"
                  " muted, archived, pinned, log_epoch, server_head, last_activity, floor, confirmed_epoch,"
                  " confirmed_seq, version, cursor_epoch, cursor_seq, counted_head, unread, mentions, exact,"
                  " seen_by_others) VALUES (10, 1, x'74', 0, 2, 1, 1, 0, 0, 0, 7, 3, 0, 0, 0, 1, 12, 0, 1, 3,"
                  " 2, 0, 1, 0)",
                  "INSERT INTO drafts (conversation, text) VALUES (10, x'68656c6c6f')"}) {
                QVERIFY((*opened)->run(QLatin1String(step)));
            }
        }
        auto opened = ClientStore::open(path);
        QVERIFY(opened.has_value());
        const Snapshot found = opened->store->load();
        QCOMPARE(found.drafts.size(), std::size_t{1});
        const LocalDraft& draft = found.drafts.front();
        QCOMPARE(draft.text, std::string("hello"));
        QVERIFY(draft.uuid.isValid());
        QCOMPARE(draft.own, std::vector{draft.uuid});
        QCOMPARE(draft.base, std::uint64_t{0});
        QCOMPARE(draft.server, Draft());
        QCOMPARE(found.draftProgress, DraftProgress());
    }

private:
    static constexpr int schemaBeforeDrafts = 17;

    /// A conflict, with texts that are not the same as before.
    static LocalDraft someDraft()
    {
        return {.conversation = room,
                .text = "mine",
                .replyTo = Seq(2),
                .base = 4,
                .uuid = uuid(1),
                .own = {uuid(2), uuid(1)},
                .server = {.conversation = room,
                           .text = "theirs",
                           .replyTo = Seq(1),
                           .version = 5,
                           .uuid = uuid(3),
                           .device = DeviceId(~std::uint64_t{0}),
                           .deviceName = "phone",
                           .at = UnixMs{77}}};
    }
};

TIDEMARK_SUITE(TestDrafts, QCoreApplication)

} // namespace tidemark::store_drafts_test

#include "test_drafts.moc"
