#include "server-stub/hub/contract/orphans.h"

#include <map>
#include <set>

namespace tidemark::server {

bool removeOrphans(BlobStore& blobs, Store& store, UnixMs now)
{
    std::set<BlobHash> known;
    std::map<UploadKey, bool> uploads; // whether they are complete
    store.begin();
    for (const BlobRecord& blob : store.blobs().allBlobs()) {
        known.insert(blob.hash);
    }
    for (const UploadRecord& upload : store.blobs().allUploads()) {
        uploads[upload.key] = upload.isComplete;
    }
    if (!store.commit()) {
        return false; // what was read is worthless
    }
    constexpr std::int64_t dayMs = std::int64_t{24} * 60 * 60 * 1000;
    const auto isOld = [now](UnixMs changedAt) { return now.value - changedAt.value > dayMs; };
    for (const BlobStore::StoredFile& file : blobs.files()) {
        if (isOld(file.changedAt) && !known.contains(file.hash)) {
            static_cast<void>(blobs.carryOut(blob::DropFile{file.hash}));
        }
    }
    for (const BlobStore::StoredUpload& stored : blobs.uploads()) {
        const auto upload = uploads.find(stored.key);
        const bool isOver = upload == uploads.end() ? isOld(stored.changedAt) : upload->second;
        if (isOver) {
            static_cast<void>(blobs.carryOut(blob::DropUpload{stored.key}));
        }
    }
    return true;
}

} // namespace tidemark::server
