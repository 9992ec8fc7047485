#include "server-stub/postgres/tables/conversation_table.h"

#include "server-stub/postgres/tables/fields.h"

#include <algorithm>
#include <utility>

namespace tidemark::server::postgres {

namespace {

std::optional<ConversationId> idIn(Statement::Run&& run)
{
    if (!run.next()) {
        return std::nullopt;
    }
    const ConversationId id(run.number(0));
    return id.isValid() ? std::optional(id) : std::nullopt;
}

std::vector<ConversationId> idsIn(Statement::Run&& run)
{
    std::vector<ConversationId> ids;
    while (run.next()) {
        ids.emplace_back(run.number(0));
    }
    return ids;
}

} // namespace

ConversationRecord conversationIn(const Statement::Run& run, int& column)
{
    ConversationRecord record;
    record.id = ConversationId(run.number(column++));
    readFields(run, column, record);
    return record;
}

std::string conversationColumns(const std::string& prefix)
{
    return prefix + "id, " + columnsOf<ConversationRecord>(prefix);
}

ConversationTable::ConversationTable(Connection& connection)
    : m_connection(connection), m_selectNextId(connection.statement("SELECT nextval('conversation_id')")),
      m_insert(connection.statement("INSERT INTO conversation (id, folded_title, "
                                    + columnsOf<ConversationRecord>() + ") VALUES ($1, $2, "
                                    + placesOf<ConversationRecord>(3) + ")")),
      m_insertCreation(connection.statement(
          "INSERT INTO conversation_creation (creator, uuid, conversation) VALUES ($1, $2, $3)")),
      m_insertDirect(connection.statement(
          "INSERT INTO conversation_direct (low, high, conversation) VALUES ($1, $2, $3)")),
      m_setNoticeList(connection.statement(
          "UPDATE server SET notice_list = $1 WHERE notice_list IS NULL RETURNING notice_list")),
      m_select(
          connection.statement("SELECT " + conversationColumns("") + " FROM conversation WHERE id = $1")),
      m_hold(connection.statement("SELECT " + conversationColumns("")
                                  + ", (SELECT at FROM entry WHERE conversation = id AND seq = head)"
                                    " FROM conversation WHERE id = ANY($1::bigint[]) ORDER BY id"
                                    " FOR NO KEY UPDATE")),
      m_selectByCreation(connection.statement(
          "SELECT conversation FROM conversation_creation WHERE creator = $1 AND uuid = $2")),
      m_countCreated(connection.statement("SELECT count(*) FROM conversation_creation WHERE creator = $1")),
      m_selectDirect(
          connection.statement("SELECT conversation FROM conversation_direct WHERE low = $1 AND high = $2")),
      m_selectNoticeList(connection.statement("SELECT notice_list FROM server")),
      m_updateTitle(
          connection.statement("UPDATE conversation SET title = $2, folded_title = $3 WHERE id = $1")),
      m_updateForwarding(
          connection.statement("UPDATE conversation SET forwarding_forbidden = $2 WHERE id = $1")),
      m_updateTrimmed(connection.statement("UPDATE conversation SET trimmed_upto = $2 WHERE id = $1")),
      m_updatePinned(connection.statement("UPDATE conversation SET pinned = $2 WHERE id = $1")),
      m_updateReactionHead(connection.statement("UPDATE conversation SET reaction_head = $2 WHERE id = $1")),
      m_updateHeads(connection.statement(
          "UPDATE conversation c SET head = m.head, head_countable = m.countable, last_activity_at = m.at"
          " FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS m (id, head, countable, "
          "at)"
          " WHERE c.id = m.id")),
      m_addMembers(
          connection.statement("UPDATE conversation SET member_count = member_count + $2 WHERE id = $1")),
      m_selectChannels(connection.statement(
          "SELECT id FROM (SELECT id, folded_title FROM conversation WHERE kind = 2"
          " ORDER BY id DESC LIMIT $1) AS newest WHERE position($2::bytea IN folded_title) > 0"
          " ORDER BY id DESC LIMIT $3")),
      m_selectAll(connection.statement("SELECT id FROM conversation ORDER BY id")),
      m_selectHeads(
          connection.statement("SELECT id, log_epoch, head FROM conversation WHERE id = ANY($1::bigint[])")),
      m_selectNewestTime(
          connection.statement("SELECT max(last_activity_at) FROM conversation WHERE head > 0"))
{
}

ConversationId ConversationTable::insert(const ConversationRecord& record, MessageUuid creation)
{
    Statement::Run next = m_connection.write(m_selectNextId);
    if (!next.next()) {
        return {};
    }
    Row row{record, true};
    row.record.id = ConversationId(next.number(0));
    row.record.trimmedThrough = {};
    row.record.pinned.clear();
    row.record.head = {};
    row.record.headCountable = 0;
    row.record.memberCount = 0;
    std::vector<Value> values{bound(row.record.id.value), bound(foldedTitle(record.title))};
    bindFields(values, row.record);
    static_cast<void>(m_connection.writeWith(m_insert, values));
    insertName(row.record, row.record.id, creation);
    const ConversationId id = row.record.id;
    if (m_connection.isInTransaction() && !m_connection.health().failed) {
        m_rows.emplace(id, std::move(row));
    }
    return id;
}

void ConversationTable::insertName(const ConversationRecord& record, ConversationId id, MessageUuid creation)
{
    if (creation.isValid()) {
        m_connection.change(m_insertCreation, record.creator.value, storedUuid(creation), id.value);
    }
    if (record.kind == ConversationKind::Direct) {
        m_connection.change(m_insertDirect, record.directLow.value, record.directHigh.value, id.value);
    }
    if (record.kind == ConversationKind::NoticeList
        && !m_connection.write(m_setNoticeList, id.value).next()) {
        m_connection.fail(QStringLiteral("the list of announcements already exists"));
    }
}

std::vector<protocol::Head> ConversationTable::heads(const std::vector<ConversationId>& ids)
{
    std::vector<protocol::Head> heads;
    Statement::Run run = m_selectHeads.run(numbersOf(ids));
    while (run.next()) {
        heads.push_back({ConversationId(run.number(0)), LogEpoch(run.number(1)), Seq(run.number(2))});
    }
    return heads;
}

ConversationTable::Row* ConversationTable::row(ConversationId id)
{
    if (!m_connection.isInTransaction()) {
        forget();
    }
    if (const auto known = m_rows.find(id); known != m_rows.end()) {
        return &known->second;
    }
    Statement::Run run = m_select.run(id.value);
    if (!run.next()) {
        return nullptr;
    }
    int column = 0;
    return &m_rows.emplace(id, Row{conversationIn(run, column)}).first->second;
}

const ConversationRecord* ConversationTable::record(ConversationId id)
{
    const Row* found = row(id);
    return found == nullptr ? nullptr : &found->record;
}

std::optional<ConversationRecord> ConversationTable::find(ConversationId id)
{
    const ConversationRecord* found = record(id);
    return found == nullptr ? std::nullopt : std::optional(*found);
}

void ConversationTable::hold(std::vector<ConversationId> ids)
{
    std::erase_if(ids, [this](ConversationId id) {
        const auto known = m_rows.find(id);
        return known != m_rows.end() && known->second.isHeld;
    });
    if (ids.empty()) {
        return;
    }
    flush();
    Statement::Run run = m_connection.write(m_hold, numbersOf(ids));
    while (run.next()) {
        int column = 0;
        ConversationRecord record = conversationIn(run, column);
        const ConversationId id = record.id;
        // This statement does not see an entry that was committed while it waited for the lock, but it sees
        // the conversation's new row.
        const UnixMs seen{static_cast<std::int64_t>(run.number(column))};
        const UnixMs last = record.head.isValid() ? std::max(seen, record.lastActivity) : UnixMs{};
        m_rows.insert_or_assign(id, Row{std::move(record), true, last});
    }
}

const ConversationRecord* ConversationTable::held(ConversationId id)
{
    hold({id});
    const auto known = m_rows.find(id);
    return known == m_rows.end() || !known->second.isHeld ? nullptr : &known->second.record;
}

void ConversationTable::moveHead(ConversationId id, const LogEntry& head, bool isChange)
{
    const auto known = m_rows.find(id);
    if (known == m_rows.end()) {
        return;
    }
    Row& row = known->second;
    row.record.head = head.entry.seq;
    row.record.headCountable = head.countable;
    row.timeAtHead = head.entry.at;
    if (!isChange) {
        row.record.lastActivity = head.entry.at;
    }
    row.hasMoved = true;
    m_moved.insert(id);
}

void ConversationTable::raiseTimeAtHead(ConversationId id, UnixMs at)
{
    if (const auto known = m_rows.find(id); known != m_rows.end()) {
        known->second.timeAtHead = std::max(known->second.timeAtHead, at);
    }
}

UnixMs ConversationTable::timeAtHead(ConversationId id) const
{
    const auto known = m_rows.find(id);
    return known == m_rows.end() ? UnixMs{} : known->second.timeAtHead;
}

UnixMs ConversationTable::newestTime()
{
    Statement::Run run = m_selectNewestTime.run();
    return run.next() ? UnixMs{static_cast<std::int64_t>(run.number(0))} : UnixMs{};
}

void ConversationTable::addMembers(ConversationId id, int count)
{
    Row* changed = row(id);
    if (changed == nullptr || count == 0) {
        return;
    }
    changed->record.memberCount =
        static_cast<std::uint32_t>(static_cast<std::int64_t>(changed->record.memberCount) + count);
    changed->membersAdded += count;
    m_moved.insert(id);
}

void ConversationTable::remember(const ConversationRecord& record)
{
    if (m_connection.isInTransaction()) {
        m_rows.try_emplace(record.id, Row{record});
    }
}

void ConversationTable::flush()
{
    Numbers ids;
    Numbers heads;
    Numbers countables;
    Numbers activities;
    for (const ConversationId id : m_moved) {
        Row& row = m_rows.at(id);
        if (std::exchange(row.hasMoved, false)) {
            ids.values.push_back(id.value);
            heads.values.push_back(row.record.head.value);
            countables.values.push_back(row.record.headCountable);
            activities.values.push_back(static_cast<std::uint64_t>(row.record.lastActivity.value));
        }
        if (const int added = std::exchange(row.membersAdded, 0); added != 0) {
            m_connection.change(m_addMembers, id.value, static_cast<std::int64_t>(added));
        }
    }
    m_moved.clear();
    if (!ids.values.empty()) {
        m_connection.change(m_updateHeads, ids, heads, countables, activities);
    }
}

void ConversationTable::forget()
{
    m_rows.clear();
    m_moved.clear();
}

std::optional<ConversationId> ConversationTable::byCreation(UserId creator, MessageUuid creation)
{
    return creation.isValid() ? idIn(m_selectByCreation.run(creator.value, storedUuid(creation)))
                              : std::nullopt;
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
    return idIn(m_selectNoticeList.run());
}

void ConversationTable::setTitle(ConversationId id, std::string_view title)
{
    m_connection.change(m_updateTitle, id.value, title, foldedTitle(title));
    if (const auto known = m_rows.find(id); known != m_rows.end()) {
        known->second.record.title = title;
    }
}

void ConversationTable::setForwarding(ConversationId id, bool forbidden)
{
    m_connection.change(m_updateForwarding, id.value, forbidden);
    if (const auto known = m_rows.find(id); known != m_rows.end()) {
        known->second.record.forwardingForbidden = forbidden;
    }
}

void ConversationTable::setTrimmed(ConversationId id, Seq through)
{
    m_connection.change(m_updateTrimmed, id.value, through.value);
    if (const auto known = m_rows.find(id); known != m_rows.end()) {
        known->second.record.trimmedThrough = through;
    }
}

void ConversationTable::setPinned(ConversationId id, std::vector<Seq> pinned)
{
    const auto known = m_rows.find(id);
    if (known != m_rows.end() && known->second.record.pinned != pinned) {
        m_connection.change(m_updatePinned, id.value, std::string_view(storedSeqs(pinned)));
        known->second.record.pinned = std::move(pinned);
    }
}

void ConversationTable::raiseReactionHead(ConversationId id, ReactionSeq head)
{
    const auto known = m_rows.find(id);
    if (known != m_rows.end() && head > known->second.record.reactionHead) {
        m_connection.change(m_updateReactionHead, id.value, head.value);
        known->second.record.reactionHead = head;
    }
}

std::vector<ConversationId> ConversationTable::findChannels(std::string_view text, std::uint32_t limit)
{
    return idsIn(m_selectChannels.run(maxChannelsSearched, foldedTitle(text), limit));
}

std::vector<ConversationId> ConversationTable::all()
{
    return idsIn(m_selectAll.run());
}

} // namespace tidemark::server::postgres
