#include "server-stub/hub/memory/memory_blob_store.h"

#include <algorithm>
#include <variant>

namespace tidemark::server {

blob::Result MemoryBlobStore::carryOut(const blob::Work& work)
{
    return std::visit([this](const auto& one) { return carryOut(one); }, work);
}

blob::Result MemoryBlobStore::carryOut(const blob::Open& work)
{
    const std::uint64_t received = m_uploads[work.upload].size();
    return {hasRoomFor(work.size - std::min(work.size, received)) ? blob::Outcome::Done
                                                                  : blob::Outcome::NoRoom,
            received};
}

blob::Result MemoryBlobStore::carryOut(const blob::Append& work)
{
    std::string& upload = m_uploads[work.upload];
    if (work.offset > upload.size() || work.offset + work.bytes.size() <= upload.size()) {
        return {blob::Outcome::Done, upload.size()};
    }
    const std::string_view fresh = std::string_view(work.bytes).substr(upload.size() - work.offset);
    if (!hasRoomFor(fresh.size())) {
        return {blob::Outcome::NoRoom, upload.size()};
    }
    upload += fresh;
    return {blob::Outcome::Done, upload.size()};
}

blob::Result MemoryBlobStore::carryOut(const blob::Finish& work)
{
    const std::string& upload = m_uploads[work.upload];
    if (upload.size() < work.size) {
        return {blob::Outcome::Missing, upload.size()};
    }
    if (upload.size() != work.size || m_hash(upload) != work.hash) {
        return {blob::Outcome::WrongHash};
    }
    m_files.try_emplace(work.hash, upload);
    return {blob::Outcome::Done, upload.size()};
}

blob::Result MemoryBlobStore::carryOut(const blob::Read& work)
{
    const auto found = m_files.find(work.hash);
    if (found == m_files.end()) {
        return {blob::Outcome::Missing};
    }
    const std::string& file = found->second;
    return {blob::Outcome::Done, 0, file.substr(std::min<std::size_t>(work.offset, file.size()), work.limit)};
}

blob::Result MemoryBlobStore::carryOut(const blob::DropUpload& work)
{
    m_uploads.erase(work.upload);
    return {blob::Outcome::Done};
}

blob::Result MemoryBlobStore::carryOut(const blob::DropFile& work)
{
    m_files.erase(work.hash);
    return {blob::Outcome::Done};
}

std::vector<BlobStore::StoredFile> MemoryBlobStore::files()
{
    std::vector<StoredFile> all;
    for (const auto& [hash, bytes] : m_files) {
        all.push_back({hash, bytes.size(), {}});
    }
    return all;
}

std::vector<BlobStore::StoredUpload> MemoryBlobStore::uploads()
{
    std::vector<StoredUpload> all;
    for (const auto& [key, bytes] : m_uploads) {
        all.push_back({key, {}});
    }
    return all;
}

bool MemoryBlobStore::hasRoomFor(std::uint64_t bytes) const
{
    std::uint64_t used = 0;
    for (const auto& [hash, file] : m_files) {
        used += file.size();
    }
    for (const auto& [key, upload] : m_uploads) {
        used += upload.size();
    }
    return used + bytes <= m_limit;
}

} // namespace tidemark::server
