#include "tests/programs/sim/servers/sim_blobs.h"

namespace tidemark::sim {

bool SimBlobs::isReadable(const BlobHash& hash, UserId user)
{
    const bool isAccepted = m_defect == Defect::HashAccepted && m_real.blob(hash).has_value();
    return isAccepted || m_real.isReadable(hash, user);
}

std::vector<BlobHash> SimBlobs::unusedBlobs(std::uint32_t limit)
{
    std::vector<BlobHash> unused = m_real.unusedBlobs(limit);
    std::erase_if(unused, [this](const BlobHash& hash) { return m_kept.contains(hash); });
    return unused;
}

} // namespace tidemark::sim
