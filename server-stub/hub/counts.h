#pragma once

#include "server-stub/hub/store.h"

namespace tidemark::server {

/// How far, of those who hold a log furthest, the one holds it who is not `viewer`.
[[nodiscard]] Seq deliveredToOthers(const std::vector<Reach>& furthest, UserId viewer);

/// I4 from the store's primitives: O(1) plus recalls and mentions in range.
[[nodiscard]] ReadCounts countsOf(Store& store, const ConversationRecord& conversation,
                                  const MemberRecord& member);

/// How many messages above `after` are unread to somebody who has read up to there. O(1) plus recalls.
[[nodiscard]] std::uint64_t unreadAfter(Store& store, const ConversationRecord& conversation, Seq after,
                                        UserId reader);

/// What the "Following" entry counts of a channel: messages of others above the snapshot and the floor. O(1)
/// plus recalls.
[[nodiscard]] std::uint64_t feedOf(Store& store, const ConversationRecord& conversation,
                                   const MemberRecord& member);

/// The first message that `counts` of the same member counts; 0 when it counts none.
[[nodiscard]] Seq firstUnreadOf(Store& store, const ConversationRecord& conversation,
                                const MemberRecord& member, ReadCounts counts);

/// The absolute, stamped state of one member (I8). Who is none any more learns nothing that has happened
/// since.
[[nodiscard]] ConversationState stateOf(Store& store, const ConversationRecord& conversation,
                                        const MemberRecord& member);

} // namespace tidemark::server
