#include "server-stub/postgres/blobs/postgres_blobs.h"
#include "tests/main/suite.h"
#include "tests/server/postgres/postgres_place.h"
#include "tests/support/blob_store_conformance.h"
#include "tests/support/programs.h"

#include <QDeadlineTimer>

#include <string>
#include <thread>
#include <vector>

namespace tidemark::server {

using conformance::hashOf;
using conformance::key;
using conformance::put;
using conformance::readAll;

namespace {

std::unique_ptr<PostgresBlobs> openAt(const QString& place)
{
    auto opened = PostgresBlobs::open(DatabaseUrl::parse(cluster().url(place)).value());
    REQUIRE(opened);
    return std::move(opened).value();
}

/// Two servers on one database.
struct Servers {
    QString place = newPlace();
    std::unique_ptr<PostgresBlobs> one = openAt(place);
    std::unique_ptr<PostgresBlobs> other = openAt(place);

    [[nodiscard]] QString count(const char* what) const
    {
        return cluster().value(place, QStringLiteral("SELECT count(*) FROM ") + QLatin1String(what));
    }
    [[nodiscard]] bool execute(const char* statement) const
    {
        return cluster().execute(place, QLatin1String(statement));
    }
};

std::uint64_t begin(BlobStore& store, std::uint8_t number, std::uint64_t size)
{
    const blob::Result begun = store.carryOut(blob::Open{key(number), size});
    CHECK(begun.outcome == blob::Outcome::Done);
    return begun.received;
}

std::uint64_t append(BlobStore& store, std::uint8_t number, std::uint64_t offset, std::string bytes)
{
    const blob::Result done = store.carryOut(blob::Append{key(number), offset, std::move(bytes)});
    CHECK(done.outcome == blob::Outcome::Done);
    return done.received;
}

/// Bytes of which no part is like another.
std::string manyBytes(std::size_t size)
{
    std::string bytes(size, '\0');
    for (std::size_t i = 0; i < size; ++i) {
        bytes[i] = static_cast<char>(i * 31 + i / 7919);
    }
    return bytes;
}

constexpr std::size_t part = postgres::maxPartBytes;

} // namespace

namespace conformance {

void forEachStore(const std::function<void(BlobStore&)>& check)
{
    check(*openAt(newPlace()));
}

} // namespace conformance

TEST_SUITE("files in PostgreSQL")
{
    TEST_CASE_FIXTURE(Servers, "an upload goes on at another server")
    {
        const std::string bytes = manyBytes(11 * part + 17);
        begin(*one, 1, bytes.size());
        for (std::size_t offset = 0; offset < 6 * part; offset += part) {
            append(*one, 1, offset, bytes.substr(offset, part));
        }
        const std::uint64_t received = begin(*other, 1, bytes.size());
        CHECK_MESSAGE(received == 4 * part, "the other server has what was said to be safe");
        for (std::size_t offset = received; offset < bytes.size(); offset += part) {
            append(*other, 1, offset, bytes.substr(offset, part));
        }
        // The part that the first server still has is worthless now.
        CHECK(begin(*one, 1, bytes.size()) == 8 * part);
        REQUIRE(other->carryOut(blob::Work(blob::Finish{key(1), hashOf(bytes), bytes.size()})).outcome
                == blob::Outcome::Done);
        for (PostgresBlobs* server : {one.get(), other.get()}) {
            CHECK(readAll(*server, hashOf(bytes)) == bytes.substr(0, 1U << 20U));
            const auto across = server->carryOut(blob::Work(blob::Read{hashOf(bytes), part - 5, 2 * part}));
            CHECK(across.bytes == bytes.substr(part - 5, 2 * part));
        }
    }

    TEST_CASE_FIXTURE(Servers, "two servers that write to one upload store each byte once")
    {
        const std::string bytes = manyBytes(40 * part);
        const auto send = [&](BlobStore& store, std::size_t step) {
            for (std::size_t offset = 0; offset < bytes.size(); offset += step) {
                static_cast<void>(store.carryOut(blob::Append{key(1), offset, bytes.substr(offset, step)}));
            }
        };
        std::thread first([&] { send(*one, part); });
        std::thread second([&] { send(*other, part / 3); });
        first.join();
        second.join();
        for (PostgresBlobs* server : {one.get(), other.get()}) {
            std::uint64_t received = begin(*server, 1, bytes.size());
            for (; received < bytes.size(); received += part) {
                append(*server, 1, received, bytes.substr(received, part));
            }
        }
        CHECK(other->carryOut(blob::Work(blob::Finish{key(1), hashOf(bytes), bytes.size()})).outcome
              == blob::Outcome::Done);
        CHECK(one->files().front().size == bytes.size());
    }

    TEST_CASE_FIXTURE(Servers, "an upload that is dropped and begun again at another server begins at 0")
    {
        begin(*one, 1, 2 * part);
        append(*one, 1, 0, manyBytes(part));
        CHECK(begin(*one, 1, 2 * part) == part);
        CHECK(other->carryOut(blob::Work(blob::DropUpload{key(1)})).outcome == blob::Outcome::Done);
        CHECK(begin(*other, 1, 2 * part) == 0);
        append(*other, 1, 0, std::string(part, 'x'));
        CHECK(begin(*other, 1, 2 * part) == part);
        append(*one, 1, part, manyBytes(part));
        CHECK_MESSAGE(begin(*one, 1, 2 * part) == part, "bytes of the dropped upload are not added");
    }

    TEST_CASE_FIXTURE(Servers, "an upload goes on in the next process")
    {
        append(*one, 1, 0, "abc");
        begin(*one, 1, 6);
        one = openAt(place);
        CHECK(one->uploads().size() == 1);
        CHECK(begin(*one, 1, 6) == 3);
        append(*one, 1, 3, "def");
        CHECK(one->carryOut(blob::Work(blob::Finish{key(1), hashOf("abcdef"), 6})).outcome
              == blob::Outcome::Done);
        CHECK(readAll(*one, hashOf("abcdef")) == "abcdef");
    }

    TEST_CASE_FIXTURE(Servers, "the hash is that of the stored bytes")
    {
        append(*one, 1, 0, "abc");
        begin(*one, 1, 3);
        one = openAt(place);
        REQUIRE(execute("UPDATE byte_part SET bytes = 'abd'"));
        CHECK(one->carryOut(blob::Work(blob::Finish{key(1), hashOf("abc"), 3})).outcome
              == blob::Outcome::WrongHash);
        CHECK(one->files().empty());
    }

    TEST_CASE_FIXTURE(Servers, "a file whose bytes are lost is not read as a shorter one")
    {
        REQUIRE(put(*one, 1, manyBytes(3 * part)).outcome == blob::Outcome::Done);
        const BlobHash hash = hashOf(manyBytes(3 * part));
        REQUIRE(execute("DELETE FROM byte_part WHERE at > 0"));
        CHECK(one->carryOut(blob::Work(blob::Read{hash, 0, 3 * part})).outcome == blob::Outcome::Failed);
        CHECK(one->files().front().size == part);
    }

    TEST_CASE_FIXTURE(Servers, "removing leaves no byte")
    {
        const std::string bytes = manyBytes(70 * part);
        REQUIRE(put(*one, 1, bytes).outcome == blob::Outcome::Done);
        CHECK(count("byte_part") == QStringLiteral("70"));
        static_cast<void>(other->carryOut(blob::Work(blob::DropFile{hashOf(bytes)})));
        CHECK_MESSAGE(count("byte_part") == QStringLiteral("70"), "the upload has the same bytes");
        static_cast<void>(other->carryOut(blob::Work(blob::DropUpload{key(1)})));
        for (const char* table : {"byte_part", "loose_bytes", "upload_bytes", "blob_bytes"}) {
            CHECK_MESSAGE(count(table) == QStringLiteral("0"), table);
        }
    }

    TEST_CASE_FIXTURE(Servers, "a file or upload with a record is removed only with it")
    {
        REQUIRE(put(*one, 1, "abc").outcome == blob::Outcome::Done);
        auto store = std::move(PostgresStore::open(cluster().url(place))).value();
        store->begin();
        store->blobs().putBlob({hashOf("abc"), 3});
        store->blobs().putUpload({key(1), hashOf("abc"), 3, false, UnixMs{1}});
        REQUIRE(store->commit());
        static_cast<void>(one->carryOut(blob::Work(blob::DropFile{hashOf("abc")})));
        static_cast<void>(one->carryOut(blob::Work(blob::DropUpload{key(1)})));
        CHECK(one->files().size() == 1);
        CHECK(one->uploads().size() == 1);
        store->begin();
        store->blobs().removeBlob(hashOf("abc"));
        store->blobs().removeUpload(key(1));
        REQUIRE(store->commit());
        CHECK(one->files().empty());
        CHECK(one->uploads().empty());
        // The jobs that the hub asks for remove the bytes.
        static_cast<void>(one->carryOut(blob::Work(blob::DropUpload{key(1)})));
        CHECK(count("byte_part") == QStringLiteral("0"));
    }

    TEST_CASE_FIXTURE(Servers, "a start removes what crashes have left, and no upload that is going on")
    {
        REQUIRE(put(*other, 1, "file without a record").outcome == blob::Outcome::Done);
        REQUIRE(put(*other, 2, "complete upload").outcome == blob::Outcome::Done);
        append(*other, 3, 0, "going on");
        begin(*other, 3, 100);
        append(*other, 4, 0, "dropped");
        begin(*other, 4, 100);
        auto store = std::move(PostgresStore::open(cluster().url(place))).value();
        store->begin();
        store->blobs().putBlob({hashOf("complete upload"), 15});
        store->blobs().putUpload({key(2), hashOf("complete upload"), 15, true, UnixMs{1}});
        store->blobs().putUpload({key(3), hashOf("other"), 100, false, UnixMs{1}});
        store->blobs().putUpload({key(4), hashOf("another"), 100, false, UnixMs{1}});
        REQUIRE(store->commit());
        store->begin();
        store->blobs().removeUpload(key(4));
        REQUIRE(store->commit());

        REQUIRE(one->removeOrphans());
        CHECK_MESSAGE(one->files().size() == 2, "a server may be giving it a record just now");
        CHECK_MESSAGE(one->uploads().size() == 2, "the complete upload has no bytes of its own any more");
        CHECK(count("loose_bytes") == QStringLiteral("0"));
        CHECK(count("byte_part") == QStringLiteral("3"));

        REQUIRE(execute("UPDATE blob_bytes SET changed_at = changed_at - 90000000"));
        REQUIRE(execute("UPDATE upload_bytes SET changed_at = changed_at - 90000000"));
        REQUIRE(one->removeOrphans());
        CHECK(one->files().size() == 1);
        CHECK(one->files().front().hash == hashOf("complete upload"));
        REQUIRE(one->uploads().size() == 1);
        CHECK(one->uploads().front().key == key(3));
        CHECK(begin(*other, 3, 100) == 8);
        CHECK(count("byte_part") == QStringLiteral("2"));
    }

    TEST_CASE_FIXTURE(Servers, "a full disk refuses a chunk and loses nothing")
    {
        const std::string bytes = manyBytes(8 * part);
        REQUIRE(append(*one, 1, 0, bytes.substr(0, 4 * part)) == 4 * part);
        REQUIRE(execute("CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS"
                        " 'BEGIN RAISE EXCEPTION USING ERRCODE = ''53100''; END'"));
        REQUIRE(execute("CREATE TRIGGER full_disk BEFORE INSERT ON byte_part EXECUTE FUNCTION full_disk()"));
        const auto refused =
            one->carryOut(blob::Work(blob::Append{key(1), 4 * part, bytes.substr(4 * part)}));
        CHECK(refused.outcome == blob::Outcome::NoRoom);
        CHECK(refused.received == 4 * part);
        REQUIRE(execute("DROP TRIGGER full_disk ON byte_part"));
        CHECK(begin(*one, 1, bytes.size()) == 4 * part);
        append(*one, 1, 4 * part, bytes.substr(4 * part));
        CHECK(one->carryOut(blob::Work(blob::Finish{key(1), hashOf(bytes), bytes.size()})).outcome
              == blob::Outcome::Done);
    }

    TEST_CASE_FIXTURE(Servers, "a server that loses its connection goes on over a new one")
    {
        const std::string bytes = manyBytes(10 * part);
        begin(*one, 1, bytes.size());
        for (std::size_t offset = 0; offset < 5 * part; offset += part) {
            append(*one, 1, offset, bytes.substr(offset, part));
        }
        cluster().cutConnections();
        std::uint64_t received = begin(*one, 1, bytes.size());
        CHECK(received == 5 * part);
        REQUIRE(cluster().stop());
        CHECK(one->carryOut(blob::Work(blob::Open{key(1), bytes.size()})).outcome == blob::Outcome::Failed);
        CHECK_FALSE(one->lastFailure().isEmpty());
        REQUIRE(cluster().startAgain());
        const QDeadlineTimer deadline(test::programTimeoutMs);
        while (one->carryOut(blob::Work(blob::Open{key(1), bytes.size()})).outcome != blob::Outcome::Done) {
            REQUIRE_FALSE(deadline.hasExpired());
        }
        for (; received < bytes.size(); received += part) {
            append(*one, 1, received, bytes.substr(received, part));
        }
        CHECK(one->carryOut(blob::Work(blob::Finish{key(1), hashOf(bytes), bytes.size()})).outcome
              == blob::Outcome::Done);
    }

    TEST_CASE_FIXTURE(Servers, "many uploads at once keep few bytes in memory, and lose none")
    {
        for (std::uint8_t number = 1; number <= 200; ++number) {
            append(*one, number, 0, "a");
        }
        for (std::uint8_t number = 1; number <= 200; ++number) {
            const std::string bytes = "a" + std::to_string(number);
            append(*one, number, 1, bytes.substr(1));
            CHECK(one->carryOut(blob::Work(blob::Finish{key(number), hashOf(bytes), bytes.size()})).outcome
                  == blob::Outcome::Done);
        }
    }
}

TIDEMARK_CASES(runOnPostgres)

} // namespace tidemark::server
