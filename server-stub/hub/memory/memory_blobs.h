#pragma once

#include "server-stub/hub/memory/memory_data.h"

#include <algorithm>
#include <map>
#include <vector>

namespace tidemark::server {

/// Finds references by scanning the logs.
class MemoryBlobs final : public BlobRecords {
public:
    explicit MemoryBlobs(MemoryData& data) : m_data(data) {}

    std::optional<UploadRecord> upload(const UploadKey& key) override
    {
        const auto found = m_data.uploads.find(key);
        return found == m_data.uploads.end() ? std::nullopt : std::optional(found->second);
    }
    void putUpload(const UploadRecord& upload) override { m_data.uploads[upload.key] = upload; }
    void removeUpload(const UploadKey& key) override { m_data.uploads.erase(key); }
    bool hasUploaded(UserId user, const BlobHash& hash) override
    {
        return std::any_of(m_data.uploads.begin(), m_data.uploads.end(), [&](const auto& one) {
            return one.first.user == user && one.second.hash == hash && one.second.isComplete;
        });
    }
    std::vector<UploadKey> expiredUploads(UnixMs now, std::uint32_t limit) override
    {
        std::vector<UploadKey> expired;
        for (const auto& [key, upload] : m_data.uploads) {
            if (upload.expiresAt <= now && expired.size() < limit) {
                expired.push_back(key);
            }
        }
        return expired;
    }
    std::optional<BlobRecord> blob(const BlobHash& hash) override
    {
        const auto found = m_data.blobs.find(hash);
        return found == m_data.blobs.end() ? std::nullopt : std::optional(BlobRecord{hash, found->second});
    }
    void putBlob(const BlobRecord& blob) override { m_data.blobs.try_emplace(blob.hash, blob.size); }
    void removeBlob(const BlobHash& hash) override { m_data.blobs.erase(hash); }
    bool isReadable(const BlobHash& hash, UserId user) override
    {
        bool isReadable = false;
        m_data.forEachAttachment([&](const StoredLog& log, const Entry& entry, const Attachment& attachment) {
            const auto member = log.members.find(user);
            isReadable |= attachment.hash == hash && member != log.members.end() && member->second.isMember
                          && entry.seq > member->second.hiddenThrough;
        });
        return isReadable;
    }
    Avatar avatar(const AvatarOwner& owner) override
    {
        const auto found = m_data.avatars.find(owner);
        return found == m_data.avatars.end() ? Avatar{owner} : found->second;
    }
    void putAvatar(const Avatar& avatar, UserId by) override
    {
        m_data.avatars[avatar.owner] = avatar;
        std::erase_if(m_data.uploads, [&](const auto& one) {
            return one.first.user == by && one.second.hash == avatar.hash && one.second.isComplete;
        });
    }
    std::vector<BlobHash> unusedBlobs(std::uint32_t limit) override
    {
        std::map<BlobHash, std::uint64_t> unused = m_data.blobs;
        m_data.forEachAttachment([&](const StoredLog&, const Entry&, const Attachment& attachment) {
            unused.erase(attachment.hash);
        });
        for (const auto& [key, upload] : m_data.uploads) {
            if (upload.isComplete) {
                unused.erase(upload.hash);
            }
        }
        for (const auto& [owner, avatar] : m_data.avatars) {
            unused.erase(avatar.hash);
        }
        std::vector<BlobHash> found;
        for (const auto& [hash, size] : unused) {
            if (found.size() < limit) {
                found.push_back(hash);
            }
        }
        return found;
    }

    std::uint64_t bytesOf(UserId user) override
    {
        std::map<BlobHash, std::uint64_t> sent;
        m_data.forEachAttachment([&](const StoredLog&, const Entry& entry, const Attachment& attachment) {
            if (entry.author == user) {
                sent[attachment.hash] = attachment.size;
            }
        });
        std::uint64_t bytes = 0;
        for (const auto& [hash, size] : sent) {
            bytes += size;
        }
        for (const auto& [key, upload] : m_data.uploads) {
            bytes += key.user == user ? upload.size : 0;
        }
        return bytes;
    }
    std::uint64_t allBytes() override
    {
        std::uint64_t bytes = 0;
        for (const auto& [hash, size] : m_data.blobs) {
            bytes += size;
        }
        for (const auto& [key, upload] : m_data.uploads) {
            bytes += upload.isComplete ? 0 : upload.size;
        }
        return bytes;
    }
    BlobCounts counts() override
    {
        const auto open = std::count_if(m_data.uploads.begin(), m_data.uploads.end(),
                                        [](const auto& one) { return !one.second.isComplete; });
        return {m_data.blobs.size(), static_cast<std::uint64_t>(open)};
    }
    std::size_t uploadCount(UserId user) override
    {
        return static_cast<std::size_t>(
            std::count_if(m_data.uploads.begin(), m_data.uploads.end(),
                          [user](const auto& one) { return one.first.user == user; }));
    }

    std::vector<BlobRecord> allBlobs() override
    {
        std::vector<BlobRecord> all;
        for (const auto& [hash, size] : m_data.blobs) {
            all.push_back({hash, size});
        }
        return all;
    }
    std::vector<UploadRecord> allUploads() override
    {
        std::vector<UploadRecord> all;
        for (const auto& [key, upload] : m_data.uploads) {
            all.push_back(upload);
        }
        return all;
    }
    std::vector<BlobHash> looseBlobs() override { return unusedBlobs(~std::uint32_t{0}); }
    std::vector<Avatar> allAvatars() override
    {
        std::vector<Avatar> all;
        for (const auto& [owner, avatar] : m_data.avatars) {
            all.push_back(avatar);
        }
        return all;
    }
    std::vector<BlobReference> references(ConversationId conversation) override
    {
        std::vector<BlobReference> all;
        m_data.forEachAttachment([&](const StoredLog& log, const Entry& entry, const Attachment& attachment) {
            if (log.record.id == conversation) {
                all.push_back({attachment.hash, conversation, entry.seq});
            }
        });
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        return all;
    }

private:
    MemoryData& m_data;
};

} // namespace tidemark::server
