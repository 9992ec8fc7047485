#pragma once

#include "server-stub/hub/contract/blob_jobs.h"

#include <cstdint>
#include <vector>

namespace tidemark::server {

/// The bytes of files. Implementations pass one conformance suite. A file is stored completely or not at all,
/// and never changes. Call from one thread; calls block.
class BlobStore {
public:
    virtual ~BlobStore() = default;

    /// Does one job. Works that have no result return Done or Failed.
    [[nodiscard]] virtual blob::Result carryOut(const blob::Work& work) = 0;

    struct StoredFile {
        BlobHash hash;
        std::uint64_t size = 0;
        UnixMs changedAt;
    };
    struct StoredUpload {
        UploadKey key;
        UnixMs changedAt;
    };
    /// All complete files, ascending by hash.
    [[nodiscard]] virtual std::vector<StoredFile> files() = 0;
    /// All uploads that were opened and not dropped, ascending.
    [[nodiscard]] virtual std::vector<StoredUpload> uploads() = 0;
};

} // namespace tidemark::server
