#pragma once

#include "server-stub/hub/hub.h"
#include "server-stub/hub/store.h"

#include <cstddef>
#include <unordered_map>
#include <vector>

namespace tidemark::server {

/// Totals of users, derived (I4) and cheap to ask for again: what a conversation adds is counted anew only
/// when its head has moved. Bounded: forgets when too much is remembered.
class TotalsCache {
public:
    struct Sum {
        protocol::TotalsNow totals;
        std::vector<ConversationId> due; ///< where a floor is to be raised or a mute has ended
    };

    /// `policy` must live longer.
    explicit TotalsCache(const RetentionPolicy& policy) : m_policy(policy) {}

    [[nodiscard]] Sum of(Store& store, UserId user, UnixMs wall);
    /// A member row of the user has changed.
    void forget(UserId user);
    /// What was counted may be of a transaction that failed.
    void clear();

private:
    /// What one conversation adds, as of `head`.
    struct Share {
        MemberRecord member; ///< of a conversation that was left it counts for the version alone
        Seq head;
        ConversationKind kind = ConversationKind::Group;
        ReadCounts counts;
        std::uint64_t feed = 0;
        UnixMs expiresAt; ///< when the first of what is unread will be too old
    };
    static void add(protocol::TotalsNow& totals, const Share& share);
    [[nodiscard]] std::vector<Share>& sharesOf(Store& store, UserId user);

    const RetentionPolicy& m_policy;
    std::unordered_map<UserId, std::vector<Share>> m_shares;
    std::size_t m_remembered = 0; ///< shares in all
};

} // namespace tidemark::server
