#include "server-stub/store/tables/conversation_table.h"

#include "server-stub/store/stored_values.h"

namespace tidemark::server {

namespace {

constexpr std::size_t maxCachedRecords = 100000;

std::optional<ConversationId> idIn(Statement::Run&& run)
{
    return run.next() ? std::optional(ConversationId(run.number(0))) : std::nullopt;
}

std::vector<ConversationId> idsIn(Statement::Run&& run)
{
    std::vector<ConversationId> ids;
    while (run.next()) {
        ids.emplace_back(run.number(0));
    }
    return ids;
}

std::optional<std::uint64_t> orNull(UserId user)
{
    return user.isValid() ? std::optional(user.value) : std::nullopt;
}

} // namespace

ConversationTable::ConversationTable(Connection& connection)
    : m_health(connection.health()),
      m_insert(connection.statement(
          "INSERT INTO conversation (kind, title, log_epoch, creator, creation_uuid, direct_low,"
          " direct_high, created_at, history_open, invite_only)"
          " VALUES (?, CAST(? AS TEXT), ?, ?, ?, ?, ?, ?, ?, ?)")),
      m_select(connection.statement(
          "SELECT kind, CAST(title AS BLOB), log_epoch, creator, direct_low, direct_high, created_at,"
          " trimmed_upto, history_open, invite_only, reaction_head, pinned,"
          " forwarding_forbidden FROM conversation WHERE id = ?")),
      m_selectHead(connection.statement(
          "SELECT seq, countable FROM entry WHERE conversation = ? ORDER BY seq DESC LIMIT 1")),
      m_selectActivity(connection.statement(
          "SELECT at FROM entry WHERE conversation = ? AND kind NOT IN (1, 2) ORDER BY seq DESC LIMIT 1")),
      m_countMembers(connection.statement(
          "SELECT COUNT(*) FROM member INDEXED BY member_seen WHERE conversation = ? AND is_member = 1")),
      m_selectByCreation(
          connection.statement("SELECT id FROM conversation WHERE creator = ? AND creation_uuid = ?")),
      m_countCreated(connection.statement(
          "SELECT COUNT(*) FROM conversation WHERE creator = ? AND creation_uuid IS NOT NULL")),
      m_selectDirect(
          connection.statement("SELECT id FROM conversation WHERE direct_low = ? AND direct_high = ?")),
      // This index has only this one row.
      m_selectNoticeList(
          connection.statement("SELECT id FROM conversation INDEXED BY conversation_notice_list"
                               " WHERE kind = 3")),
      m_updateTitle(connection.statement("UPDATE conversation SET title = CAST(? AS TEXT) WHERE id = ?")),
      m_updateForwarding(
          connection.statement("UPDATE conversation SET forwarding_forbidden = ? WHERE id = ?")),
      m_updateTrimmed(connection.statement("UPDATE conversation SET trimmed_upto = ? WHERE id = ?")),
      m_updatePinned(connection.statement("UPDATE conversation SET pinned = ? WHERE id = ?")),
      m_updateReactionHead(connection.statement("UPDATE conversation SET reaction_head = ? WHERE id = ?")),
      m_selectChannels(connection.statement(
          "SELECT id FROM (SELECT id, title FROM conversation INDEXED BY conversation_channel"
          " WHERE kind = 2 ORDER BY id DESC LIMIT ?) WHERE instr(lower(title), lower(CAST(? AS TEXT))) > 0"
          " LIMIT ?")),
      m_selectAll(connection.statement("SELECT id FROM conversation ORDER BY id")),
      m_selectNewestTime(
          connection.statement("SELECT MAX((SELECT at FROM entry WHERE entry.conversation = conversation.id"
                               " ORDER BY seq DESC LIMIT 1)) FROM conversation"))
{
}

ConversationId ConversationTable::insert(const ConversationRecord& record, MessageUuid creation)
{
    return ConversationId(m_insert
                              .run(static_cast<std::uint32_t>(record.kind), record.title,
                                   record.logEpoch.value, record.creator.value, storedUuid(creation),
                                   orNull(record.directLow), orNull(record.directHigh),
                                   record.lastActivity.value, record.historyOpen, record.inviteOnly)
                              .insertedId());
}

ConversationRecord* ConversationTable::record(ConversationId id)
{
    const auto cached = m_records.find(id);
    if (cached != m_records.end()) {
        return &cached->second;
    }
    auto loaded = load(id);
    if (!loaded) {
        return nullptr;
    }
    if (m_records.size() >= maxCachedRecords) {
        m_records.clear();
    }
    return &m_records.emplace(id, std::move(*loaded)).first->second;
}

std::optional<ConversationRecord> ConversationTable::find(ConversationId id)
{
    const ConversationRecord* found = record(id);
    return found == nullptr ? std::nullopt : std::optional(*found);
}

std::optional<ConversationRecord> ConversationTable::load(ConversationId id)
{
    ConversationRecord record;
    record.id = id;
    {
        Statement::Run run = m_select.run(id.value);
        if (!run.next()) {
            return std::nullopt;
        }
        record.kind = static_cast<ConversationKind>(run.number(0));
        record.title = run.bytes(1);
        record.logEpoch = LogEpoch(run.number(2));
        record.creator = UserId(run.number(3));
        record.directLow = UserId(run.number(4));
        record.directHigh = UserId(run.number(5));
        record.lastActivity.value = static_cast<std::int64_t>(run.number(6));
        record.trimmedThrough = Seq(run.number(7));
        record.historyOpen = run.number(8) != 0;
        record.inviteOnly = run.number(9) != 0;
        record.reactionHead = ReactionSeq(run.number(10));
        record.pinned = seqsFrom(run.bytes(11));
        record.forwardingForbidden = run.number(12) != 0;
    }
    if (Statement::Run run = m_selectHead.run(id.value); run.next()) {
        record.head = Seq(run.number(0));
        record.headCountable = run.number(1);
    }
    if (Statement::Run run = m_selectActivity.run(id.value); run.next()) {
        record.lastActivity.value = static_cast<std::int64_t>(run.number(0));
    }
    if (record.kind != ConversationKind::NoticeList) {
        if (Statement::Run run = m_countMembers.run(id.value); run.next()) {
            record.memberCount = static_cast<std::uint32_t>(run.number(0));
        }
    }
    // Do not keep a record that was only partly read.
    return m_health.failed ? std::nullopt : std::optional(std::move(record));
}

std::optional<ConversationId> ConversationTable::byCreation(UserId creator, MessageUuid creation)
{
    return idIn(m_selectByCreation.run(creator.value, storedUuid(creation)));
}

std::size_t ConversationTable::createdBy(UserId creator)
{
    Statement::Run run = m_countCreated.run(creator.value);
    return run.next() ? run.number(0) : 0;
}

std::optional<ConversationId> ConversationTable::direct(UserId low, UserId high)
{
    return idIn(m_selectDirect.run(low.value, high.value));
}

std::optional<ConversationId> ConversationTable::noticeList()
{
    if (!m_noticeList) {
        m_noticeList = idIn(m_selectNoticeList.run());
    }
    return m_noticeList;
}

void ConversationTable::setTitle(ConversationId id, std::string_view title)
{
    m_updateTitle.change(title, id.value);
    if (const auto cached = m_records.find(id); cached != m_records.end()) {
        cached->second.title = title;
    }
}

void ConversationTable::setForwarding(ConversationId id, bool forbidden)
{
    m_updateForwarding.change(forbidden, id.value);
    if (const auto cached = m_records.find(id); cached != m_records.end()) {
        cached->second.forwardingForbidden = forbidden;
    }
}

void ConversationTable::setTrimmed(ConversationId id, Seq through)
{
    m_updateTrimmed.change(through.value, id.value);
    if (const auto cached = m_records.find(id); cached != m_records.end()) {
        cached->second.trimmedThrough = through;
    }
}

void ConversationTable::setPinned(ConversationId id, std::vector<Seq> pinned)
{
    ConversationRecord* found = record(id);
    if (found != nullptr && found->pinned != pinned) {
        m_updatePinned.change(storedSeqs(pinned), id.value);
        found->pinned = std::move(pinned);
    }
}

void ConversationTable::raiseReactionHead(ConversationId id, ReactionSeq head)
{
    ConversationRecord* found = record(id);
    if (found != nullptr && head > found->reactionHead) {
        m_updateReactionHead.change(head.value, id.value);
        found->reactionHead = head;
    }
}

std::vector<ConversationId> ConversationTable::findChannels(std::string_view text, std::uint32_t limit)
{
    return idsIn(m_selectChannels.run(maxChannelsSearched, text, limit));
}

std::vector<ConversationId> ConversationTable::all()
{
    return idsIn(m_selectAll.run());
}

UnixMs ConversationTable::newestTime()
{
    Statement::Run run = m_selectNewestTime.run();
    return run.next() ? UnixMs{static_cast<std::int64_t>(run.number(0))} : UnixMs{};
}

} // namespace tidemark::server
