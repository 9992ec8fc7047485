#pragma once

// Every Store that takes files must pass these cases, too. Include this file after store_conformance.h.

#include "tests/support/store_conformance.h"

namespace tidemark::server::conformance {

inline BlobHash blobHash(std::uint8_t number)
{
    BlobHash made;
    made.bytes.fill(number);
    return made;
}

/// A store whose user 1 can send the file 1 of 100 bytes.
struct FilesFixture : Fixture {
    BlobRecords& blobs = store.blobs();

    FilesFixture() { putUpload(1, 1, true); }

    void putUpload(std::uint64_t user, std::uint8_t file, bool isComplete, std::int64_t expiresAt = 1000)
    {
        blobs.putUpload({{UserId(user), uuid(file)}, blobHash(file), 100, isComplete, UnixMs{expiresAt}});
        if (isComplete) {
            blobs.putBlob({blobHash(file), 100});
        }
    }

    Seq sendFiles(std::uint64_t author, std::uint64_t number, const std::vector<std::uint8_t>& files)
    {
        content::Message message;
        for (const std::uint8_t file : files) {
            message.attachments.push_back(
                {blobHash(file), 100, "image/png", "picture.png", 40, 30, "preview \xff"s});
        }
        return store.log().append(entry(UserId(author), number, std::move(message))).entry.seq;
    }

