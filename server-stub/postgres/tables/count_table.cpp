#include "server-stub/postgres/tables/count_table.h"

#include "server-stub/store/stored_values.h"

namespace tidemark::server::postgres {

namespace {

/// Expressions of the surrounding statement that define the counted range.
struct Place {
    const std::string& conversation;
    const std::string& after;
    const std::string& head;
    const std::string& reader;
};

/// Counts only the rows of one user, so that each is found by the key of the table.
std::string aboutMe(const Place& place, int kind, const std::string& user)
{
    return "(SELECT count(*) FROM about_me a WHERE a.conversation = " + place.conversation
           + " AND a.user_id = " + user + " AND a.seq > " + place.after + " AND a.seq <= " + place.head
           + " AND a.author <> " + place.reader + " AND (a.recalled_by = 0 OR a.recalled_by > " + place.head
           + ") AND a.kind = " + std::to_string(kind) + ")";
}

/// Counts the rows of the reader and those for all members.
std::string aboutMe(const Place& place, int kind)
{
    return aboutMe(place, kind, place.reader) + " + " + aboutMe(place, kind, "0");
}

std::string recalled(const Place& place)
{
    return "(SELECT count(*) FROM recalled r WHERE r.conversation = " + place.conversation + " AND r.seq > "
           + place.after + " AND r.author <> " + place.reader + " AND r.recalled_by <= " + place.head + ")";
}

std::string own(const Place& place, const std::string& through)
{
    return "COALESCE((SELECT o.own FROM entry o WHERE o.conversation = " + place.conversation
           + " AND o.author = " + place.reader + " AND o.kind = 0 AND o.seq <= " + through
           + " ORDER BY o.seq DESC LIMIT 1), 0)";
}

std::string countable(const Place& place)
{
    return "COALESCE((SELECT e.countable FROM entry e WHERE e.conversation = " + place.conversation
           + " AND e.seq = " + place.after + "), 0)";
}

} // namespace

std::string countColumns(const std::string& conversation, const std::string& after, const std::string& head,
                         const std::string& reader)
{
    const Place place{conversation, after, head, reader};
    return countable(place) + " AS countable, " + own(place, after) + " AS own, " + own(place, head)
           + " AS own_at_head, " + recalled(place) + " AS recalled, " + aboutMe(place, 0) + " AS mentions, "
           + aboutMe(place, 1) + " AS replies";
}

Counts countsIn(const Statement::Run& run, int column)
{
    Counts counts;
    counts.countable = run.number(column++);
    counts.own = run.number(column++);
    counts.ownAtHead = run.number(column++);
    counts.recalledOfOthers = run.number(column++);
    counts.aboutMe.mentions = run.number(column++);
    counts.aboutMe.replies = run.number(column);
    return counts;
}

CountTable::CountTable(Connection& connection, EntryWriter& entries)
    : m_connection(connection), m_entries(entries),
      m_select(connection.statement("SELECT "
                                    + countColumns("$1::bigint", "$2::bigint", "$3::bigint", "$4::bigint")))
{
}

Counts CountTable::find(const ConversationRecord& conversation, Seq after, UserId reader)
{
    if (!m_connection.isInTransaction()) {
        forget();
    }
    Places& places = m_known[conversation.id];
    if (const auto known = places.find({reader, after}); known != places.end()) {
        return known->second;
    }
    m_entries.flush();
    Statement::Run run =
        m_select.run(conversation.id.value, clamped(after), conversation.head.value, reader.value);
    const Counts counts = run.next() ? countsIn(run, 0) : Counts();
    if (!m_connection.health().failed) {
        places.emplace(std::pair(reader, after), counts);
    }
    return counts;
}

std::uint64_t CountTable::ownAtHead(const ConversationRecord& conversation, UserId reader)
{
    const auto places = m_known.find(conversation.id);
    if (places != m_known.end() && m_connection.isInTransaction()) {
        const auto any = places->second.lower_bound({reader, Seq()});
        if (any != places->second.end() && any->first.first == reader) {
            return any->second.ownAtHead;
        }
    }
    return find(conversation, conversation.head, reader).ownAtHead;
}

void CountTable::remember(ConversationId conversation, Seq after, UserId reader, const Counts& counts)
{
    if (m_connection.isInTransaction()) {
        m_known[conversation].insert_or_assign({reader, after}, counts);
    }
}

} // namespace tidemark::server::postgres
