#include "server-stub/blobs/folder_blobs.h"
#include "server-stub/blobs/open_upload.h"
#include "server-stub/hub/memory/memory_blob_store.h"
#include "tests/support/tight_disk.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStorageInfo>
#include <QTemporaryDir>

#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <string>

namespace tidemark::server {

namespace {

BlobHash hashOf(std::string_view bytes)
{
    BlobHasher hasher;
    hasher.add(bytes);
    return hasher.result();
}

UploadKey key(std::uint8_t number)
{
    UploadKey made{UserId(7), {}};
    made.uuid.bytes[0] = number;
    return made;
}

/// A store, and the way to open it again as after the end of the process.
struct Subject {
    QTemporaryDir folder;
    std::function<std::unique_ptr<BlobStore>()> open;
    std::unique_ptr<BlobStore> store;
};

std::unique_ptr<Subject> folderSubject()
{
    auto subject = std::make_unique<Subject>();
    subject->open = [path = subject->folder.filePath(QStringLiteral("files"))] {
        return std::make_unique<FolderBlobs>(path, 0);
    };
    subject->store = subject->open();
    return subject;
}

std::unique_ptr<Subject> memorySubject()
{
    auto subject = std::make_unique<Subject>();
    subject->store = std::make_unique<MemoryBlobStore>(hashOf);
    return subject;
}

/// Runs `check` with each kind of store.
void forEachKind(const std::function<void(Subject&)>& check)
{
    SUBCASE("folder")
    {
        check(*folderSubject());
    }
    SUBCASE("memory")
    {
        check(*memorySubject());
    }
}

blob::Result put(BlobStore& store, std::uint8_t number, const std::string& bytes)
{
    CHECK(store.carryOut(blob::Open{key(number), bytes.size()}).outcome == blob::Outcome::Done);
    CHECK(store.carryOut(blob::Append{key(number), 0, bytes}).outcome == blob::Outcome::Done);
    return store.carryOut(blob::Finish{key(number), hashOf(bytes), bytes.size()});
}

std::string readAll(BlobStore& store, const BlobHash& hash)
{
    return store.carryOut(blob::Read{hash, 0, 1U << 20U}).bytes;
}

} // namespace

TEST_SUITE("blob stores")
{
    TEST_CASE("the hash is SHA-256")
    {
        const QByteArray digits("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        const BlobHash hash = hashOf("abc");
        CHECK(QByteArray(reinterpret_cast<const char*>(hash.bytes.data()), 32).toHex() == digits);
    }

    TEST_CASE("a finished upload is a file that can be read in parts")
    {
        forEachKind([](Subject& subject) {
            BlobStore& store = *subject.store;
            REQUIRE(put(store, 1, "a few bytes").outcome == blob::Outcome::Done);
            REQUIRE(store.files().size() == 1);
            CHECK(store.files().front().hash == hashOf("a few bytes"));
            CHECK(store.files().front().size == 11);
            const auto part = store.carryOut(blob::Read{hashOf("a few bytes"), 2, 3});
            CHECK(part.bytes == "few");
            CHECK(store.carryOut(blob::Read{hashOf("a few bytes"), 8, 100}).bytes == "tes");
            CHECK(store.carryOut(blob::Read{hashOf("a few bytes"), 11, 100}).bytes.empty());
        });
    }

    TEST_CASE("an empty file is a file")
    {
        forEachKind([](Subject& subject) {
            CHECK(put(*subject.store, 1, "").outcome == blob::Outcome::Done);
            CHECK(subject.store->files().size() == 1);
        });
    }

    TEST_CASE("bytes are stored once, in order")
    {
        forEachKind([](Subject& subject) {
            BlobStore& store = *subject.store;
            const auto append = [&](std::uint64_t offset, const std::string& bytes) {
                return store.carryOut(blob::Append{key(1), offset, bytes}).outcome;
            };
            static_cast<void>(store.carryOut(blob::Open{key(1), 6}));
            CHECK(append(3, "def") == blob::Outcome::Done); // too early: not stored
            CHECK(append(0, "abc") == blob::Outcome::Done);
            CHECK(append(0, "abc") == blob::Outcome::Done);
            CHECK(append(2, "cdef") == blob::Outcome::Done);
            CHECK(store.carryOut(blob::Open{key(1), 6}).received <= 6);
            CHECK(store.carryOut(blob::Finish{key(1), hashOf("abcdef"), 6}).outcome == blob::Outcome::Done);
            CHECK(readAll(store, hashOf("abcdef")) == "abcdef");
        });
    }

    TEST_CASE("a file with missing or other bytes is not made")
    {
        forEachKind([](Subject& subject) {
            BlobStore& store = *subject.store;
            static_cast<void>(store.carryOut(blob::Append{key(1), 0, "abc"}));
            const blob::Result early = store.carryOut(blob::Finish{key(1), hashOf("abcd"), 4});
            CHECK(early.outcome == blob::Outcome::Missing);
            CHECK(early.received == 3);
            CHECK(store.carryOut(blob::Finish{key(1), hashOf("abd"), 3}).outcome == blob::Outcome::WrongHash);
            CHECK(store.carryOut(blob::Finish{key(1), hashOf("ab"), 2}).outcome == blob::Outcome::WrongHash);
            CHECK(store.files().empty());
            CHECK(store.carryOut(blob::Read{hashOf("abcd"), 0, 9}).outcome == blob::Outcome::Missing);
        });
    }

    TEST_CASE("finishing can be repeated, and the same file can be uploaded again")
    {
        forEachKind([](Subject& subject) {
            BlobStore& store = *subject.store;
            REQUIRE(put(store, 1, "abc").outcome == blob::Outcome::Done);
            CHECK(store.carryOut(blob::Finish{key(1), hashOf("abc"), 3}).outcome == blob::Outcome::Done);
            CHECK(put(store, 2, "abc").outcome == blob::Outcome::Done);
            CHECK(store.files().size() == 1);
            CHECK(store.uploads().size() == 2);
        });
    }

    TEST_CASE("what is dropped is gone, and dropping it again does no harm")
    {
        forEachKind([](Subject& subject) {
            BlobStore& store = *subject.store;
            REQUIRE(put(store, 1, "abc").outcome == blob::Outcome::Done);
            for (int times = 0; times < 2; ++times) {
                CHECK(store.carryOut(blob::DropUpload{key(1)}).outcome == blob::Outcome::Done);
            }
            CHECK(store.uploads().empty());
            CHECK(readAll(store, hashOf("abc")) == "abc");
            for (int times = 0; times < 2; ++times) {
                CHECK(store.carryOut(blob::DropFile{hashOf("abc")}).outcome == blob::Outcome::Done);
            }
            CHECK(store.files().empty());
        });
    }
}

TEST_SUITE("files in a folder")
{
    TEST_CASE("an upload goes on in the next process")
    {
        const auto subject = folderSubject();
        static_cast<void>(subject->store->carryOut(blob::Append{key(1), 0, "abc"}));
        subject->store = subject->open();
        CHECK(subject->store->uploads().size() == 1);
        CHECK(subject->store->carryOut(blob::Open{key(1), 6}).received == 3);
        static_cast<void>(subject->store->carryOut(blob::Append{key(1), 3, "def"}));
        CHECK(subject->store->carryOut(blob::Finish{key(1), hashOf("abcdef"), 6}).outcome
              == blob::Outcome::Done);
        CHECK(readAll(*subject->store, hashOf("abcdef")) == "abcdef");
    }

    TEST_CASE("nobody else can read the files")
    {
        const auto subject = folderSubject();
        REQUIRE(put(*subject->store, 1, "abc").outcome == blob::Outcome::Done);
        const QFile::Permissions others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup
                                          | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
        const QFileInfo folder(subject->folder.filePath(QStringLiteral("files")));
        CHECK((folder.permissions() & others) == QFile::Permissions());
    }

    TEST_CASE("many uploads at once need few open files")
    {
        const auto subject = folderSubject();
        for (std::uint8_t number = 1; number <= 200; ++number) {
            static_cast<void>(subject->store->carryOut(blob::Append{key(number), 0, "a"}));
        }
        for (std::uint8_t number = 1; number <= 200; ++number) {
            const std::string bytes = "a" + std::to_string(number);
            static_cast<void>(subject->store->carryOut(blob::Append{key(number), 1, bytes.substr(1)}));
            CHECK(subject->store->carryOut(blob::Finish{key(number), hashOf(bytes), bytes.size()}).outcome
                  == blob::Outcome::Done);
        }
        CHECK(QDir(QStringLiteral("/proc/self/fd")).count() < 120);
    }

    TEST_CASE("a chunk that does not fit leaves the upload as it was")
    {
        const auto subject = folderSubject();
        const std::string bytes(4096, 'x');
        static_cast<void>(subject->store->carryOut(blob::Append{key(1), 0, bytes}));
        {
            const test::TightDisk tight(6000);
            CHECK(subject->store->carryOut(blob::Append{key(1), bytes.size(), bytes}).outcome
                  != blob::Outcome::Done);
        }
        CHECK(subject->store->carryOut(blob::Append{key(1), bytes.size(), bytes}).outcome
              == blob::Outcome::Done);
        CHECK(subject->store->carryOut(blob::Finish{key(1), hashOf(bytes + bytes), 2 * bytes.size()}).outcome
              == blob::Outcome::Done);
    }

    TEST_CASE("uploads leave the reserved part of the disk free")
    {
        const QTemporaryDir folder;
        const auto free = static_cast<std::uint64_t>(QStorageInfo(folder.path()).bytesAvailable());
        FolderBlobs half(folder.filePath(QStringLiteral("files")), free / 2);
        BlobStore& store = half;
        CHECK(store.carryOut(blob::Open{key(1), free}).outcome == blob::Outcome::NoRoom);
        CHECK(store.carryOut(blob::Open{key(2), 100}).outcome == blob::Outcome::Done);
        FolderBlobs all(folder.filePath(QStringLiteral("files")), 2 * free);
        BlobStore& full = all;
        CHECK(full.carryOut(blob::Append{key(2), 0, "x"}).outcome == blob::Outcome::NoRoom);
    }

    TEST_CASE("files of other programs are left alone")
    {
        const auto subject = folderSubject();
        REQUIRE(put(*subject->store, 1, "abc").outcome == blob::Outcome::Done);
        for (const char* name : {"files/files/README", "files/uploads/7-xyz", "files/uploads/notes"}) {
            QFile file(subject->folder.filePath(QString::fromLatin1(name)));
            REQUIRE(file.open(QIODevice::WriteOnly));
        }
        CHECK(subject->store->files().size() == 1);
        CHECK(subject->store->uploads().size() == 1);
    }
}

} // namespace tidemark::server
