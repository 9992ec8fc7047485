#include "server-stub/hub/state/floors.h"

#include "core/base/require.h"
#include "server-stub/hub/contract/counts.h"

#include <algorithm>
#include <vector>

namespace tidemark::server {

namespace {

constexpr std::uint64_t firstLook = 64;
constexpr std::uint64_t maxStep = 4096;
constexpr UnixMs beforeTimes{std::numeric_limits<std::int64_t>::min()};

/// Calls `visit` with seq and time of the entries of (after, through], skipping entries with a time below
/// that of an earlier entry from `after` on. Stops when `visit` returns false.
void visitRising(Store& store, ConversationId conversation, Seq after, Seq through, auto&& visit)
{
    const std::vector<UnixMs> before =
        after.isValid() ? store.log().times(conversation, previous(after), after) : std::vector<UnixMs>();
    UnixMs latest = before.empty() ? beforeTimes : before.front();
    for (std::uint64_t look = firstLook; after < through; look = std::min(2 * look, maxStep)) {
        const Seq end(after.value + std::min(look, through.value - after.value));
        const std::vector<UnixMs> times = store.log().times(conversation, after, end);
        for (const UnixMs at : times) {
            after = next(after);
            if (at >= latest) {
                latest = at;
                if (!visit(after, at)) {
                    return;
                }
            }
        }
        if (times.empty()) {
            return;
        }
    }
}

/// The first message counted in `counts` of `member` or by the "Following" entry; 0 if there is none.
Seq firstCounted(Store& store, const ConversationRecord& conversation, const MemberRecord& member,
                 const Viewer& viewer, ReadCounts counts)
{
    const Seq unread = firstUnreadOf(store, conversation, member, viewer, counts);
    if (feedOf(store, conversation, member, viewer) == 0) {
        return unread;
    }
    const Seq opened = effectiveRead(member.floor, member.feedSnapshot);
    const Seq unopened = store.log().firstUnreadAfter(conversation.id, opened, viewer);
    return unread.isValid() && unopened.isValid() ? std::min(unread, unopened) : std::max(unread, unopened);
}

} // namespace

Seq lastNotAfter(Store& store, ConversationId conversation, Seq after, Seq through, UnixMs time)
{
    Seq last = after;
    visitRising(store, conversation, after, through, [&](Seq seq, UnixMs at) {
        last = at <= time ? seq : last;
        return at <= time;
    });
    return last;
}

UnixMs expiryOf(Store& store, const RetentionPolicy& policy, const ConversationRecord& conversation,
                const MemberRecord& member, const Viewer& viewer, ReadCounts counts)
{
    const Seq first =
        policy.unreadExpiresAfter ? firstCounted(store, conversation, member, viewer, counts) : Seq();
    if (!first.isValid()) {
        return never;
    }
    UnixMs expires = never;
    visitRising(store, conversation.id, previous(first), conversation.head, [&](Seq, UnixMs at) {
        expires = UnixMs{at.value + policy.unreadExpiresAfter->count()};
        return false;
    });
    return expires;
}

std::optional<MemberRecord> withRaisedFloor(Store& store, const RetentionPolicy& policy,
                                            const ConversationRecord& conversation,
                                            const MemberRecord& member, UnixMs aged, UnixMs wall)
{
    if (!member.isMember) {
        return std::nullopt;
    }
    MemberRecord raised = member;
    const auto raise = [&](Seq floor, CursorCause cause) {
        require(floor <= conversation.head, "no floor is raised beyond the head");
        if (floor > raised.floor) {
            raised.floor = floor;
            raised.floorMoved = {cause, {}, {}, wall};
        }
    };
    raise(conversation.trimmedThrough, CursorCause::Trimmed);
    if (policy.unreadExpiresAfter) {
        const Viewer viewer = viewerOf(member.user, store.ignores().of(member.user));
        const ReadCounts counts = countsOf(store, conversation, raised, viewer);
        if (expiryOf(store, policy, conversation, raised, viewer, counts) <= aged) {
            const Seq first = firstCounted(store, conversation, raised, viewer, counts);
            const UnixMs tooOld{aged.value - policy.unreadExpiresAfter->count()};
            raise(lastNotAfter(store, conversation.id, previous(first), conversation.head, tooOld),
                  CursorCause::Expired);
        }
    }
    if (raised.floor == member.floor) {
        return std::nullopt;
    }
    ++raised.version;
    return raised;
}

} // namespace tidemark::server
