#include "server-stub/hub/state/marks_cache.h"

#include "server-stub/hub/contract/counts.h"

#include <cstddef>

namespace tidemark::server {

namespace {

constexpr std::size_t maxMarkedConversations = 100000;

} // namespace

Marks MarksCache::of(Store& store, const MemberRecord& viewer)
{
    const ConversationId conversation = viewer.conversation;
    auto found = m_known.find(conversation);
    if (found == m_known.end()) {
        if (m_known.size() >= maxMarkedConversations) {
            clear();
        }
        found = m_known
                    .emplace(conversation, Known{store.receipts().seenByOthers(conversation, UserId()),
                                                 store.receipts().furthestDelivered(conversation),
                                                 {}})
                    .first;
    }
    Known& known = found->second;
    const Seq delivered = deliveredToOthers(known.delivered, viewer.user);
    if (viewer.seen < known.seen) {
        return {known.seen, delivered};
    }
    const auto [besides, isNew] = known.seenBesides.try_emplace(viewer.user);
    if (isNew) {
        besides->second = store.receipts().seenByOthers(conversation, viewer.user);
    }
    return {besides->second, delivered};
}

} // namespace tidemark::server
