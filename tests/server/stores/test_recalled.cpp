// A recalled text is in no file and no frame of the server.
#include "server-stub/store/snapshot.h"
#include "server-stub/store/sqlite_store.h"
#include "tests/server/stores/recalled_talk.h"

#include <QByteArray>
#include <QFile>
#include <QTemporaryDir>

#include <doctest/doctest.h>

#include <memory>
#include <utility>

namespace tidemark::server::recalled_files_test {

namespace {

/// A talk on a database file.
struct File {
    QTemporaryDir folder;
    QString database = folder.filePath(QStringLiteral("server.sqlite"));
    QString backup = folder.filePath(QStringLiteral("backup.sqlite"));
    std::unique_ptr<SqliteStore> store;
    RecalledTalk talk;

    File() { start(); }
    void start()
    {
        talk.stop();
        store.reset();
        store = std::move(SqliteStore::open(database)).value();
        talk.start(*store);
    }
    /// Whether a backup of now contains the text, even in free pages.
    [[nodiscard]] bool isInBackup()
    {
        QFile::remove(backup);
        auto snapshot = Snapshot::open(database);
        REQUIRE(snapshot);
        REQUIRE(snapshot->copyTo(backup).isEmpty());
        QFile file(backup);
        REQUIRE(file.open(QIODevice::ReadOnly));
        return file.readAll().contains(QByteArray::fromStdString(RecalledTalk::secret));
    }
};

} // namespace

TEST_CASE_FIXTURE(File, "a recalled text is in no later frame and no backup")
{
    talk.tell();
    CHECK(talk.hasSent());
    CHECK(isInBackup());

    talk.recall();
    talk.pullAll();
    CHECK_FALSE(talk.hasSent());
    CHECK_FALSE(isInBackup());
    start();
    talk.pullAll();
    CHECK(talk.sent.size() > 2000);
    CHECK_FALSE(talk.hasSent());
}

} // namespace tidemark::server::recalled_files_test
