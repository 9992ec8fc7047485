#pragma once

#include "app/lab/world/plan.h"
#include "app/lab/world/servers/sim_database.h"
#include "server-stub/hub/contract/stores/blob_records.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tidemark::sim {

/// The records of files with defects of a server. Everything else goes to the real store.
class SimBlobs final : public server::BlobRecords {
public:
    SimBlobs(SimDatabase& database, const Plan& plan)
        : m_store(database.store()), m_real(database.store().blobs()), m_kept(database.keptFiles()),
          m_defect(plan.defect)
    {
    }

    bool isReadable(const BlobHash& hash, UserId user) override;
    std::vector<BlobHash> unusedBlobs(std::uint32_t limit) override;
    void putAvatar(const Avatar& avatar, UserId by) override;

    std::optional<server::UploadRecord> upload(const server::UploadKey& key) override
    {
        return m_real.upload(key);
    }
    void putUpload(const server::UploadRecord& upload) override { m_real.putUpload(upload); }
    void removeUpload(const server::UploadKey& key) override { m_real.removeUpload(key); }
    bool hasUploaded(UserId user, const BlobHash& hash) override { return m_real.hasUploaded(user, hash); }
    std::vector<server::UploadKey> expiredUploads(UnixMs now, std::uint32_t limit) override
    {
        return m_real.expiredUploads(now, limit);
    }
    std::optional<server::BlobRecord> blob(const BlobHash& hash) override { return m_real.blob(hash); }
    void putBlob(const server::BlobRecord& blob) override { m_real.putBlob(blob); }
    void removeBlob(const BlobHash& hash) override { m_real.removeBlob(hash); }
    Avatar avatar(const AvatarOwner& owner) override { return m_real.avatar(owner); }
    std::uint64_t bytesOf(UserId user) override { return m_real.bytesOf(user); }
    std::uint64_t allBytes() override { return m_real.allBytes(); }
    server::BlobCounts counts() override { return m_real.counts(); }
    std::size_t uploadCount(UserId user) override { return m_real.uploadCount(user); }
    std::vector<server::BlobRecord> allBlobs() override { return m_real.allBlobs(); }
    std::vector<server::UploadRecord> allUploads() override { return m_real.allUploads(); }
    std::vector<BlobHash> looseBlobs() override { return m_real.looseBlobs(); }
    std::vector<Avatar> allAvatars() override { return m_real.allAvatars(); }
    std::vector<server::BlobReference> references(ConversationId conversation) override
    {
        return m_real.references(conversation);
    }

private:
    /// Adds files that only avatars name, for a defect.
    void addLost(std::vector<BlobHash>& unused);

    server::Store& m_store;
    server::BlobRecords& m_real;
    std::set<BlobHash>& m_kept;
    Defect m_defect;
};

} // namespace tidemark::sim
