#include "server-stub/postgres/tables/member_table.h"

#include "core/base/failpoint.h"
#include "server-stub/hub/contract/counts.h"
#include "server-stub/postgres/tables/fields.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace tidemark::server::postgres {

namespace {

/// The conversation, the user and the revision come before the fields.
constexpr int firstField = 3;

std::string memberColumns(const std::string& prefix)
{
    return prefix + "conversation, " + prefix + "user_id, " + prefix + "revision, "
           + columnsOf<MemberRecord>(prefix);
}

/// Reads the record of a row that begins at `column`. Afterwards `column` is the next column.
MemberRecord memberIn(const Statement::Run& run, int& column)
{
    MemberRecord member;
    member.conversation = ConversationId(run.number(column));
    member.user = UserId(run.number(column + 1));
    column += firstField;
    readFields(run, column, member);
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

std::string updateStatement()
{
    std::string assignments;
    int place = firstField;
    const MemberRecord record{};
    forEachField(record, [&](const char* column, const auto&) {
        const std::string name(column);
        const std::string value = "$" + std::to_string(++place);
        // Another server may have raised `delivered` meanwhile; never lower it.
        assignments +=
            ", " + name + " = " + (name == "delivered" ? "GREATEST(delivered, " + value + ")" : value);
    });
    return "UPDATE member SET revision = revision + 1" + assignments
           + " WHERE conversation = $1 AND user_id = $2 AND revision = $3 RETURNING delivered";
}

/// Bounds of one statement, and so of memory. The rows of one user are always read together.
constexpr std::size_t maxPlacesAtOnce = 4096;
constexpr std::size_t maxReadersAtOnce = 256;

} // namespace

/// Unread messages are counted from `read`, and a channel's share of the feed from `opened`. The OFFSET makes
/// PostgreSQL check the condition first, so that an empty range costs no lookup.
std::string selectOfReaders()
{
    const auto counts = [](const std::string& after, const char* name, const char* unless) {
        return " LEFT JOIN LATERAL (SELECT " + countColumns("m.conversation", after, "c.head", "m.user_id")
               + " WHERE m.is_member = 1 AND c.head > " + after + unless + " OFFSET 0) AS " + name
               + " ON true";
    };
    return "SELECT " + memberColumns("m.") + ", " + conversationColumns("c.")
           + ", r.countable, r.own, r.own_at_head, r.recalled, r.mentions, r.replies,"
             " f.countable, f.own, f.own_at_head, f.recalled, f.mentions, f.replies,"
             " CASE WHEN c.reaction_head > m.reactions_seen THEN "
           + unreadReactionsColumn("m.conversation", "m.user_id", "m.reactions_seen",
                                   "GREATEST(c.trimmed_upto, m.hidden_upto)")
           + " ELSE 0 END"
             " FROM unnest($1::bigint[], $2::bigint[]) AS wanted (conversation, user_id)"
             " JOIN member m USING (conversation, user_id) JOIN conversation c ON c.id = m.conversation"
             " CROSS JOIN LATERAL (SELECT GREATEST(m.floor, m.read_seq) AS read,"
             " GREATEST(m.floor, m.feed_snapshot) AS opened) AS place"
           + counts("place.read", "r", "")
           + counts("place.opened", "f", " AND c.kind = 2 AND place.opened <> place.read")
           + " ORDER BY m.conversation";
}

MemberTable::MemberTable(Connection& connection, ConversationTable& conversations, CountTable& counts,
                         ReceiptTable& receipts, ReactionTable& reactions, EntryWriter& entries)
    : m_connection(connection), m_conversations(conversations), m_counts(counts), m_receipts(receipts),
      m_reactions(reactions), m_entries(entries),
      m_select(connection.statement("SELECT " + memberColumns("")
                                    + " FROM member WHERE conversation = $1 AND user_id = $2")),
      m_hold(
          connection.statement("SELECT " + memberColumns("m.")
                               + " FROM unnest($1::bigint[], $2::bigint[]) AS wanted (conversation, user_id)"
                                 " JOIN member m USING (conversation, user_id)"
                                 " ORDER BY m.conversation, m.user_id FOR NO KEY UPDATE OF m")),
      m_selectMany(
          connection.statement("SELECT " + memberColumns("m.")
                               + " FROM unnest($1::bigint[], $2::bigint[]) AS wanted (conversation, user_id)"
                                 " JOIN member m USING (conversation, user_id)")),
      m_insert(connection.statement("INSERT INTO member (conversation, user_id, revision, "
                                    + columnsOf<MemberRecord>() + ") VALUES ($1, $2, $3, "
                                    + placesOf<MemberRecord>(firstField + 1)
                                    + ") ON CONFLICT DO NOTHING RETURNING delivered")),
      m_insertMembership(connection.statement(
          "INSERT INTO membership (conversation, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING")),
      m_update(connection.statement(updateStatement())),
      m_selectPresent(connection.statement(
          "SELECT user_id FROM member WHERE conversation = $1 AND is_member = 1 ORDER BY user_id")),
      m_selectPage(connection.statement("SELECT user_id FROM member WHERE conversation = $1 AND user_id > $2"
                                        " AND is_member = 1 ORDER BY user_id LIMIT $3")),
      m_selectGroupAdmins(connection.statement("SELECT user_id, role FROM member WHERE conversation = $1"
                                               " AND is_member = 1 AND role > 0 ORDER BY user_id")),
      m_selectOfReaders(connection.statement(selectOfReaders())),
      m_selectMemberships(connection.statement(
          "SELECT conversation, user_id FROM membership WHERE user_id = ANY($1::bigint[])")),
      m_countMemberships(connection.statement("SELECT count(*) FROM membership WHERE user_id = $1")),
      m_selectVersions(
          connection.statement("SELECT m.user_id, m.conversation, m.version, m.is_member"
                               " FROM unnest($1::bigint[], $2::bigint[]) AS wanted (conversation, user_id)"
                               " JOIN member m USING (conversation, user_id)")),
      m_raiseDelivered(connection.statement(
          "UPDATE member SET delivered = $3 WHERE conversation = $1 AND user_id = $2 AND delivered < $3")),
      m_selectMuteEnds(connection.statement(
          "SELECT conversation, user_id, muted_until FROM member WHERE muted_until > 0 AND muted = 1"
          " AND is_member = 1 ORDER BY muted_until LIMIT $1"))
{
}

MemberTable::Row& MemberTable::row(const Place& place)
{
    if (!m_connection.isInTransaction()) {
        forget();
    }
    const auto [known, isNew] = m_rows.try_emplace(place);
    if (isNew) {
        Statement::Run run = m_select.run(place.first.value, place.second.value);
        if (run.next()) {
            int column = 0;
            known->second = {memberIn(run, column), run.number(firstField - 1)};
        }
    }
    return known->second;
}

std::optional<MemberRecord> MemberTable::find(ConversationId conversation, UserId user)
{
    return row({conversation, user}).record;
}

void MemberTable::hold(const std::vector<Place>& places)
{
    if (places.empty()) {
        return;
    }
    Numbers conversations;
    Numbers users;
    for (const auto& [conversation, user] : places) {
        conversations.values.push_back(conversation.value);
        users.values.push_back(user.value);
    }
    take(m_connection.write(m_hold, conversations, users));
}

void MemberTable::expect(const std::vector<ExpectedSend>& sends)
{
    Numbers conversations;
    Numbers users;
    for (const ExpectedSend& send : sends) {
        if (m_rows.try_emplace({send.conversation, send.author}).second) {
            conversations.values.push_back(send.conversation.value);
            users.values.push_back(send.author.value);
        }
    }
    if (!users.values.empty()) {
        take(m_selectMany.run(conversations, users));
    }
}

void MemberTable::take(Statement::Run&& run)
{
    while (run.next()) {
        int column = 0;
        MemberRecord member = memberIn(run, column);
        const Place place(member.conversation, member.user);
        m_rows.insert_or_assign(place, Row{std::move(member), run.number(firstField - 1)});
    }
}

void MemberTable::put(const MemberRecord& member)
{
    Row& row = this->row({member.conversation, member.user});
    const bool wasMember = row.record && row.record->isMember;
    row.record ? update(row, member) : insert(row, member);
    m_receipts.forget(member.conversation);
    failpoint(failpointOf(Deed::Read, ServerStep::Written));
    failpoint(failpointOf(Deed::Clearing, ServerStep::Written));
    failpoint(failpointOf(Deed::Looking, ServerStep::Written));
    failpoint(failpointOf(Deed::PinOrder, ServerStep::Written));
    if (m_connection.health().failed) {
        return;
    }
    const ConversationRecord* conversation = m_conversations.record(member.conversation);
    if (conversation != nullptr && conversation->kind != ConversationKind::NoticeList) {
        m_conversations.addMembers(member.conversation, int{member.isMember} - int{wasMember});
    }
}

void MemberTable::insert(Row& row, const MemberRecord& member)
{
    std::vector<Value> values{bound(member.conversation.value), bound(member.user.value),
                              bound(std::uint64_t{0})};
    bindFields(values, member);
    if (!m_connection.writeWith(m_insert, values).next()) {
        return m_connection.fail(QStringLiteral("another server added a member at the same time"));
    }
    m_connection.change(m_insertMembership, member.conversation.value, member.user.value);
    m_read.erase(member.user);
    m_readers.erase(member.user);
    row = {member, 0};
}

void MemberTable::update(Row& row, const MemberRecord& member)
{
    std::vector<Value> values{bound(member.conversation.value), bound(member.user.value),
                              bound(row.revision)};
    bindFields(values, member);
    Statement::Run run = m_connection.writeWith(m_update, values);
    if (!run.next()) {
        return m_connection.fail(QStringLiteral("another server changed a member at the same time"));
    }
    row = {member, row.revision + 1};
    row.record->delivered = Seq(run.number(0));
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

void MemberTable::expect(const std::vector<UserId>& readers)
{
    for (const UserId reader : readers) {
        m_readers.try_emplace(reader);
    }
}

std::vector<MemberRecord> MemberTable::ofUser(UserId user)
{
    std::optional<std::vector<MemberRecord>> rows;
    if (m_connection.isInTransaction()) {
        rows = takeRead(user);
    } else {
        forget();
    }
    if (!rows) {
        rows = read(user);
    }
    m_receipts.expect(user, *rows);
    return *rows;
}

std::size_t MemberTable::countOfUser(UserId user)
{
    Statement::Run run = m_countMemberships.run(user.value);
    return run.next() ? run.number(0) : 0;
}

/// The user's rows that were read with another user's, if they are still current.
std::optional<std::vector<MemberRecord>> MemberTable::takeRead(UserId user)
{
    const auto known = m_read.extract(user);
    if (known.empty()) {
        return std::nullopt;
    }
    std::vector<MemberRecord> rows;
    for (const auto& [conversation, head] : known.mapped()) {
        const ConversationRecord* record = m_conversations.record(conversation);
        const auto row = m_rows.find({conversation, user});
        if (record == nullptr || record->head != head || row == m_rows.end() || !row->second.record) {
            return std::nullopt;
        }
        rows.push_back(*row->second.record);
    }
    return rows;
}

/// Reads the user's rows together with those of other users who will ask next.
std::vector<MemberRecord> MemberTable::read(UserId user)
{
    const auto [conversations, users] = placesOfReaders(user);
    std::vector<MemberRecord> rows;
    if (users.values.empty()) {
        return rows;
    }
    m_entries.flush();
    m_conversations.flush();
    Statement::Run run = m_selectOfReaders.run(conversations, users);
    while (run.next()) {
        Seq head;
        const std::optional<MemberRecord> row = rowOfReader(run, head);
        if (!row) {
            continue;
        }
        if (row->user == user) {
            rows.push_back(*row);
        } else {
            m_read[row->user].emplace_back(row->conversation, head);
        }
    }
    return rows;
}

/// The conversations in which `user` has rows, and those of as many expected users as fit into one statement.
std::pair<Numbers, Numbers> MemberTable::placesOfReaders(UserId user)
{
    readMemberships(user);
    std::pair<Numbers, Numbers> places;
    const auto add = [&places](const ExpectedReader& reader) {
        auto& [conversations, users] = places;
        conversations.values.insert(conversations.values.end(), reader.second->begin(), reader.second->end());
        users.values.insert(users.values.end(), reader.second->size(), reader.first.value);
    };
    const auto self = m_readers.extract(user);
    add({self.key(), self.mapped()});
    std::erase_if(m_readers, [&](const ExpectedReader& reader) {
        if (!reader.second || places.first.values.size() + reader.second->size() > maxPlacesAtOnce) {
            return false;
        }
        add(reader);
        m_read[reader.first];
        return true;
    });
    return places;
}

void MemberTable::readMemberships(UserId user)
{
    if (m_readers[user]) {
        return;
    }
    std::vector<UserId> unknown{user};
    for (const auto& [reader, conversations] : m_readers) {
        if (!conversations && reader != user && unknown.size() < maxReadersAtOnce) {
            unknown.push_back(reader);
        }
    }
    for (const UserId reader : unknown) {
        m_readers[reader].emplace();
    }
    Statement::Run run = m_selectMemberships.run(numbersOf(unknown));
    while (run.next()) {
        m_readers[UserId(run.number(1))]->push_back(run.number(0));
    }
}

/// Returns empty if the transaction has already found that there is no such row. Sets `head` to the
/// conversation's head in this transaction.
std::optional<MemberRecord> MemberTable::rowOfReader(const Statement::Run& run, Seq& head)
{
    int column = 0;
    MemberRecord member = memberIn(run, column);
    const ConversationRecord conversation = conversationIn(run, column);
    if (!m_connection.isInTransaction()) {
        return member;
    }
    m_conversations.remember(conversation);
    const ConversationRecord* known = m_conversations.record(conversation.id);
    head = known == nullptr ? conversation.head : known->head;
    if (known == nullptr || known->reactionHead == conversation.reactionHead) {
        // The statement counts the reactions of all users.
        m_reactions.remember(unreadReactionsOf(conversation, member, member.user),
                             run.number(column + 2 * countColumnsWide));
    }
    if (head == conversation.head && member.isMember) {
        rememberCounts(run, column, conversation, member);
    }
    // Keep the row as it was read first, because the transaction's decisions depend on it.
    const Place place(member.conversation, member.user);
    const auto row = m_rows.try_emplace(place, Row{std::move(member), run.number(firstField - 1)}).first;
    return row->second.record;
}

void MemberTable::rememberCounts(const Statement::Run& run, int column,
                                 const ConversationRecord& conversation, const MemberRecord& member)
{
    const Seq read = effectiveRead(member.floor, member.cursor.readSeq);
    const Seq opened = effectiveRead(member.floor, member.feedSnapshot);
    if (read < conversation.head) {
        m_counts.remember(conversation.id, read, member.user, countsIn(run, column));
    }
    if (conversation.kind == ConversationKind::Channel && opened < conversation.head && opened != read) {
        m_counts.remember(conversation.id, opened, member.user, countsIn(run, column + countColumnsWide));
    }
}

std::vector<MemberVersion> MemberTable::versions(const std::vector<UserId>& users)
{
    Numbers conversations;
    Numbers members;
    Statement::Run places = m_selectMemberships.run(numbersOf(users));
    while (places.next()) {
        conversations.values.push_back(places.number(0));
        members.values.push_back(places.number(1));
    }
    std::vector<MemberVersion> versions;
    Statement::Run run = m_selectVersions.run(conversations, members);
    while (run.next()) {
        versions.push_back(
            {UserId(run.number(0)), ConversationId(run.number(1)), run.number(2), run.number(3) != 0});
    }
    return versions;
}

void MemberTable::raiseDelivered(ConversationId conversation, UserId user, Seq through)
{
    m_connection.change(m_raiseDelivered, conversation.value, user.value, through.value);
    m_receipts.forget(conversation);
    const auto known = m_rows.find({conversation, user});
    if (known != m_rows.end() && known->second.record) {
        Seq& delivered = known->second.record->delivered;
        delivered = std::max(delivered, through);
    }
}

void MemberTable::forget()
{
    m_rows.clear();
    m_readers.clear();
    m_read.clear();
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

} // namespace tidemark::server::postgres
