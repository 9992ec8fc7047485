#pragma once

#include "server-stub/hub/contract/stores/blob_store.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace tidemark::server {

/// In-memory fake of BlobStore for tests. All bytes are safe at once.
class MemoryBlobStore final : public BlobStore {
public:
    using Hash = std::function<BlobHash(std::string_view bytes)>;
    explicit MemoryBlobStore(Hash hash) : m_hash(std::move(hash)) {}

    /// All files and uploads together take at most this much.
    void limitTo(std::uint64_t bytes) { m_limit = bytes; }

    [[nodiscard]] blob::Result carryOut(const blob::Work& work) override;
    [[nodiscard]] std::vector<StoredFile> files() override;
    [[nodiscard]] std::vector<StoredUpload> uploads() override;

private:
    [[nodiscard]] blob::Result carryOut(const blob::Open& work);
    [[nodiscard]] blob::Result carryOut(const blob::Append& work);
    [[nodiscard]] blob::Result carryOut(const blob::Finish& work);
    [[nodiscard]] blob::Result carryOut(const blob::Read& work);
    [[nodiscard]] blob::Result carryOut(const blob::DropUpload& work);
    [[nodiscard]] blob::Result carryOut(const blob::DropFile& work);
    [[nodiscard]] bool hasRoomFor(std::uint64_t bytes) const;

    Hash m_hash;
    std::uint64_t m_limit = ~std::uint64_t{0};
    std::map<BlobHash, std::string> m_files;
    std::map<UploadKey, std::string> m_uploads;
};

} // namespace tidemark::server
