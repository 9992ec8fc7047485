#pragma once

#include "server-stub/hub/contract/blob_records.h"

namespace tidemark::server::postgres {

/// A server on PostgreSQL takes no files yet.
class NoBlobs final : public BlobRecords {
public:
    std::optional<UploadRecord> upload(const UploadKey& /*key*/) override { return std::nullopt; }
    void putUpload(const UploadRecord& /*upload*/) override {}
    void removeUpload(const UploadKey& /*key*/) override {}
    bool hasUploaded(UserId /*user*/, const BlobHash& /*hash*/) override { return false; }
    std::vector<UploadKey> expiredUploads(UnixMs /*now*/, std::uint32_t /*limit*/) override { return {}; }

    std::optional<BlobRecord> blob(const BlobHash& /*hash*/) override { return std::nullopt; }
    void putBlob(const BlobRecord& /*blob*/) override {}
    void removeBlob(const BlobHash& /*hash*/) override {}
    bool isReadable(const BlobHash& /*hash*/, UserId /*user*/) override { return false; }
    std::vector<BlobHash> unusedBlobs(std::uint32_t /*limit*/) override { return {}; }

    std::uint64_t bytesOf(UserId /*user*/) override { return 0; }
    std::uint64_t allBytes() override { return 0; }
    std::size_t uploadCount(UserId /*user*/) override { return 0; }

    std::vector<BlobRecord> allBlobs() override { return {}; }
    std::vector<UploadRecord> allUploads() override { return {}; }
    std::vector<BlobReference> references(ConversationId /*conversation*/) override { return {}; }
};

} // namespace tidemark::server::postgres
