#pragma once

#include "core/domain/conversation.h"
#include "server-stub/hub/contract/stores/store.h"

#include <unordered_map>
#include <vector>

namespace tidemark::server {

/// Caches the receipts and delivered marks that members see of each other, until a row of the conversation
/// changes. Bounded: forgets everything when it is full.
class MarksCache {
public:
    /// The marks that the present member `viewer` sees.
    [[nodiscard]] Marks of(Store& store, const MemberRecord& viewer);
    /// Call when a row of the conversation has changed.
    void forget(ConversationId conversation) { m_known.erase(conversation); }
    /// Call after a failed transaction: the cache may hold its reads.
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
