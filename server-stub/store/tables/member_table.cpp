#include "server-stub/store/tables/member_table.h"

#include "core/base/failpoint.h"
#include "server-stub/store/stored_values.h"

#include <algorithm>

// The columns of a member, in the order in which memberIn() reads them.
#define TIDEMARK_MEMBER_COLUMNS                                                                              \
    "conversation, user, is_member, generation, floor, epoch, read_seq, seen, version, muted, archived, "    \
    "pinned, last_mark, receipts, seen_at, moved_cause, moved_device, moved_at, delivered, floor_cause, "    \
    "floor_device, floor_at, muted_until, feed_snapshot, role, banned, hidden_upto, left_head, "             \
    "left_activity_at, reactions_seen, cleared_upto, pin_order, hidden"
// The text columns of a member, in the order in which memberIn() reads them.
#define TIDEMARK_MEMBER_TEXTS                                                                                \
    "CAST(moved_device_name AS BLOB), CAST(floor_device_name AS BLOB), CAST(left_title AS BLOB)"

namespace tidemark::server {

namespace {

constexpr std::size_t maxCachedRows = 200000;

MemberRecord memberIn(const Statement::Run& run)
{
    MemberRecord member;
    int column = 0;
    const auto number = [&] { return run.number(column++); };
    member.conversation = ConversationId(number());
    member.user = UserId(number());
    member.isMember = number() != 0;
    member.generation = Generation(static_cast<std::uint32_t>(number()));
    member.floor = Seq(number());
    member.cursor.epoch = static_cast<std::uint32_t>(number());
    member.cursor.readSeq = Seq(number());
    member.seen = Seq(number());
    member.version = number();
    member.settings.muted = number() != 0;
    member.settings.archived = number() != 0;
    member.settings.pinned = number() != 0;
    member.recentMarks = uuidsFrom(run.bytes(column++));
    member.settings.receipts = static_cast<ReceiptPrivacy>(number());
    member.seenAt.value = static_cast<std::int64_t>(number());
    member.moved.cause = static_cast<CursorCause>(number());
    member.moved.device = DeviceId(number());
    member.moved.at.value = static_cast<std::int64_t>(number());
    member.delivered = Seq(number());
    member.floorMoved.cause = static_cast<CursorCause>(number());
    member.floorMoved.device = DeviceId(number());
    member.floorMoved.at.value = static_cast<std::int64_t>(number());
    member.settings.mutedUntil.value = static_cast<std::int64_t>(number());
    member.feedSnapshot = Seq(number());
    member.role = static_cast<Role>(number());
    member.banned = number() != 0;
    member.hiddenThrough = Seq(number());
    member.atLeaving.head = Seq(number());
    member.atLeaving.lastActivity.value = static_cast<std::int64_t>(number());
    member.reactionsSeen = ReactionSeq(number());
    member.clearedThrough = Seq(number());
    member.settings.pinOrder = static_cast<std::uint32_t>(number());
    member.hidden = seqsFrom(run.bytes(column++));
    member.moved.deviceName = run.bytes(column++);
    member.floorMoved.deviceName = run.bytes(column++);
    member.atLeaving.title = run.bytes(column);
    return member;
}

std::vector<UserId> usersIn(Statement::Run&& run)
{
    std::vector<UserId> users;
    while (run.next()) {
        users.emplace_back(run.number(0));
    }
    return users;
}

} // namespace

MemberTable::MemberTable(Connection& connection, ConversationTable& conversations)
    : m_health(connection.health()), m_conversations(conversations),
      m_select(connection.statement("SELECT " TIDEMARK_MEMBER_COLUMNS ", " TIDEMARK_MEMBER_TEXTS
                                    " FROM member WHERE conversation = ? AND user = ?")),
      m_put(connection.statement(
          "INSERT INTO member (" TIDEMARK_MEMBER_COLUMNS ", moved_device_name, floor_device_name, left_title)"
          " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
          "?, ?, ?, ?,"
          " CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT))"
          " ON CONFLICT (conversation, user) DO UPDATE SET is_member = "
          "excluded.is_member, generation = excluded.generation,"
          " floor = excluded.floor, epoch = excluded.epoch, read_seq = "
          "excluded.read_seq, seen = excluded.seen,"
          " version = excluded.version, muted = excluded.muted, archived = "
          "excluded.archived, pinned = excluded.pinned,"
          " last_mark = excluded.last_mark, receipts = excluded.receipts, seen_at = "
          "excluded.seen_at, moved_cause = excluded.moved_cause, moved_device = "
          "excluded.moved_device, moved_at = excluded.moved_at, moved_device_name = "
          "excluded.moved_device_name, delivered = max(delivered, "
          "excluded.delivered), floor_cause = excluded.floor_cause, floor_device = "
          "excluded.floor_device, floor_at = excluded.floor_at, muted_until = "
          "excluded.muted_until, feed_snapshot = excluded.feed_snapshot, role = excluded.role, banned = "
          "excluded.banned, hidden_upto = excluded.hidden_upto, left_head = "
          "excluded.left_head, left_activity_at = excluded.left_activity_at, left_title = "
          "excluded.left_title, floor_device_name = excluded.floor_device_name,"
          " reactions_seen = excluded.reactions_seen, cleared_upto = excluded.cleared_upto,"
          " pin_order = excluded.pin_order, hidden = excluded.hidden")),
      m_selectPresent(connection.statement(
          "SELECT user FROM member WHERE conversation = ? AND is_member = 1 ORDER BY user")),
      m_selectPage(connection.statement("SELECT user FROM member WHERE conversation = ? AND user > ?"
                                        " AND is_member = 1 ORDER BY user LIMIT ?")),
      m_selectGroupAdmins(connection.statement("SELECT user, role FROM member INDEXED BY member_role"
                                               " WHERE conversation = ? AND is_member = 1 AND role > 0"
                                               " ORDER BY user")),
      m_selectOfUser(
          connection.statement("SELECT " TIDEMARK_MEMBER_COLUMNS ", " TIDEMARK_MEMBER_TEXTS
                               " FROM member INDEXED BY member_user WHERE user = ? ORDER BY conversation")),
      m_countOfUser(
          connection.statement("SELECT COUNT(*) FROM member INDEXED BY member_user WHERE user = ?")),
      m_raiseDelivered(connection.statement(
          "UPDATE member SET delivered = ? WHERE conversation = ? AND user = ? AND delivered < ?")),
      m_selectMuteEnds(connection.statement(
          "SELECT conversation, user, muted_until FROM member INDEXED BY member_muted_until"
          " WHERE muted_until > 0 AND muted = 1 AND is_member = 1 ORDER BY muted_until LIMIT ?"))
{
}

std::optional<MemberRecord> MemberTable::find(ConversationId conversation, UserId user)
{
    const auto rows = m_rows.find(conversation);
    if (rows != m_rows.end()) {
        const auto cached = rows->second.find(user);
        if (cached != rows->second.end()) {
            return cached->second;
        }
    }
    std::optional<MemberRecord> row;
    if (Statement::Run run = m_select.run(conversation.value, user.value); run.next()) {
        row = memberIn(run);
    }
    // A failed lookup does not mean that there is no row.
    return m_health.failed ? std::nullopt : remember(conversation, user, row);
}

void MemberTable::put(const MemberRecord& member)
{
    const auto before = find(member.conversation, member.user);
    // Load the conversation before the row changes, else the new row would be counted twice.
    ConversationRecord* conversation = m_conversations.record(member.conversation);
    m_put.change(member.conversation.value, member.user.value, member.isMember, member.generation.value,
                 member.floor.value, member.cursor.epoch, member.cursor.readSeq.value, member.seen.value,
                 member.version, member.settings.muted, member.settings.archived, member.settings.pinned,
                 storedUuids(member.recentMarks), static_cast<std::uint32_t>(member.settings.receipts),
                 member.seenAt.value, static_cast<std::uint32_t>(member.moved.cause),
                 member.moved.device.value, member.moved.at.value, member.delivered.value,
                 static_cast<std::uint32_t>(member.floorMoved.cause), member.floorMoved.device.value,
                 member.floorMoved.at.value, member.settings.mutedUntil.value, member.feedSnapshot.value,
                 static_cast<std::uint32_t>(member.role), member.banned, member.hiddenThrough.value,
                 member.atLeaving.head.value, member.atLeaving.lastActivity.value, member.reactionsSeen.value,
                 member.clearedThrough.value, member.settings.pinOrder, storedSeqs(member.hidden),
                 member.moved.deviceName, member.floorMoved.deviceName, member.atLeaving.title);
    failpoint(failpointOf(Deed::Read, ServerStep::Written));
    failpoint(failpointOf(Deed::Clearing, ServerStep::Written));
    failpoint(failpointOf(Deed::Looking, ServerStep::Written));
    failpoint(failpointOf(Deed::PinOrder, ServerStep::Written));
    if (m_health.failed || conversation == nullptr) {
        return;
    }
    const bool wasMember = before && before->isMember;
    if (conversation->kind != ConversationKind::NoticeList) {
        conversation->memberCount +=
            static_cast<std::uint32_t>(member.isMember) - static_cast<std::uint32_t>(wasMember);
    }
    MemberRecord row = member;
    row.delivered = std::max(member.delivered, before ? before->delivered : Seq());
    remember(member.conversation, member.user, std::move(row));
}

std::vector<UserId> MemberTable::present(ConversationId conversation)
{
    return usersIn(m_selectPresent.run(conversation.value));
}

std::vector<UserId> MemberTable::presentAfter(ConversationId conversation, UserId after, std::uint32_t limit)
{
    return usersIn(m_selectPage.run(conversation.value, after.value, limit));
}

std::vector<GroupAdmin> MemberTable::groupAdmins(ConversationId conversation)
{
    std::vector<GroupAdmin> groupAdmins;
    Statement::Run run = m_selectGroupAdmins.run(conversation.value);
    while (run.next()) {
        groupAdmins.push_back({UserId(run.number(0)), static_cast<Role>(run.number(1))});
    }
    return groupAdmins;
}

std::vector<MemberRecord> MemberTable::ofUser(UserId user)
{
    std::vector<MemberRecord> rows;
    Statement::Run run = m_selectOfUser.run(user.value);
    while (run.next()) {
        rows.push_back(memberIn(run));
    }
    return rows;
}

std::size_t MemberTable::countOfUser(UserId user)
{
    Statement::Run run = m_countOfUser.run(user.value);
    return run.next() ? run.number(0) : 0;
}

void MemberTable::raiseDelivered(ConversationId conversation, UserId user, Seq through)
{
    m_raiseDelivered.change(through.value, conversation.value, user.value, through.value);
    const auto rows = m_rows.find(conversation);
    const auto cached = rows != m_rows.end() ? rows->second.find(user) : Rows::iterator();
    if (rows != m_rows.end() && cached != rows->second.end() && cached->second) {
        cached->second->delivered = std::max(cached->second->delivered, through);
    }
}

std::vector<MuteEnd> MemberTable::muteEnds(std::uint32_t limit)
{
    std::vector<MuteEnd> ends;
    Statement::Run run = m_selectMuteEnds.run(limit);
    while (run.next()) {
        ends.push_back({ConversationId(run.number(0)), UserId(run.number(1)),
                        UnixMs{static_cast<std::int64_t>(run.number(2))}});
    }
    return ends;
}

void MemberTable::forgetCached()
{
    m_rows.clear();
    m_cached = 0;
}

std::optional<MemberRecord>& MemberTable::remember(ConversationId conversation, UserId user,
                                                   std::optional<MemberRecord> row)
{
    if (m_cached >= maxCachedRows) {
        forgetCached();
    }
    const auto [place, fresh] = m_rows[conversation].insert_or_assign(user, std::move(row));
    m_cached += fresh ? 1 : 0;
    return place->second;
}

} // namespace tidemark::server
