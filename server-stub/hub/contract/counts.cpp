#include "server-stub/hub/contract/counts.h"

#include "core/base/require.h"
#include "core/domain/bounded_name.h"

#include <algorithm>

namespace tidemark::server {

ReadCounts countsOf(Store& store, const ConversationRecord& conversation, const MemberRecord& member)
{
    const Seq read = effectiveRead(member.floor, member.cursor.readSeq);
    if (!member.isMember || read >= conversation.head) {
        return {};
    }
    const AboutMeCounts aboutMe = store.log().aboutMeAfter(conversation.id, read, member.user);
    return {unreadAfter(store, conversation, read, member.user), aboutMe.mentions, aboutMe.replies};
}

std::uint64_t unreadAfter(Store& store, const ConversationRecord& conversation, Seq after, UserId reader)
{
    if (after >= conversation.head) {
        return 0;
    }
    return unreadOf(store.log().prefix(conversation.id, conversation.head, reader),
                    store.log().prefix(conversation.id, after, reader),
                    store.log().recalledOfOthers(conversation.id, after, reader));
}

std::uint64_t feedOf(Store& store, const ConversationRecord& conversation, const MemberRecord& member)
{
    const Seq opened = effectiveRead(member.floor, member.feedSnapshot);
    return isFollowed(conversation.kind, member.isMember)
               ? unreadAfter(store, conversation, opened, member.user)
               : 0;
}

Seq firstUnreadOf(Store& store, const ConversationRecord& conversation, const MemberRecord& member,
                  ReadCounts counts)
{
    if (counts.unread == 0) {
        return {};
    }
    const Seq read = effectiveRead(member.floor, member.cursor.readSeq);
    // All entries above `read` are unread messages, so no lookup is needed.
    const bool isAll = counts.unread == conversation.head.value - read.value;
    return isAll ? next(read) : store.log().firstUnreadAfter(conversation.id, read, member.user);
}

UnreadReactionsOf unreadReactionsOf(const ConversationRecord& conversation, const MemberRecord& member)
{
    return {conversation.id, member.user, goneFor(conversation, member), member.reactionsSeen};
}

Seq deliveredToOthers(const std::vector<DeliveryPosition>& furthest, UserId viewer)
{
    const auto other =
        std::find_if(furthest.begin(), furthest.end(),
                     [viewer](const DeliveryPosition& position) { return position.user != viewer; });
    return other == furthest.end() ? Seq() : other->through;
}

namespace {

/// Earlier servers may have stored longer names.
CursorMove withBoundedName(CursorMove move)
{
    move.deviceName = boundedName(move.deviceName);
    return move;
}

/// Adds the conversation's present values, which only members may see.
void addPresent(ConversationState& state, Store& store, const ConversationRecord& conversation, UserId viewer)
{
    state.title = conversation.title;
    state.head = conversation.head;
    state.lastActivity = conversation.lastActivity;
    state.memberCount = conversation.memberCount;
    state.reactionHead = conversation.reactionHead;
    // Announcements have no receipts.
    if (conversation.kind != ConversationKind::NoticeList) {
        state.seenByOthers = store.receipts().seenByOthers(conversation.id, viewer);
        state.deliveredToOthers =
            deliveredToOthers(store.receipts().furthestDelivered(conversation.id), viewer);
    }
}

} // namespace

ConversationState stateOf(Store& store, const ConversationRecord& conversation, const MemberRecord& member)
{
    require(member.conversation == conversation.id && member.generation.isValid(),
            "a member has joined the conversation at least once");
    // On a shared store another server may have moved head and cursor between the reads of the two.
    require(store.isShared()
                || std::max({member.cursor.readSeq, member.floor, member.feedSnapshot, member.seen})
                       <= conversation.head,
            "no cursor, floor or receipt is beyond the head");
    ConversationState state;
    state.id = conversation.id;
    state.kind = conversation.kind;
    if (conversation.kind == ConversationKind::Direct) {
        state.peer = conversation.directLow == member.user ? conversation.directHigh : conversation.directLow;
    }
    state.logEpoch = conversation.logEpoch;
    state.isMember = member.isMember;
    state.generation = member.generation;
    state.floor = member.floor;
    state.floorMoved = withBoundedName(member.floorMoved);
    // Report at most the floor: it will rise to the trimmed entries later, because they are never unread.
    state.trimmedThrough = std::min(goneFor(conversation, member), member.floor);
    state.cursor = member.cursor;
    state.moved = withBoundedName(member.moved);
    state.version = member.version;
    state.counts = countsOf(store, conversation, member);
    state.firstUnread = firstUnreadOf(store, conversation, member, state.counts);
    state.settings = member.settings;
    state.role = roleIn(conversation, member);
    state.feedSnapshot = member.feedSnapshot;
    state.feedUnread = feedOf(store, conversation, member);
    state.reactionsSeen = member.reactionsSeen;
    if (member.isMember && conversation.reactionHead > member.reactionsSeen) {
        state.unreadReactions = store.reactions().countUnread(unreadReactionsOf(conversation, member));
    }
    if (member.isMember) {
        addPresent(state, store, conversation, member.user);
    } else {
        state.title = member.atLeaving.title;
        state.head = member.atLeaving.head;
        state.lastActivity = member.atLeaving.lastActivity;
    }
    return state;
}

} // namespace tidemark::server
