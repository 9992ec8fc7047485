#pragma once

#include "server-stub/hub/contract/hub_values.h"
#include "server-stub/hub/contract/stores/store.h"

#include <limits>
#include <optional>

/// Floors that the server raises (I5): over entries that it no longer keeps, and over messages that were
/// unread for too long.
namespace tidemark::server {

inline constexpr UnixMs never{std::numeric_limits<std::int64_t>::max()};

/// The time when the mute of `member` ends; `never` if the member is not muted or is muted forever.
[[nodiscard]] constexpr UnixMs endOfMute(const MemberRecord& member)
{
    const bool ends = member.settings.muted && member.settings.mutedUntil > UnixMs{};
    return ends ? member.settings.mutedUntil : never;
}

/// The last entry of (after, through] up to which all entries have the time `time` or an earlier one; `after`
/// if there is none. In logs of earlier versions times may fall: an entry with an earlier time than one
/// before it was written with a wrong clock, and counts as if it had the time of the next entry in order.
/// O(entries up to `time`).
[[nodiscard]] Seq lastNotAfter(Store& store, ConversationId conversation, Seq after, Seq through,
                               UnixMs time);

/// The time when the first message counted in `counts` or by the "Following" entry expires, as far as is
/// known; `never` if there is no such message or no such policy.
[[nodiscard]] UnixMs expiryOf(Store& store, const RetentionPolicy& policy,
                              const ConversationRecord& conversation, const MemberRecord& member,
                              const Viewer& viewer, ReadCounts counts);

/// `member` with the floor raised to where it must be, under the next version; empty if the floor is there
/// already. The floor only rises. `aged` is the time for ages (see AgeClock); `wall` is stored as the time of
/// the move, for display.
[[nodiscard]] std::optional<MemberRecord> withRaisedFloor(Store& store, const RetentionPolicy& policy,
                                                          const ConversationRecord& conversation,
                                                          const MemberRecord& member, UnixMs aged,
                                                          UnixMs wall);

} // namespace tidemark::server
