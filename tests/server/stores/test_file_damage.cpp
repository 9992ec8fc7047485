// The audit finds each difference between the files that the server knows, what uses them, and its sums.
#include "server-stub/hub/contract/audit.h"
#include "server-stub/store/sqlite_store.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::server::file_damage_test {

namespace {

BlobHash hashOf(std::uint8_t number)
{
    BlobHash hash;
    hash.bytes.fill(number);
    return hash;
}

/// A database file in which user 1 has sent file 1 and has uploaded file 2. Both have 100 bytes. File 3 has
/// lost its last message.
struct DamagedFiles {
    QTemporaryDir folder;
    QString path = folder.filePath(QStringLiteral("server.sqlite"));
    ConversationId group;

    DamagedFiles()
    {
        const auto store = open();
        store->begin();
        const UserId user = store->accounts().insert("ada", "");
        ConversationRecord record;
        record.creator = user;
        record.logEpoch = LogEpoch(7);
        group = store->conversations().insert(record, {});
        for (const std::uint8_t number : {1, 2, 3}) {
            UploadRecord upload{{user, {}}, hashOf(number), 100, true, UnixMs{1000}};
            upload.key.uuid.bytes.fill(number);
            store->blobs().putBlob({upload.hash, upload.size});
            store->blobs().putUpload(upload);
        }
        send(*store, content::Message{.attachments = {fileOf(1)}});
        const Seq recalled = send(*store, content::Message{.attachments = {fileOf(3)}});
        send(*store, content::Recall{.target = recalled, .targetAuthor = user});
        REQUIRE(store->commit());
    }

    [[nodiscard]] static Attachment fileOf(std::uint8_t number)
    {
        return {hashOf(number), 100, "text/plain", "file.txt", 0, 0, {}};
    }

    [[nodiscard]] std::unique_ptr<SqliteStore> open() const
    {
        auto opened = SqliteStore::open(path);
        REQUIRE(opened);
        return std::move(opened).value();
    }

    Seq send(Store& store, EntryContent content) const
    {
        NewEntry entry;
        entry.conversation = group;
        entry.author = UserId(1);
        entry.content = std::move(content);
        return store.log().append(entry).entry.seq;
    }

    [[nodiscard]] std::vector<std::string> findings() const { return audit(*open()); }

    /// The findings after another program has run the statement.
    [[nodiscard]] std::vector<std::string> findingsAfter(const char* statement) const
    {
        const QString name = QStringLiteral("damage");
        {
            QSqlDatabase raw = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), name);
            raw.setDatabaseName(path);
            REQUIRE(raw.open());
            REQUIRE(QSqlQuery(raw).exec(QString::fromLatin1(statement)));
        }
        QSqlDatabase::removeDatabase(name);
        return findings();
    }
};

using Findings = std::vector<std::string>;

} // namespace

TEST_CASE_FIXTURE(DamagedFiles, "the audit finds nothing where files are used, uploaded, or about to go")
{
    CHECK(findings() == Findings());
}

TEST_CASE_FIXTURE(DamagedFiles, "the audit finds a file that nothing uses and no sweep would find")
{
    const Findings found = findingsAfter("DELETE FROM loose_blob");
    REQUIRE(found.size() == 1);
    CHECK(found.front().starts_with("file 0303"));
    CHECK(found.front().ends_with("is not used, and will not be removed"));
}

TEST_CASE_FIXTURE(DamagedFiles, "the audit finds references that differ from the log")
{
    CHECK(findingsAfter("DELETE FROM blob_ref")
          == Findings{"conversation 1: the references to files differ from the log"});
}

TEST_CASE_FIXTURE(DamagedFiles, "the audit finds a reference that a recalled message has left")
{
    CHECK(findingsAfter("INSERT INTO blob_ref SELECT hash, 1, 2, 1, 100 FROM loose_blob")
          == Findings{"conversation 1: the references to files differ from the log"});
}

TEST_CASE_FIXTURE(DamagedFiles, "the audit finds the file of a message that is not known")
{
    CHECK(findingsAfter("UPDATE blob SET size = 99 WHERE hash IN (SELECT hash FROM blob_ref)").front()
          == "conversation 1: a file of entry 1 is not known");
}

TEST_CASE_FIXTURE(DamagedFiles, "the audit finds the file of a complete upload that is not known")
{
    CHECK(findingsAfter("UPDATE upload SET size = 99, hash = x'04'").front()
          == "user 1: the file of a complete upload is not known");
}

TEST_CASE_FIXTURE(DamagedFiles, "the audit finds wrong sums of a user and of the server")
{
    CHECK(findingsAfter("UPDATE file_usage SET bytes = bytes + 5 WHERE user = 1")
          == Findings{"user 1 has 205 bytes in files, recounted 200"});
    CHECK(findingsAfter("UPDATE file_usage SET bytes = bytes + (user = 0) * 6 - (user = 1) * 5")
          == Findings{"the server has 306 bytes in files, recounted 300"});
}

} // namespace tidemark::server::file_damage_test