    [[nodiscard]] std::vector<BlobHash> unused() { return blobs.unusedBlobs(100); }
};

TEST_SUITE("files")
{
    TEST_CASE_FIXTURE(FilesFixture, "attachments come back as they were stored")
    {
        putUpload(1, 2, true);
        const Seq seq = sendFiles(1, 1, {1, 2});
        commitAndBegin();
        const auto found = store.log().entry(group, seq);
        REQUIRE(found);
        const auto* message = found->entry.as<content::Message>();
        REQUIRE(message != nullptr);
        REQUIRE(message->attachments.size() == 2);
        CHECK(message->attachments.at(1)
              == Attachment{blobHash(2), 100, "image/png", "picture.png", 40, 30, "preview \xff"s});
        CHECK(store.log().part({group, Seq(), seq, 10}).front() == found->entry);
    }

    TEST_CASE_FIXTURE(FilesFixture, "an upload is found by its user and uuid until it is removed")
    {
        const UploadKey key{UserId(1), uuid(1)};
        REQUIRE(blobs.upload(key));
        CHECK(blobs.upload(key)->isComplete);
        CHECK_FALSE(blobs.upload({UserId(2), uuid(1)}));
        CHECK(blobs.hasUploaded(UserId(1), blobHash(1)));
        CHECK_FALSE(blobs.hasUploaded(UserId(2), blobHash(1)));
        putUpload(2, 2, false);
        CHECK_FALSE(blobs.hasUploaded(UserId(2), blobHash(2)));
        CHECK(blobs.uploadCount(UserId(2)) == 1);
        CHECK(blobs.allUploads().size() == 2);
        blobs.removeUpload(key);
        CHECK_FALSE(blobs.upload(key));
    }

    TEST_CASE_FIXTURE(FilesFixture, "uploads expire at their time")
    {
        putUpload(2, 2, false, 2000);
        CHECK(blobs.expiredUploads(UnixMs{999}, 10).empty());
        CHECK(blobs.expiredUploads(UnixMs{1000}, 10) == std::vector{UploadKey{UserId(1), uuid(1)}});
        CHECK(blobs.expiredUploads(UnixMs{5000}, 10).size() == 2);
        CHECK(blobs.expiredUploads(UnixMs{5000}, 1).size() == 1);
    }

    TEST_CASE_FIXTURE(FilesFixture, "a message takes the place of its author's upload")
    {
        putUpload(2, 1, true);
        sendFiles(1, 1, {1});
        CHECK(blobs.uploadCount(UserId(1)) == 0);
        CHECK(blobs.uploadCount(UserId(2)) == 1);
        CHECK(unused().empty());
    }

    TEST_CASE_FIXTURE(FilesFixture, "a file is used as long as a message or a complete upload has it")
    {
        const Seq first = sendFiles(1, 1, {1});
        const Seq second = sendFiles(2, 2, {1, 1});
        recall(first, 3);
        CHECK(unused().empty());
        recall(second, 4);
        CHECK(unused() == std::vector{blobHash(1)});
        putUpload(3, 1, true);
        CHECK(unused().empty());
        blobs.removeUpload({UserId(3), uuid(1)});
        CHECK(unused() == std::vector{blobHash(1)});
        blobs.removeBlob(blobHash(1));
        CHECK(unused().empty());
        CHECK_FALSE(blobs.blob(blobHash(1)));
        CHECK(blobs.allBlobs().empty());
    }

    TEST_CASE_FIXTURE(FilesFixture, "recalled and trimmed messages have no attachments")
    {
        putUpload(1, 2, true);
        const Seq recalled = sendFiles(1, 1, {1});
        const Seq trimmed = sendFiles(1, 2, {2});
        CHECK(blobs.references(group)
              == std::vector{BlobReference{blobHash(1), group, recalled},
                             BlobReference{blobHash(2), group, trimmed}});
        recall(recalled, 3);
        CHECK(textBytesIn(store.log().entry(group, recalled)->entry.content) == 0);
        CHECK(blobs.references(group).size() == 1);
        store.log().trim(group, trimmed);
        CHECK(textBytesIn(store.log().entry(group, trimmed)->entry.content) == 0);
        CHECK(blobs.references(group).empty());
        CHECK(unused().size() == 2);
    }

    TEST_CASE_FIXTURE(FilesFixture, "members may read the files of messages that are not hidden from them")
    {
        sendFiles(1, 1, {1});
        CHECK(blobs.isReadable(blobHash(1), UserId(2)));
        CHECK_FALSE(blobs.isReadable(blobHash(2), UserId(2)));
        MemberRecord member = *store.members().find(group, UserId(2));
        member.hiddenThrough = member.floor = Seq(1);
        store.members().put(member);
        CHECK_FALSE(blobs.isReadable(blobHash(1), UserId(2)));
        member = *store.members().find(group, UserId(3));
        member.isMember = false;
        store.members().put(member);
        CHECK_FALSE(blobs.isReadable(blobHash(1), UserId(3)));
        store.accounts().insert("stranger", "");
        CHECK_FALSE(blobs.isReadable(blobHash(1), UserId(5)));
    }

    TEST_CASE_FIXTURE(FilesFixture, "bytes count once for each file and upload")
    {
        CHECK(blobs.bytesOf(UserId(1)) == 100);
        CHECK(blobs.allBytes() == 100);
        sendFiles(1, 1, {1, 1});
        sendFiles(1, 2, {1});
        CHECK(blobs.bytesOf(UserId(1)) == 100);
        putUpload(1, 2, false);
        CHECK(blobs.bytesOf(UserId(1)) == 200);
        CHECK(blobs.allBytes() == 200);
        CHECK(blobs.counts() == BlobCounts{1, 1});
        CHECK(blobs.bytesOf(UserId(2)) == 0);
        recall(Seq(1), 3);
        CHECK(blobs.bytesOf(UserId(1)) == 200);
        recall(Seq(2), 4);
        CHECK(blobs.bytesOf(UserId(1)) == 100);
        blobs.removeBlob(blobHash(1));
        CHECK(blobs.allBytes() == 100);
        CHECK(blobs.counts() == BlobCounts{0, 1});
        putUpload(1, 2, true);
        CHECK_MESSAGE(blobs.counts().openUploads == 0, "a complete upload is not open");
    }

    TEST_CASE_FIXTURE(FilesFixture, "no number of used files hides an unused one")
    {
        for (std::uint8_t file = 10; file < 250; ++file) {
            putUpload(1, file, true);
            sendFiles(1, 2 * file, {file});
            sendFiles(1, 2 * file + 1, {file}); // stays
        }
        const Seq last = sendFiles(1, 1000, {1});
        for (std::uint64_t seq = 1; seq < last.value; seq += 2) {
            recall(Seq(seq), 2000 + seq);
        }
        recall(last, 5000);
        CHECK(blobs.unusedBlobs(10) == std::vector{blobHash(1)});
    }

    TEST_CASE_FIXTURE(FilesFixture,
                      "an avatar comes back as it was stored, and takes the place of the upload")
    {
        const AvatarOwner ann{.user = UserId(1)};
        const AvatarOwner ofGroup{.conversation = group};
        CHECK(blobs.avatar(ann) == Avatar{ann});
        putUpload(2, 1, true);
        const Avatar first{ann, 1, blobHash(1), 100};
        blobs.putAvatar(first, UserId(1));
        commitAndBegin();
        CHECK(blobs.avatar(ann) == first);
        CHECK(blobs.avatar(ofGroup) == Avatar{ofGroup});
        CHECK(blobs.uploadCount(UserId(1)) == 0);
        CHECK(blobs.uploadCount(UserId(2)) == 1);
        CHECK_MESSAGE(!blobs.isReadable(blobHash(1), UserId(2)), "a hash alone gives no file");
        blobs.putAvatar({ofGroup, 1, blobHash(1), 100}, UserId(2));
        const Avatar removed{ann, 2, {}, 0};
        blobs.putAvatar(removed, UserId(1));
        CHECK(blobs.avatar(ann) == removed);
        CHECK(blobs.allAvatars() == std::vector{Avatar{ofGroup, 1, blobHash(1), 100}, removed});
    }

    TEST_CASE_FIXTURE(FilesFixture, "a file is used as long as it is an avatar")
    {
        const AvatarOwner ann{.user = UserId(1)};
        const AvatarOwner ofGroup{.conversation = group};
        putUpload(1, 2, true);
        blobs.putAvatar({ann, 1, blobHash(1), 100}, UserId(1));
        blobs.putAvatar({ofGroup, 1, blobHash(1), 100}, UserId(1));
        CHECK(unused().empty());
        blobs.putAvatar({ann, 2, blobHash(2), 100}, UserId(1));
        commitAndBegin();
        CHECK(unused().empty());
        blobs.putAvatar({ofGroup, 2, {}, 0}, UserId(1));
        CHECK(unused() == std::vector{blobHash(1)});
        blobs.removeBlob(blobHash(1));
        blobs.putAvatar({ann, 3, {}, 0}, UserId(1));
        CHECK(unused() == std::vector{blobHash(2)});
        CHECK_MESSAGE(blobs.bytesOf(UserId(1)) == 0, "avatars take nothing of the user's room");
    }

    TEST_CASE_FIXTURE(FilesFixture, "a transaction that is not committed leaves no trace")
    {
        commitAndBegin();
        sendFiles(1, 1, {1});
        putUpload(2, 2, true);
        blobs.putAvatar({{.user = UserId(2)}, 1, blobHash(2), 100}, UserId(2));
        store.rollback();
        store.begin();
        CHECK(blobs.allAvatars().empty());
        CHECK(blobs.hasUploaded(UserId(1), blobHash(1)));
        CHECK(blobs.references(group).empty());
        CHECK_FALSE(blobs.blob(blobHash(2)));
    }
}

} // namespace tidemark::server::conformance
