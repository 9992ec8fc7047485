#pragma once

#include "core/domain/attachment.h"

#include <cstddef>
#include <map>

namespace tidemark::server {

/// The files that jobs are making now. Their records may be missing although their bytes are there.
class FinishingFiles {
public:
    void begin(const BlobHash& hash) { ++m_jobs[hash]; }
    void end(const BlobHash& hash)
    {
        const auto found = m_jobs.find(hash);
        if (found != m_jobs.end() && --found->second == 0) {
            m_jobs.erase(found);
        }
    }
    [[nodiscard]] bool contains(const BlobHash& hash) const { return m_jobs.contains(hash); }

private:
    std::map<BlobHash, std::size_t> m_jobs; ///< the number of jobs for each file
};

} // namespace tidemark::server
