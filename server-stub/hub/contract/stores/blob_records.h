#pragma once

#include "core/domain/attachment.h"
#include "core/domain/avatar.h"
#include "core/domain/ids.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

namespace tidemark::server {

/// The user's name for an upload.
struct UploadKey {
    UserId user;
    MessageUuid uuid;
    friend constexpr auto operator<=>(const UploadKey&, const UploadKey&) = default;
};

/// An upload that was begun, and whose file no message names yet.
struct UploadRecord {
    UploadKey key;
    BlobHash hash;
    std::uint64_t size = 0;
    bool isComplete = false; ///< the server holds the file, and its hash is `hash`
    UnixMs expiresAt;        ///< then the upload is dropped
    friend bool operator==(const UploadRecord&, const UploadRecord&) = default;
};

/// A complete file. Its bytes are in the BlobStore.
struct BlobRecord {
    BlobHash hash;
    std::uint64_t size = 0;
    friend bool operator==(const BlobRecord&, const BlobRecord&) = default;
};

/// An entry that names a file.
struct BlobReference {
    BlobHash hash;
    ConversationId conversation;
    Seq seq;
    friend auto operator<=>(const BlobReference&, const BlobReference&) = default;
};

/// The number of records, for figures that an operator asks for.
struct BlobCounts {
    std::uint64_t files = 0;
    std::uint64_t openUploads = 0; ///< that are not complete
    friend bool operator==(const BlobCounts&, const BlobCounts&) = default;
};

/// The files that the server knows, and what refers to them. A part of Store, so all of this belongs to its
/// transactions.
///
/// References follow from the log: appending a message adds one for each of its files and removes the
/// author's uploads of these files; recalling or trimming the message removes them. Avatars refer to files
/// too.
class BlobRecords {
public:
    virtual ~BlobRecords() = default;

    virtual std::optional<UploadRecord> upload(const UploadKey& key) = 0;
    /// Inserts or replaces the record.
    virtual void putUpload(const UploadRecord& upload) = 0;
    virtual void removeUpload(const UploadKey& key) = 0;
    /// Whether the user has a complete upload with this hash.
    virtual bool hasUploaded(UserId user, const BlobHash& hash) = 0;
    /// Uploads that have expired, in any order; at most `limit`.
    virtual std::vector<UploadKey> expiredUploads(UnixMs now, std::uint32_t limit) = 0;

    virtual std::optional<BlobRecord> blob(const BlobHash& hash) = 0;
    /// The same. If several servers share the records, the others cannot remove this one until the
    /// transaction ends.
    virtual std::optional<BlobRecord> holdBlob(const BlobHash& hash) { return blob(hash); }
    /// Whether the file that a job has made is still there, before it gets a record. If several servers share
    /// the files, the others cannot remove this one until the transaction ends.
    virtual bool holdFile(const BlobHash& /*hash*/) { return true; }
    /// Does nothing if there is a record.
    virtual void putBlob(const BlobRecord& blob) = 0;
    virtual void removeBlob(const BlobHash& hash) = 0;
    /// Whether the user is a member of a conversation in which an entry that the user may read refers to the
    /// file.
    virtual bool isReadable(const BlobHash& hash, UserId user) = 0;
    /// Whether messages of the user may name the file: it is complete, has this size, and the user has
    /// uploaded it or may read it.
    /// Holds the record of such a file.
    [[nodiscard]] bool mayName(UserId user, const BlobHash& hash, std::uint64_t size)
    {
        if (!hasUploaded(user, hash) && !isReadable(hash, user)) {
            return false;
        }
        const auto held = holdBlob(hash);
        return held && held->size == size;
    }
    /// The avatar of a user or group; version 0 if there never was one.
    virtual Avatar avatar(const AvatarOwner& owner) = 0;
    /// Replaces the avatar, whose version must be the next one, and removes the complete uploads that `by`
    /// has of its file.
    virtual void putAvatar(const Avatar& avatar, UserId by) = 0;
    /// Files with neither a reference nor a complete upload, in any order; at most `limit`, and none only if
    /// there are none. Leaves out files whose record another server holds, and holds the others' records.
    virtual std::vector<BlobHash> unusedBlobs(std::uint32_t limit) = 0;

    /// The bytes of the different files in the user's entries, and of the user's uploads.
    virtual std::uint64_t bytesOf(UserId user) = 0;
    /// The bytes of all files, and of all uploads that are not complete.
    virtual std::uint64_t allBytes() = 0;
    /// Takes longer the more files there are: not for requests.
    virtual BlobCounts counts() = 0;
    /// The number of the user's uploads.
    virtual std::size_t uploadCount(UserId user) = 0;

    // for audits
    /// All files, ascending by hash.
    virtual std::vector<BlobRecord> allBlobs() = 0;
    /// All uploads, ascending by key.
    virtual std::vector<UploadRecord> allUploads() = 0;
    /// The files that unusedBlobs() looks at, in any order: all that are not used, and perhaps others.
    virtual std::vector<BlobHash> looseBlobs() = 0;
    /// All avatars, also removed ones, ascending by owner.
    virtual std::vector<Avatar> allAvatars() = 0;
    /// The references of a conversation, ascending.
    virtual std::vector<BlobReference> references(ConversationId conversation) = 0;
};

} // namespace tidemark::server
