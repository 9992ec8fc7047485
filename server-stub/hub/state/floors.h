#pragma once

#include "server-stub/hub/contract/hub_values.h"
#include "server-stub/hub/contract/store.h"

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

/// The last entry of (after, through] such that no entry through it is younger than `time`; `after` if there
/// is none. In logs of earlier servers times may fall: an entry that seems older than one before it was
/// written while the clock was wrong, and counts as being as young as the next entry that does not. O(entries
/// that are not younger).
[[nodiscard]] Seq lastNotAfter(Store& store, ConversationId conversation, Seq after, Seq through,
                               UnixMs time);

/// The time when the first message that `counts` or the "Following" entry counts for `member` will be too
/// old, as far as is known; `never` if there is no such message or no such policy.
[[nodiscard]] UnixMs expiryOf(Store& store, const RetentionPolicy& policy,
                              const ConversationRecord& conversation, const MemberRecord& member,
                              ReadCounts counts);

/// `member` with its floor raised to where it must be, under the next version; nothing if it is there
/// already. The floor only rises. `aged` decides what is too old (see AgeClock); `wall` is stored as the time
/// of the move, for display.
[[nodiscard]] std::optional<MemberRecord> withRaisedFloor(Store& store, const RetentionPolicy& policy,
                                                          const ConversationRecord& conversation,
                                                          const MemberRecord& member, UnixMs aged,
                                                          UnixMs wall);

} // namespace tidemark::server
