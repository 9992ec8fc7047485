#pragma once

#include "server-stub/hub/contract/stores/blob_records.h"
#include "server-stub/postgres/session/connection.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace tidemark::server::postgres {

/// The files of the PostgreSQL store, the uploads, and the entries that refer to files.
///
/// Removing a record also removes the name of its bytes (byte_table.h) in the same transaction, so that no
/// server gives a removed file a record again, or continues a removed upload.
class BlobTable final : public BlobRecords {
public:
    explicit BlobTable(Connection& connection);

    std::optional<UploadRecord> upload(const UploadKey& key) override;
    /// The transaction fails if another server has changed the upload since it was read.
    void putUpload(const UploadRecord& upload) override;
    void removeUpload(const UploadKey& key) override;
    bool hasUploaded(UserId user, const BlobHash& hash) override;
    /// Locks them, and leaves out those that another server has locked.
    std::vector<UploadKey> expiredUploads(UnixMs now, std::uint32_t limit) override;

    std::optional<BlobRecord> blob(const BlobHash& hash) override;
    std::optional<BlobRecord> holdBlob(const BlobHash& hash) override;
    bool holdFile(const BlobHash& hash) override;
    void putBlob(const BlobRecord& blob) override;
    void removeBlob(const BlobHash& hash) override;
    bool isReadable(const BlobHash& hash, UserId user) override;
    Avatar avatar(const AvatarOwner& owner) override;
    /// The transaction fails if another server has changed the avatar since it was read.
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
    void removeReferences(ConversationId conversation, Seq seq, UserId author,
                          const std::vector<Attachment>& attachments);

    /// Writes the sums, in a fixed order.
    void flush();
    void forget();

private:
    struct Loose {
        std::uint64_t number = 0;
        BlobHash hash;
    };
    /// The entries of a user that refer to a file.
    struct Use {
        std::int64_t added = 0; ///< still to be written
        std::uint64_t size = 0;
    };

    void removeUploadsOf(UserId user, const BlobHash& hash);
    [[nodiscard]] std::vector<Loose> looseAfter(std::uint64_t number, std::uint32_t limit);
    /// Those of the files that have lost their last use. Removes the rows of files that need no further look.
    [[nodiscard]] std::vector<BlobHash> unusedOf(const std::vector<Loose>& loose);
    void noteLoose(const BlobHash& hash);
    /// Bytes that have lost a name.
    void noteLooseBytes(Statement::Run&& ids);
    void flushUses();

    Connection& m_connection;
    Statement m_selectUpload;
    Statement m_insertUpload;
    Statement m_updateUpload;
    Statement m_removeUpload;
    Statement m_removeUploadsOf;
    Statement m_selectUploaded;
    Statement m_holdExpired;
    Statement m_selectBlob;
    Statement m_holdBlob;
    Statement m_holdFile;
    Statement m_insertBlob;
    Statement m_removeBlob;
    Statement m_removeBlobBytes;
    Statement m_removeUploadBytes;
    Statement m_noteLooseBytes;
    Statement m_selectPlaces;
    Statement m_selectReadable;
    Statement m_noteLoose;
    Statement m_selectLoose;
    Statement m_forgetLoose;
    Statement m_selectKnown;
    Statement m_holdKnown;
    Statement m_selectReferred;
    Statement m_selectCompleted;
    Statement m_selectShown;
    Statement m_selectAvatar;
    Statement m_insertAvatar;
    Statement m_updateAvatar;
    Statement m_selectAvatars;
    Statement m_sumOfUser;
    Statement m_sumOfBlobs;
    Statement m_sumOfUploads;
    Statement m_countUploads;
    Statement m_countAll;
    Statement m_selectBlobs;
    Statement m_selectUploads;
    Statement m_selectReferences;
    Statement m_insertReference;
    Statement m_removeReference;
    Statement m_addUses;
    Statement m_removeUse;
    Statement m_addUsage;
    Statement m_addTotal;
    /// The uploads as this transaction has read or written them.
    std::map<UploadKey, std::optional<UploadRecord>> m_uploads;
    std::map<std::pair<UserId, BlobHash>, Use> m_uses;
    std::map<std::uint32_t, std::int64_t> m_totals; ///< bytes to add to each part of the sum of all files
};

} // namespace tidemark::server::postgres
