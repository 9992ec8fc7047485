#include "server-stub/hub/floors.h"

#include "server-stub/hub/counts.h"

namespace tidemark::server {

namespace {

UnixMs timeOf(Store& store, ConversationId conversation, Seq seq)
{
    const auto found = store.entry(conversation, seq);
    return found ? found->entry.at : never;
}

} // namespace

Seq lastNotAfter(Store& store, ConversationId conversation, Seq after, Seq upto, UnixMs time)
{
    if (after >= upto || timeOf(store, conversation, next(after)) > time) {
        return after;
    }
    Seq low = next(after);
    Seq high = upto;
    while (low < high) {
        const Seq middle(low.value + (high.value - low.value + 1) / 2);
        if (timeOf(store, conversation, middle) <= time) {
            low = middle;
        } else {
            high = previous(middle);
        }
    }
    return low;
}

UnixMs expiryOf(Store& store, const RetentionPolicy& policy, const ConversationRecord& conversation,
                const MemberRecord& member, ReadCounts counts)
{
    if (!policy.unreadExpiresAfter || counts.unread == 0) {
        return never;
    }
    const UnixMs at = timeOf(store, conversation.id, firstUnreadOf(store, conversation, member, counts));
    return at == never ? never : UnixMs{at.value + policy.unreadExpiresAfter->count()};
}

std::optional<MemberRecord> withRaisedFloor(Store& store, const RetentionPolicy& policy,
                                            const ConversationRecord& conversation,
                                            const MemberRecord& member, UnixMs wall)
{
    if (!member.isMember) {
        return std::nullopt;
    }
    MemberRecord raised = member;
    const auto raise = [&](Seq floor, CursorCause cause) {
        if (floor > raised.floor) {
            raised.floor = floor;
            raised.floorMoved = {cause, {}, {}, wall};
        }
    };
    raise(conversation.trimmedUpto, CursorCause::Trimmed);
    if (policy.unreadExpiresAfter) {
        const ReadCounts counts = countsOf(store, conversation, raised);
        if (expiryOf(store, policy, conversation, raised, counts) <= wall) {
            const Seq first = firstUnreadOf(store, conversation, raised, counts);
            const UnixMs tooOld{wall.value - policy.unreadExpiresAfter->count()};
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
