#include "server-stub/hub/known_heads.h"

#include <algorithm>

namespace tidemark::server {

bool KnownHeads::note(const protocol::Head& head)
{
    const auto [place, isNew] = m_heads.try_emplace(head.conversation, head);
    protocol::Head& known = place->second;
    if (isNew) {
        return true;
    }
    if (known.logEpoch == head.logEpoch && head.head <= known.head) {
        return false;
    }
    known = head;
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
