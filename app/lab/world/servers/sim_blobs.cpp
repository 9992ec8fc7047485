#include "app/lab/world/servers/sim_blobs.h"

namespace tidemark::sim {

bool SimBlobs::isReadable(const BlobHash& hash, UserId user)
{
    const bool isAccepted = m_defect == Defect::HashAccepted && m_real.blob(hash).has_value();
    return isAccepted || m_real.isReadable(hash, user);
}

std::vector<BlobHash> SimBlobs::unusedBlobs(std::uint32_t limit)
{
    std::vector<BlobHash> unused = m_real.unusedBlobs(limit);
    if (m_defect == Defect::AvatarLosesFile) {
        addLost(unused);
    }
    std::erase_if(unused, [this](const BlobHash& hash) { return m_kept.contains(hash); });
    return unused;
}

void SimBlobs::addLost(std::vector<BlobHash>& unused)
{
    std::set<BlobHash> named;
    for (const server::UploadRecord& upload : m_real.allUploads()) {
        named.insert(upload.hash);
    }
    for (const ConversationId id : m_store.conversations().all()) {
        for (const server::BlobReference& reference : m_real.references(id)) {
            named.insert(reference.hash);
        }
    }
    for (const Avatar& avatar : m_real.allAvatars()) {
        const bool isThere = avatar.hash.isValid() && m_real.blob(avatar.hash);
        if (isThere && named.insert(avatar.hash).second) {
            unused.push_back(avatar.hash);
        }
    }
}

void SimBlobs::putAvatar(const Avatar& avatar, UserId by)
{
    if (m_defect == Defect::AvatarNotStored) {
        return;
    }
    if (m_defect == Defect::AvatarKeepsFile) {
        m_kept.insert(m_real.avatar(avatar.owner).hash);
    }
    m_real.putAvatar(avatar, by);
}

} // namespace tidemark::sim
