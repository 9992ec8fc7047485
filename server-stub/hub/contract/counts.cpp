#include "server-stub/hub/contract/counts.h"

#include "core/base/require.h"
#include "core/domain/bounded_name.h"
#include "core/domain/hidden.h"
#include "core/domain/pinned.h"

#include <algorithm>
#include <limits>

namespace tidemark::server {

ReadCounts countsOf(Store& store, const ConversationRecord& conversation, const MemberRecord& member,
                    const Viewer& viewer)
{
    const Seq read = effectiveRead(member.floor, member.cursor.readSeq);
    if (!member.isMember || read >= conversation.head) {
        return {};
    }
    const AboutMeCounts aboutMe = store.log().aboutMeAfter(conversation.id, read, member.user);
    const ReadCounts ofOthers{unreadAfter(store, conversation, read, member.user), aboutMe.mentions,
                              aboutMe.replies};
    if (ofOthers.unread == 0) {
        return ofOthers;
    }
    CountDelta left;
    if (!viewer.ignored.empty()) {
        left += lossOf(store.log().ofIgnored(conversation.id, read, viewer));
    }
    if (!member.hidden.empty() && member.hidden.back() > read) {
        left += lossOf(store.log().ofHidden(conversation.id, read, readerOf(member, viewer)));
    }
    const auto counted = apply(ofOthers, left);
    require(store.isShared() || counted, "no more messages are left out than others have sent");
    return counted.value_or(ReadCounts());
}

ReadCounts countsOf(Store& store, const ConversationRecord& conversation, const MemberRecord& member)
{
    return countsOf(store, conversation, member, viewerOf(member.user, store.ignores().of(member.user)));
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

std::uint64_t feedOf(Store& store, const ConversationRecord& conversation, const MemberRecord& member,
                     const Viewer& viewer)
{
    // Only the owner posts in a channel.
    if (!isFollowed(conversation.kind, member.isMember) || viewer.ignores(conversation.creator)) {
        return 0;
    }
    const Seq opened = effectiveRead(member.floor, member.feedSnapshot);
    const std::uint64_t ofOthers = unreadAfter(store, conversation, opened, member.user);
    if (ofOthers == 0 || member.hidden.empty() || member.hidden.back() <= opened) {
        return ofOthers;
    }
    const std::uint64_t hidden =
        store.log().ofHidden(conversation.id, opened, readerOf(member, viewer)).unread;
    require(store.isShared() || hidden <= ofOthers, "no more messages are hidden than others have sent");
    return ofOthers - std::min(hidden, ofOthers);
}

Seq firstUnreadOf(Store& store, const ConversationRecord& conversation, const MemberRecord& member,
                  const Viewer& viewer, ReadCounts counts)
{
    if (counts.unread == 0) {
        return {};
    }
    const Seq read = effectiveRead(member.floor, member.cursor.readSeq);
    // All entries above `read` are unread messages, so no lookup is needed.
    const bool isAll = counts.unread == conversation.head.value - read.value;
    return isAll ? next(read) : store.log().firstUnreadAfter(conversation.id, read, readerOf(member, viewer));
}

UnreadReactionsOf unreadReactionsOf(const ConversationRecord& conversation, const MemberRecord& member,
                                    const Viewer& viewer)
{
    return {conversation.id, member.user, goneFor(conversation, member), member.reactionsSeen,
            viewer.ignored};
}

std::uint64_t countUnreadReactions(Store& store, const ConversationRecord& conversation,
                                   const MemberRecord& member, const Viewer& viewer)
{
    const UnreadReactionsOf of = unreadReactionsOf(conversation, member, viewer);
    const std::uint64_t count = store.reactions().countUnread(of);
    if (count == 0 || member.hidden.empty() || member.hidden.back() <= of.above) {
        return count;
    }
    constexpr std::uint64_t all = std::numeric_limits<std::uint32_t>::max();
    const std::vector<ReactionRecord> unread =
        store.reactions().unread(of, static_cast<std::uint32_t>(std::min(count, all)));
    const auto ofHidden = static_cast<std::uint64_t>(std::ranges::count_if(
        unread, [&](const auto& one) { return std::ranges::binary_search(member.hidden, one.target); }));
    return count - ofHidden;
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
    state.forwardingForbidden = conversation.forwardingForbidden;
    state.pinned = conversation.pinned;
    dropTrimmed(state.pinned, state.trimmedThrough);
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
    state.clearedThrough = member.clearedThrough;
    state.hidden = above(member.hidden, state.trimmedThrough);
    state.cursor = member.cursor;
    state.moved = withBoundedName(member.moved);
    state.version = member.version;
    const IgnoredSet ignored = store.ignores().of(member.user);
    const Viewer viewer = viewerOf(member.user, ignored);
    state.ignoresVersion = ignored.version;
    state.counts = countsOf(store, conversation, member, viewer);
    state.firstUnread = firstUnreadOf(store, conversation, member, viewer, state.counts);
    state.settings = member.settings;
    state.role = roleIn(conversation, member);
    state.feedSnapshot = member.feedSnapshot;
    state.feedUnread = feedOf(store, conversation, member, viewer);
    state.reactionsSeen = member.reactionsSeen;
    if (member.isMember && conversation.reactionHead > member.reactionsSeen) {
        state.unreadReactions = countUnreadReactions(store, conversation, member, viewer);
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
