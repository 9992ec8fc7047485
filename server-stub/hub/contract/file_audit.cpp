#include "server-stub/hub/contract/file_audit.h"

#include <algorithm>

namespace tidemark::server {

namespace {

std::string hexOf(const BlobHash& hash)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string hex;
    for (const std::uint8_t byte : hash.bytes) {
        hex += digits[byte >> 4U];
        hex += digits[byte & 15U];
    }
    return hex;
}

} // namespace

void FileAudit::note(const Entry& entry)
{
    std::map<BlobHash, std::uint64_t>& sent = m_sent[entry.author];
    if (const auto* message = entry.as<content::Message>()) {
        for (const Attachment& attachment : message->attachments) {
            sent[attachment.hash] = attachment.size;
            m_used.insert(attachment.hash);
        }
    }
}

void FileAudit::run()
{
    const std::vector<BlobRecord> files = m_store.blobs().allBlobs();
    checkUploads();
    checkAvatars();
    checkUnused(files);
    checkBytes(files);
}

void FileAudit::checkUploads()
{
    for (const UploadRecord& upload : m_store.blobs().allUploads()) {
        m_uploading[upload.key.user] += upload.size;
        if (!upload.isComplete) {
            m_incomplete += upload.size;
            continue;
        }
        m_used.insert(upload.hash);
        const auto file = m_store.blobs().blob(upload.hash);
        expect(file && file->size == upload.size, "user " + std::to_string(upload.key.user.value)
                                                      + ": the file of a complete upload is not known");
    }
}

void FileAudit::checkAvatars()
{
    for (const Avatar& avatar : m_store.blobs().allAvatars()) {
        if (!avatar.hash.isValid()) {
            continue;
        }
        m_used.insert(avatar.hash);
        const auto file = m_store.blobs().blob(avatar.hash);
        const AvatarOwner& owner = avatar.owner;
        expect(file && file->size == avatar.size,
               (owner.user.isValid() ? "user " + std::to_string(owner.user.value)
                                     : "conversation " + std::to_string(owner.conversation.value))
                   + ": the file of the avatar is not known");
    }
}

void FileAudit::checkUnused(const std::vector<BlobRecord>& files)
{
    const std::vector<BlobHash> loose = m_store.blobs().looseBlobs();
    const std::set<BlobHash> marked(loose.begin(), loose.end());
    for (const BlobRecord& file : files) {
        expect(m_used.contains(file.hash) || marked.contains(file.hash),
               "file " + hexOf(file.hash) + " is not used, and will not be removed");
    }
}

void FileAudit::checkBytes(const std::vector<BlobRecord>& files)
{
    std::uint64_t all = m_incomplete;
    for (const BlobRecord& file : files) {
        all += file.size;
    }
    expectEqual(m_store.blobs().allBytes(), all, "the server");
    for (const auto& [user, bytes] : m_uploading) {
        m_sent[user]; // so that this user is compared, too
    }
    m_sent.erase(UserId()); // the author of announcements, which have no files
    for (const auto& [user, sent] : m_sent) {
        std::uint64_t counted = m_uploading[user];
        for (const auto& [hash, size] : sent) {
            counted += size;
        }
        expectEqual(m_store.blobs().bytesOf(user), counted, "user " + std::to_string(user.value));
    }
}

void FileAudit::expect(bool holds, const std::string& finding)
{
    if (!holds) {
        m_findings.push_back(finding);
    }
}

void FileAudit::expectEqual(std::uint64_t stored, std::uint64_t counted, const std::string& what)
{
    expect(stored == counted,
           what + " has " + std::to_string(stored) + " bytes in files, recounted " + std::to_string(counted));
}

} // namespace tidemark::server
