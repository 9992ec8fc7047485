#pragma once

#include "server-stub/hub/contract/stores/blob_records.h"
#include "server-stub/store/connection.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tidemark::server {

/// The files of the SQLite store, the uploads, and the entries that refer to files.
class BlobTable final : public BlobRecords {
public:
    explicit BlobTable(Connection& connection);

    std::optional<UploadRecord> upload(const UploadKey& key) override;
    void putUpload(const UploadRecord& upload) override;
    void removeUpload(const UploadKey& key) override;
    bool hasUploaded(UserId user, const BlobHash& hash) override;
    std::vector<UploadKey> expiredUploads(UnixMs now, std::uint32_t limit) override;

    std::optional<BlobRecord> blob(const BlobHash& hash) override;
    void putBlob(const BlobRecord& blob) override;
    void removeBlob(const BlobHash& hash) override;
    bool isReadable(const BlobHash& hash, UserId user) override;
    Avatar avatar(const AvatarOwner& owner) override;
    void putAvatar(const Avatar& avatar, UserId by) override;
    std::vector<BlobHash> unusedBlobs(std::uint32_t limit) override;

    std::uint64_t bytesOf(UserId user) override;
    std::uint64_t allBytes() override;
    BlobCounts counts() override;
    std::size_t uploadCount(UserId user) override;

    std::vector<BlobRecord> allBlobs() override;
    std::vector<UploadRecord> allUploads() override;
    std::vector<BlobHash> looseBlobs() override;
    std::vector<Avatar> allAvatars() override;
    std::vector<BlobReference> references(ConversationId conversation) override;

    // The log calls these.
    /// Also removes the author's complete uploads of the files.
    void addReferences(ConversationId conversation, Seq seq, UserId author,
                       const std::vector<Attachment>& attachments);
    /// Of the entries (after, through].
    void removeReferences(ConversationId conversation, Seq after, Seq through);

private:
    /// At most `limit`; -1: all.
    [[nodiscard]] std::vector<BlobHash> looseBlobs(std::int64_t limit);
    [[nodiscard]] bool isUsed(const BlobHash& hash);

    Statement m_selectUpload;
    Statement m_putUpload;
    Statement m_removeUpload;
    Statement m_removeUploadsOf;
    Statement m_selectUploaded;
    Statement m_selectExpired;
    Statement m_selectBlob;
    Statement m_insertBlob;
    Statement m_removeBlob;
    Statement m_selectReadable;
    Statement m_selectLoose;
    Statement m_noteLoose;
    Statement m_noteLooseReferences;
    Statement m_forgetLoose;
    Statement m_selectUse;
    Statement m_sumOfUser;
    Statement m_sumOfAll;
    Statement m_raiseUsage;
    Statement m_lowerUsage;
    Statement m_raiseTotal;
    Statement m_lowerTotal;
    Statement m_selectNamed;
    Statement m_countUploads;
    Statement m_countAll;
    Statement m_selectBlobs;
    Statement m_selectUploads;
    Statement m_selectReferences;
    Statement m_selectAvatar;
    Statement m_putAvatar;
    Statement m_noteLooseAvatar;
    Statement m_selectAvatars;
    Statement m_insertReference;
    Statement m_removeReferences;
};

} // namespace tidemark::server
