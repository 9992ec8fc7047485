#include "server-stub/hub/upkeep/blob_sweep.h"

#include "server-stub/hub/state/floors.h"
#include "server-stub/hub/upkeep/pause.h"

#include <algorithm>
#include <vector>

namespace tidemark::server {

namespace {

constexpr std::uint32_t maxSweptPerTurn = 100;
/// The delay before a sweep, so that many references that are removed in a row cost one sweep.
constexpr Milliseconds sweepPause{2000};
/// Time between two looks for expired uploads.
constexpr Milliseconds sweepInterval{600000};

} // namespace

void BlobSweep::run()
{
    if (!m_next || m_context.now() < *m_next) {
        return;
    }
    BlobRecords& blobs = m_context.store().blobs();
    const std::vector<UploadKey> expired = blobs.expiredUploads(m_context.wall(), maxSweptPerTurn);
    for (const UploadKey& key : expired) {
        if (const auto upload = blobs.upload(key)) {
            m_context.dropUpload(*upload);
        }
    }
    const std::vector<BlobHash> unused = blobs.unusedBlobs(maxSweptPerTurn);
    for (const BlobHash& hash : unused) {
        if (!m_context.finishingFiles().contains(hash)) {
            blobs.removeBlob(hash);
            m_context.turn().add(BlobJob{{}, blob::DropFile{hash}});
        }
    }
    const bool hasMore = !expired.empty() || !unused.empty();
    // Another server may end before it has swept.
    const bool mayHaveWork = m_context.isShared || !blobs.expiredUploads(never, 1).empty();
    m_next.reset();
    if (hasMore || mayHaveWork) {
        m_next = m_context.now() + (hasMore ? sweepPause : sweepInterval);
    }
}

void BlobSweep::noteWork()
{
    const Instant soon = m_context.now() + sweepPause;
    m_next = m_next ? std::min(*m_next, soon) : soon;
}

void BlobSweep::undo()
{
    m_next = m_context.now() + longPauseAfterFailure;
}

} // namespace tidemark::server
