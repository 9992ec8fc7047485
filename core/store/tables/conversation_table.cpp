#include "core/store/tables/conversation_table.h"

#include "core/store/tables/entry_columns.h"

#include <algorithm>

namespace tidemark {

namespace {

#define TIDEMARK_CONVERSATION_COLUMNS                                                                        \
    "id, kind, title, peer, member_count, is_member, generation, muted, archived, pinned, log_epoch, "       \
    "server_head,"                                                                                           \
    " last_activity, floor, confirmed_epoch, confirmed_seq, version, cursor_epoch, cursor_seq, "             \
    "counted_head,"                                                                                          \
    " unread, mentions, exact, seen_by_others, receipts, moved_cause, moved_device, moved_device_name, "     \
    "moved_at, replies, first_unread, delivered_to_others, trimmed_upto, floor_cause, floor_device, "        \
    "floor_device_name, floor_at, muted_until, role, feed_confirmed, feed_snapshot, feed_unread, "           \
    "feed_exact, "                                                                                           \
    "reaction_head, reactions_through, reactions_counted, reactions_confirmed, reactions_seen, "             \
    "unread_reactions, ignores_version, cleared_upto, confirmed_clear, pinned_messages, "                    \
    "forwarding_forbidden, pin_order, wanted_pin_order, hidden, confirmed_hidden"

LocalConversation conversationOf(const Run& run)
{
    LocalConversation found;
    found.id = run.id<ConversationId>(0);
    found.kind = static_cast<ConversationKind>(run.number(1));
    found.title = run.text(2);
    found.peer = run.id<UserId>(3);
    found.memberCount = static_cast<std::uint32_t>(run.number(4));
    found.isMember = run.flag(5);
    found.generation = run.id<Generation>(6);
    found.settings = {run.flag(7),
                      run.flag(8),
                      run.flag(9),
                      static_cast<ReceiptPrivacy>(run.number(24)),
                      UnixMs{run.number(37)},
                      static_cast<std::uint32_t>(run.number(54))};
    found.logEpoch = run.id<LogEpoch>(10);
    found.serverHead = run.id<Seq>(11);
    found.lastActivity = UnixMs{run.number(12)};
    found.floor = run.id<Seq>(13);
    found.confirmed = {static_cast<std::uint32_t>(run.number(14)), run.id<Seq>(15)};
    found.version = static_cast<std::uint64_t>(run.number(16));
    found.cursor = {static_cast<std::uint32_t>(run.number(17)), run.id<Seq>(18)};
    found.countedHead = run.id<Seq>(19);
    found.counts = {static_cast<std::uint64_t>(run.number(20)), static_cast<std::uint64_t>(run.number(21)),
                    static_cast<std::uint64_t>(run.number(29))};
    found.firstUnread = run.id<Seq>(30);
    found.exact = run.flag(22);
    found.seenByOthers = run.id<Seq>(23);
    found.deliveredToOthers = run.id<Seq>(31);
    found.moved = {static_cast<CursorCause>(run.number(25)), run.id<DeviceId>(26), run.text(27),
                   UnixMs{run.number(28)}};
    found.trimmedThrough = run.id<Seq>(32);
    found.floorMoved = {static_cast<CursorCause>(run.number(33)), run.id<DeviceId>(34), run.text(35),
                        UnixMs{run.number(36)}};
    found.role = static_cast<Role>(run.number(38));
    found.feed = {run.id<Seq>(39), run.id<Seq>(40), static_cast<std::uint64_t>(run.number(41)), run.flag(42)};
    found.reactions = {run.id<ReactionSeq>(43), run.id<ReactionSeq>(44),
                       run.id<ReactionSeq>(45), run.id<ReactionSeq>(46),
                       run.id<ReactionSeq>(47), static_cast<std::uint64_t>(run.number(48))};
    found.ignoresVersion = static_cast<std::uint64_t>(run.number(49));
    found.clearedThrough = run.id<Seq>(50);
    found.confirmedClear = run.id<Seq>(51);
    found.pinned = seqsFromColumn(run.bytes(52));
    found.forwardingForbidden = run.flag(53);
    found.wantedPinOrder = static_cast<std::uint32_t>(run.number(55));
    found.hidden = seqsFromColumn(run.bytes(56));
    found.confirmedHidden = seqsFromColumn(run.bytes(57));
    return found;
}

RangeSet heldOf(Run& run)
{
    RangeSet held;
    while (run.next()) {
        held.add({run.id<Seq>(0), run.id<Seq>(1)});
    }
    return held;
}

} // namespace

ConversationTable::ConversationTable(Database& database)
    : m_put(database,
            "INSERT INTO conversations (" TIDEMARK_CONVERSATION_COLUMNS
            ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
            "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, title = excluded.title,"
            " peer = excluded.peer, member_count = excluded.member_count, is_member = excluded.is_member,"
            " generation = excluded.generation, muted = excluded.muted, archived = excluded.archived,"
            " pinned = excluded.pinned, log_epoch = excluded.log_epoch, server_head = excluded.server_head,"
            " last_activity = excluded.last_activity, floor = excluded.floor,"
            " confirmed_epoch = excluded.confirmed_epoch, confirmed_seq = excluded.confirmed_seq,"
            " version = excluded.version, cursor_epoch = excluded.cursor_epoch,"
            " cursor_seq = excluded.cursor_seq, counted_head = excluded.counted_head,"
            " unread = excluded.unread, mentions = excluded.mentions, exact = excluded.exact,"
            " seen_by_others = excluded.seen_by_others, receipts = excluded.receipts,"
            " moved_cause = excluded.moved_cause, moved_device = excluded.moved_device,"
            " moved_device_name = excluded.moved_device_name, moved_at = excluded.moved_at,"
            " replies = excluded.replies, first_unread = excluded.first_unread,"
            " delivered_to_others = excluded.delivered_to_others,"
            " trimmed_upto = excluded.trimmed_upto, floor_cause = excluded.floor_cause,"
            " floor_device = excluded.floor_device, floor_device_name = excluded.floor_device_name,"
            " floor_at = excluded.floor_at, muted_until = excluded.muted_until, role = excluded.role,"
            " feed_confirmed = excluded.feed_confirmed, feed_snapshot = excluded.feed_snapshot,"
            " feed_unread = excluded.feed_unread, feed_exact = excluded.feed_exact,"
            " reaction_head = excluded.reaction_head, reactions_through = excluded.reactions_through,"
            " reactions_counted = excluded.reactions_counted,"
            " reactions_confirmed = excluded.reactions_confirmed,"
            " reactions_seen = excluded.reactions_seen, unread_reactions = excluded.unread_reactions,"
            " ignores_version = excluded.ignores_version, cleared_upto = excluded.cleared_upto,"
            " confirmed_clear = excluded.confirmed_clear, pinned_messages = excluded.pinned_messages,"
            " forwarding_forbidden = excluded.forwarding_forbidden,"
            " pin_order = excluded.pin_order, wanted_pin_order = excluded.wanted_pin_order,"
            " hidden = excluded.hidden, confirmed_hidden = excluded.confirmed_hidden"),
      m_select(database, "SELECT " TIDEMARK_CONVERSATION_COLUMNS " FROM conversations WHERE id = ?"),
      m_selectAll(database, "SELECT " TIDEMARK_CONVERSATION_COLUMNS " FROM conversations ORDER BY id"),
      m_selectHeld(database, "SELECT first, last FROM held WHERE conversation = ? ORDER BY first"),
      m_selectAllHeld(database, "SELECT first, last, conversation FROM held ORDER BY conversation, first"),
      m_eraseHeld(database, "DELETE FROM held WHERE conversation = ?"),
      m_insertHeld(database, "INSERT INTO held (conversation, first, last) VALUES (?, ?, ?)")
{
}

void ConversationTable::put(const LocalConversation& c)
{
    Run run(m_put, c.id, c.kind, c.title, c.peer, c.memberCount, c.isMember, c.generation, c.settings.muted,
            c.settings.archived, c.settings.pinned, c.logEpoch, c.serverHead, c.lastActivity, c.floor,
            c.confirmed.epoch, c.confirmed.readSeq, c.version, c.cursor.epoch, c.cursor.readSeq,
            c.countedHead, c.counts.unread, c.counts.mentions, c.exact, c.seenByOthers, c.settings.receipts,
            c.moved.cause, c.moved.device, c.moved.deviceName, c.moved.at, c.counts.replies, c.firstUnread,
            c.deliveredToOthers, c.trimmedThrough, c.floorMoved.cause, c.floorMoved.device,
            c.floorMoved.deviceName, c.floorMoved.at, c.settings.mutedUntil, c.role, c.feed.confirmed,
            c.feed.snapshot, c.feed.unread, c.feed.exact, c.reactions.head, c.reactions.through,
            c.reactions.counted, c.reactions.confirmed, c.reactions.seen, c.reactions.unread,
            c.ignoresVersion, c.clearedThrough, c.confirmedClear, seqsToColumn(c.pinned),
            c.forwardingForbidden, c.settings.pinOrder, c.wantedPinOrder, seqsToColumn(c.hidden),
            seqsToColumn(c.confirmedHidden));
}

std::optional<LocalConversation> ConversationTable::find(ConversationId id)
{
    Run run(m_select, id);
    return run.next() ? std::optional(conversationOf(run)) : std::nullopt;
}

std::vector<LocalConversation> ConversationTable::all()
{
    std::vector<LocalConversation> found;
    Run run(m_selectAll);
    while (run.next()) {
        found.push_back(conversationOf(run));
    }
    return found;
}

void ConversationTable::putHeld(ConversationId id, const RangeSet& held)
{
    {
        Run run(m_eraseHeld, id);
    }
    for (const SeqRange& range : held.ranges()) {
        Run run(m_insertHeld, id, range.first, range.last);
    }
}

RangeSet ConversationTable::held(ConversationId id)
{
    Run run(m_selectHeld, id);
    return heldOf(run);
}

std::vector<Snapshot::Conversation> ConversationTable::allWithHeld()
{
    std::vector<Snapshot::Conversation> found;
    for (LocalConversation& conversation : all()) {
        found.push_back({std::move(conversation), {}});
    }
    Run run(m_selectAllHeld);
    auto at = found.begin();
    while (run.next()) {
        const auto id = run.id<ConversationId>(2);
        at = std::find_if(at, found.end(), [id](const auto& one) { return one.conversation.id == id; });
        if (at == found.end()) {
            break;
        }
        at->held.add({run.id<Seq>(0), run.id<Seq>(1)});
    }
    return found;
}

} // namespace tidemark
