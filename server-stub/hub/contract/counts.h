#pragma once

#include "server-stub/hub/contract/stores/store.h"

namespace tidemark::server {

/// The furthest seq delivered to a member other than `viewer`.
[[nodiscard]] Seq deliveredToOthers(const std::vector<DeliveryPosition>& furthest, UserId viewer);

/// Counts a member's unread messages (I4) from the store's primitives, without those of users whom `viewer`,
/// who is the member, ignores, and without hidden ones: O(1) plus the recalls and mentions in range, and
/// LogStore::ofIgnored() and ofHidden() if the member ignores users or has hidden messages above the cursor.
[[nodiscard]] ReadCounts countsOf(Store& store, const ConversationRecord& conversation,
                                  const MemberRecord& member, const Viewer& viewer);
[[nodiscard]] ReadCounts countsOf(Store& store, const ConversationRecord& conversation,
                                  const MemberRecord& member);

/// The number of messages of others above `after`, also of users whom `reader` ignores. O(1) plus recalls.
[[nodiscard]] std::uint64_t unreadAfter(Store& store, const ConversationRecord& conversation, Seq after,
                                        UserId reader);

/// The number that the "Following" entry shows for a channel: messages of others above the snapshot and the
/// floor. O(1) plus recalls.
[[nodiscard]] std::uint64_t feedOf(Store& store, const ConversationRecord& conversation,
                                   const MemberRecord& member, const Viewer& viewer);

/// The first message counted in `counts`, which are the counts of `member`; 0 if no message is counted.
[[nodiscard]] Seq firstUnreadOf(Store& store, const ConversationRecord& conversation,
                                const MemberRecord& member, const Viewer& viewer, ReadCounts counts);

/// Selects the member's unread reactions.
[[nodiscard]] UnreadReactionsOf unreadReactionsOf(const ConversationRecord& conversation,
                                                  const MemberRecord& member, const Viewer& viewer);

/// Counts the member's unread reactions, without those to messages that the member has hidden.
[[nodiscard]] std::uint64_t countUnreadReactions(Store& store, const ConversationRecord& conversation,
                                                 const MemberRecord& member, const Viewer& viewer);

/// The absolute, stamped state of one member (I8). For a former member it shows the conversation as it was at
/// leaving.
[[nodiscard]] ConversationState stateOf(Store& store, const ConversationRecord& conversation,
                                        const MemberRecord& member);

} // namespace tidemark::server
