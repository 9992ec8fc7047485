#include "core/wire/states.h"

#include "core/wire/enum_map.h"
#include "core/wire/read_values.h"
#include "core/wire/values.h"

#include <tidemark/v1/conversation.pb.h>

namespace tidemark::wire {

namespace {

using ConversationKindPair = std::pair<ConversationKind, v1::ConversationKind>;
constexpr EnumMap conversationKinds(std::array{
    ConversationKindPair{ConversationKind::Group, v1::CONVERSATION_KIND_GROUP},
    ConversationKindPair{ConversationKind::Direct, v1::CONVERSATION_KIND_DIRECT},
    ConversationKindPair{ConversationKind::Channel, v1::CONVERSATION_KIND_CHANNEL},
    ConversationKindPair{ConversationKind::NoticeList, v1::CONVERSATION_KIND_NOTICE_LIST},
});

void fillMove(v1::CursorMove& message, const CursorMove& move)
{
    message.set_cause(wireCause(move.cause));
    message.set_device(move.device.value);
    message.set_device_name(move.deviceName);
    message.set_moved_at_ms(move.at.value);
}

CursorMove readMove(v1::CursorMove& message)
{
    return CursorMove{
        .cause = readCause(message.cause()),
        .device = DeviceId(message.device()),
        .deviceName = std::move(*message.mutable_device_name()),
        .at = UnixMs{message.moved_at_ms()},
    };
}

void fillState(v1::ConversationState& message, const ConversationState& state)
{
    message.set_id(state.id.value);
    message.set_kind(conversationKinds.toWire(state.kind, v1::CONVERSATION_KIND_UNKNOWN));
    message.set_title(state.title);
    message.set_peer(state.peer.value);
    message.set_member_count(state.memberCount);
    message.set_log_epoch(state.logEpoch.value);
    message.set_head(state.head.value);
    message.set_last_activity_at_ms(state.lastActivity.value);
    message.set_is_member(state.isMember);
    message.set_generation(state.generation.value);
    message.set_floor(state.floor.value);
    if (state.floorMoved != CursorMove{}) {
        fillMove(*message.mutable_floor_moved(), state.floorMoved);
    }
    message.set_trimmed_upto(state.trimmedThrough.value);
    message.set_cursor_epoch(state.cursor.epoch);
    message.set_read_seq(state.cursor.readSeq.value);
    if (state.moved != CursorMove{}) {
        fillMove(*message.mutable_cursor_moved(), state.moved);
    }
    message.set_version(state.version);
    message.set_unread(state.counts.unread);
    message.set_mentions(state.counts.mentions);
    message.set_replies(state.counts.replies);
    message.set_first_unread(state.firstUnread.value);
    if (state.settings != ConversationSettings{}) {
        fillSettings(*message.mutable_settings(), state.settings);
    }
    message.set_role(wireRole(state.role));
    message.set_feed_snapshot(state.feedSnapshot.value);
    message.set_feed_unread(state.feedUnread);
    message.set_reaction_head(state.reactionHead.value);
    message.set_reactions_seen(state.reactionsSeen.value);
    message.set_unread_reactions(state.unreadReactions);
    message.set_ignores_version(state.ignoresVersion);
    message.set_cleared_upto(state.clearedThrough.value);
    for (const Seq seq : state.pinned) {
        message.add_pinned(seq.value);
    }
    message.set_forwarding_forbidden(state.forwardingForbidden);
    for (Seq last; const Seq seq : state.hidden) {
        message.add_hidden(seq.value - std::exchange(last, seq).value);
    }
    message.set_seen_by_others(state.seenByOthers.value);
    message.set_delivered_to_others(state.deliveredToOthers.value);
}

/// Each number is the distance to the seq before. The set of a later server may be larger, but not unlimited.
std::vector<Seq> readHidden(const v1::ConversationState& message, Problem& problem)
{
    problem.checkListSize(static_cast<std::size_t>(message.hidden_size()), "state.hidden");
    std::vector<Seq> hidden;
    Seq last;
    for (const std::uint64_t distance : message.hidden()) {
        if (distance == 0 || distance > message.head() - last.value) {
            problem.report(DecodeErrorCode::BadSeq, "state.hidden");
            return {};
        }
        last = hidden.emplace_back(last.value + distance);
    }
    return hidden;
}

/// The set of a later server may be larger, but not unlimited.
std::vector<Seq> readPinned(const v1::ConversationState& message, Problem& problem)
{
    problem.checkListSize(static_cast<std::size_t>(message.pinned_size()), "state.pinned");
    std::vector<Seq> pinned;
    Seq last;
    for (const std::uint64_t number : message.pinned()) {
        if (number <= last.value || number > message.head()) {
            problem.report(DecodeErrorCode::BadSeq, "state.pinned");
            return {};
        }
        last = pinned.emplace_back(number);
    }
    return pinned;
}

ConversationState readState(v1::ConversationState& message, Problem& problem)
{
    // Entries beyond the head were never written, so they cannot have been trimmed; the client would pull
    // nothing from this log.
    if (message.trimmed_upto() > message.head()) {
        problem.report(DecodeErrorCode::BadSeq, "state.trimmed_upto");
    }
    if (message.cleared_upto() > message.trimmed_upto()) {
        problem.report(DecodeErrorCode::BadSeq, "state.cleared_upto");
    }
    return ConversationState{
        .id = ConversationId(message.id()),
        .kind = conversationKinds.toDomain(message.kind(), ConversationKind::Unknown),
        .title = std::move(*message.mutable_title()),
        .peer = UserId(message.peer()),
        .memberCount = message.member_count(),
        .logEpoch = LogEpoch(message.log_epoch()),
        .head = Seq(message.head()),
        .lastActivity = UnixMs{message.last_activity_at_ms()},
        .isMember = message.is_member(),
        .generation = Generation(message.generation()),
        .floor = Seq(message.floor()),
        .floorMoved = message.has_floor_moved() ? readMove(*message.mutable_floor_moved()) : CursorMove{},
        .trimmedThrough = Seq(message.trimmed_upto()),
        .clearedThrough = Seq(message.cleared_upto()),
        .cursor = Cursor{message.cursor_epoch(), Seq(message.read_seq())},
        .moved = message.has_cursor_moved() ? readMove(*message.mutable_cursor_moved()) : CursorMove{},
        .version = message.version(),
        .counts = ReadCounts{.unread = message.unread(),
                             .mentions = message.mentions(),
                             .replies = message.replies()},
        .firstUnread = Seq(message.first_unread()),
        .settings = readSettings(message.settings()),
        .role = readRole(message.role()),
        .feedSnapshot = Seq(message.feed_snapshot()),
        .feedUnread = message.feed_unread(),
        .reactionHead = ReactionSeq(message.reaction_head()),
        .reactionsSeen = ReactionSeq(message.reactions_seen()),
        .unreadReactions = message.unread_reactions(),
        .ignoresVersion = message.ignores_version(),
        .pinned = readPinned(message, problem),
        .forwardingForbidden = message.forwarding_forbidden(),
        .hidden = readHidden(message, problem),
        .seenByOthers = Seq(message.seen_by_others()),
        .deliveredToOthers = Seq(message.delivered_to_others()),
    };
}

} // namespace

void fillSettings(v1::ConversationSettings& message, const ConversationSettings& settings)
{
    message.set_muted(settings.muted);
    message.set_archived(settings.archived);
    message.set_pinned(settings.pinned);
    if (settings.receipts != ReceiptPrivacy::Inherit) {
        message.set_receipts(wirePrivacy(settings.receipts));
    }
    if (settings.mutedUntil != UnixMs{}) {
        message.set_muted_until_at_ms(settings.mutedUntil.value);
    }
    if (settings.pinOrder != 0) {
        message.set_pin_order(settings.pinOrder);
    }
}

ConversationSettings readSettings(const v1::ConversationSettings& message)
{
    return ConversationSettings{.muted = message.muted(),
                                .archived = message.archived(),
                                .pinned = message.pinned(),
                                .receipts = readPrivacy(message.receipts()),
                                .mutedUntil = UnixMs{message.muted_until_at_ms()},
                                .pinOrder = message.pin_order()};
}

void fillStates(v1::States& message, const protocol::States& states)
{
    message.mutable_states()->Reserve(static_cast<int>(states.states.size()));
    for (const ConversationState& state : states.states) {
        fillState(*message.add_states(), state);
    }
    fillUsers(*message.mutable_users(), states.users);
    message.set_remaining(states.remaining);
    fillUsers(*message.mutable_invited(), states.invited);
}

protocol::States readStates(v1::States& message, Problem& problem)
{
    protocol::States states;
    problem.checkListSize(static_cast<std::size_t>(message.states_size()), "states");
    if (problem.found()) {
        return states;
    }
    states.states.reserve(static_cast<std::size_t>(message.states_size()));
    for (v1::ConversationState& state : *message.mutable_states()) {
        states.states.push_back(readState(state, problem));
    }
    states.users = readUsers(*message.mutable_users(), problem);
    states.remaining = message.remaining();
    states.invited = readUsers(*message.mutable_invited(), problem);
    return states;
}

} // namespace tidemark::wire
