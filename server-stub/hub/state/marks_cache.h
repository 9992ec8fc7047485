#pragma once

#include "core/domain/conversation.h"
#include "server-stub/hub/contract/store.h"

#include <unordered_map>
#include <vector>

namespace tidemark::server {

/// Caches what members see of each other's receipts and delivered marks: what was read from the store holds
/// until a row of the conversation changes. Bounded: forgets everything when too much is cached.
class MarksCache {
public:
    /// The marks that the present member `viewer` is shown.
    [[nodiscard]] Marks of(Store& store, const MemberRecord& viewer);
    /// Call when a row of the conversation has changed.
    void forget(ConversationId conversation) { m_known.erase(conversation); }
    /// Call after a failed transaction: its reads may be in the cache.
    void clear() { m_known.clear(); }

private:
    struct Known {
        Seq seen; ///< greatest receipt of all members
        std::vector<DeliveryPosition> delivered;
        /// For each user whose own receipt is the greatest: the greatest receipt of the others.
        std::unordered_map<UserId, Seq> seenBesides;
    };

    std::unordered_map<ConversationId, Known> m_known;
};

} // namespace tidemark::server
