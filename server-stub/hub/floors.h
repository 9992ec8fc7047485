#pragma once

#include "server-stub/hub/hub.h"
#include "server-stub/hub/store.h"

#include <limits>
#include <optional>

/// Floors that the server moves (I5): over what it no longer keeps, and over what was unread for too long.
namespace tidemark::server {

inline constexpr UnixMs never{std::numeric_limits<std::int64_t>::max()};

/// When the mute of `member` is over; never when it is not muted, or for ever.
[[nodiscard]] constexpr UnixMs endOfMute(const MemberRecord& member)
{
    const bool ends = member.settings.muted && member.settings.mutedUntil > UnixMs{};
    return ends ? member.settings.mutedUntil : never;
}

/// The last entry of (after, upto] that is not younger than `time`; `after` when there is none. O(log n):
/// takes times to rise with the seq. Where the clock was put back it may stop earlier or later, always at an
/// entry.
[[nodiscard]] Seq lastNotAfter(Store& store, ConversationId conversation, Seq after, Seq upto, UnixMs time);

/// When the first message that `counts` of `member` counts will be too old; never without one, and without
/// such a policy.
[[nodiscard]] UnixMs expiryOf(Store& store, const RetentionPolicy& policy,
                              const ConversationRecord& conversation, const MemberRecord& member,
                              ReadCounts counts);

/// `member` with the floor where it has to be at `wall`, under the next version; nothing when it is there
/// already. Only rises.
[[nodiscard]] std::optional<MemberRecord> withRaisedFloor(Store& store, const RetentionPolicy& policy,
                                                          const ConversationRecord& conversation,
                                                          const MemberRecord& member, UnixMs wall);

} // namespace tidemark::server
