#include "server-stub/blobs/folder_blobs.h"
#include "server-stub/hub/memory/memory_blob_store.h"
#include "tests/support/blob_store_conformance.h"
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

using conformance::hashOf;
using conformance::key;
using conformance::put;
using conformance::readAll;

namespace {

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

} // namespace

namespace conformance {

void forEachStore(const std::function<void(BlobStore&)>& check)
{
    SUBCASE("folder")
    {
        check(*folderSubject()->store);
    }
    SUBCASE("memory")
    {
        MemoryBlobStore store(hashOf);
        check(store);
    }
}

} // namespace conformance

TEST_SUITE("files in a folder")
{
    TEST_CASE("the hash is SHA-256")
    {
        const QByteArray digits("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        const BlobHash hash = hashOf("abc");
        CHECK(QByteArray(reinterpret_cast<const char*>(hash.bytes.data()), 32).toHex() == digits);
    }

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
                  == blob::Outcome::NoRoom);
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
