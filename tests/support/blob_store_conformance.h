#pragma once

// Every BlobStore must pass these cases. A test program defines forEachStore() and includes this file once.

#include "server-stub/blobs/blob_hasher.h"
#include "server-stub/hub/contract/stores/blob_store.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace tidemark::server::conformance {

/// Runs `check` with an empty store of each kind.
void forEachStore(const std::function<void(BlobStore&)>& check);

inline BlobHash hashOf(std::string_view bytes)
{
    BlobHasher hasher;
    hasher.add(bytes);
    return hasher.result();
}

inline UploadKey key(std::uint8_t number)
{
    UploadKey made{UserId(7), {}};
    made.uuid.bytes[0] = number;
    return made;
}

inline blob::Result put(BlobStore& store, std::uint8_t number, const std::string& bytes)
{
    CHECK(store.carryOut(blob::Open{key(number), bytes.size()}).outcome == blob::Outcome::Done);
    CHECK(store.carryOut(blob::Append{key(number), 0, bytes}).outcome == blob::Outcome::Done);
    return store.carryOut(blob::Finish{key(number), hashOf(bytes), bytes.size()});
}

inline std::string readAll(BlobStore& store, const BlobHash& hash)
{
    return std::string(store.carryOut(blob::Read{hash, 0, 1U << 20U}).bytes);
}

TEST_SUITE("blob stores")
{
    TEST_CASE("a finished upload is a file that can be read in parts")
    {
        forEachStore([](BlobStore& store) {
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
        forEachStore([](BlobStore& store) {
            CHECK(put(store, 1, "").outcome == blob::Outcome::Done);
            CHECK(store.files().size() == 1);
        });
    }

    TEST_CASE("bytes are stored once, in order")
    {
        forEachStore([](BlobStore& store) {
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
        forEachStore([](BlobStore& store) {
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
        forEachStore([](BlobStore& store) {
            REQUIRE(put(store, 1, "abc").outcome == blob::Outcome::Done);
            CHECK(store.carryOut(blob::Finish{key(1), hashOf("abc"), 3}).outcome == blob::Outcome::Done);
            CHECK(put(store, 2, "abc").outcome == blob::Outcome::Done);
            CHECK(store.files().size() == 1);
            CHECK(store.uploads().size() == 2);
        });
    }

    TEST_CASE("a dropped upload or file is gone, and dropping it again does no harm")
    {
        forEachStore([](BlobStore& store) {
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

} // namespace tidemark::server::conformance
