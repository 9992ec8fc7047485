#include "server-stub/bus/hint_inbox.h"

#include <utility>

namespace tidemark::server {

bool HintInbox::put(HintBatch batch, std::size_t encodedBytes)
{
    const std::scoped_lock lock(m_mutex);
    const bool wasEmpty = isEmpty();
    const std::size_t bytes = encodedBytes + batch.hints.size() * sizeof(Hint) + sizeof(HintBatch);
    if (m_bytes + bytes > m_maxBytes) {
        m_dropped += batch.hints.size();
        m_content.missed = true;
    } else {
        m_bytes += bytes;
        m_content.batches.push_back(std::move(batch));
    }
    return wasEmpty;
}

bool HintInbox::putMissed()
{
    const std::scoped_lock lock(m_mutex);
    const bool wasEmpty = isEmpty();
    m_content.missed = true;
    return wasEmpty;
}

HintInbox::Content HintInbox::take()
{
    const std::scoped_lock lock(m_mutex);
    m_bytes = 0;
    return std::exchange(m_content, {});
}

std::uint64_t HintInbox::dropped() const
{
    const std::scoped_lock lock(m_mutex);
    return m_dropped;
}

} // namespace tidemark::server
