#include "server-stub/hub/state/known_heads.h"

#include <algorithm>

namespace tidemark::server {

bool KnownHeads::isNews(const protocol::Head& head) const
{
    const auto known = m_heads.find(head.conversation);
    return known == m_heads.end() || known->second.logEpoch != head.logEpoch
           || known->second.head < head.head;
}

bool KnownHeads::note(const protocol::Head& head)
{
    if (!isNews(head)) {
        return false;
    }
    m_heads.insert_or_assign(head.conversation, head);
    return true;
}

void KnownHeads::correct(const protocol::Head& head)
{
    const auto known = m_heads.find(head.conversation);
    if (known != m_heads.end() && known->second.logEpoch == head.logEpoch && known->second.head > head.head) {
        known->second = head;
    }
}

void KnownHeads::keepOnly(const std::vector<ConversationId>& conversations)
{
    std::erase_if(m_heads, [&](const auto& entry) {
        return !std::binary_search(conversations.begin(), conversations.end(), entry.first);
    });
}

} // namespace tidemark::server
