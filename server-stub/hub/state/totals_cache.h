#pragma once

#include "server-stub/hub/contract/hub_values.h"
#include "server-stub/hub/contract/stores/store.h"

#include <cstddef>
#include <unordered_map>
#include <vector>

namespace tidemark::server {

/// Caches users' totals, which are derived (I4): the share of a conversation is counted again only when its
/// head has moved. Bounded: forgets everything when it is full.
class TotalsCache {
public:
    struct Sum {
        protocol::TotalsNow totals;
        /// Conversations in which a floor must be raised or a mute has ended.
        std::vector<ConversationId> due;
    };

    /// `policy` must outlive this object.
    explicit TotalsCache(const RetentionPolicy& policy) : m_policy(policy) {}

    /// `aged` is the time for ages (see AgeClock); `wall` decides which mutes have ended.
    [[nodiscard]] Sum of(Store& store, UserId user, UnixMs aged, UnixMs wall);
    /// Call when a member row or the set of ignored users of the user has changed.
    void forget(UserId user);
    /// The number of the user's memberships that of() has read and cached.
    [[nodiscard]] std::size_t sizeOf(UserId user) const;
    /// The number of conversations that of() has counted since the start.
    [[nodiscard]] std::size_t counted() const { return m_counted; }
    /// Call after a failed transaction: the cache may hold its counts.
    void clear();

private:
    /// The share of one conversation in the totals, as of `head`.
    struct Share {
        MemberRecord member; ///< after leaving, only its version counts
        Seq head;
        ConversationKind kind = ConversationKind::Group;
        ReadCounts counts;
        std::uint64_t feed = 0;
        UnixMs expiresAt; ///< when the first unread message expires
    };
    static void add(protocol::TotalsNow& totals, const Share& share);
    [[nodiscard]] std::vector<Share>& sharesOf(Store& store, UserId user);

    const RetentionPolicy& m_policy;
    std::unordered_map<UserId, std::vector<Share>> m_shares;
    std::size_t m_remembered = 0; ///< number of shares of all users
    std::size_t m_counted = 0;
};

} // namespace tidemark::server
