#include "server-stub/postgres/tables/receipt_table.h"

#include <algorithm>
#include <utility>

namespace tidemark::server::postgres {

namespace {

/// Two users are enough: the viewer may be the first of them.
constexpr std::size_t maxDeliveryPositions = 2;

} // namespace

ReceiptTable::ReceiptTable(Connection& connection)
    : m_connection(connection),
      // Rows of two kinds: user 0 with the greatest receipt register, else a user with their delivered
      // position.
      m_select(connection.statement(
          "SELECT c.id, 0::bigint AS user_id, s.seen AS upto FROM unnest($1::bigint[]) AS c (id)"
          " CROSS JOIN LATERAL (SELECT m.seen FROM member m WHERE m.conversation = c.id AND m.is_member = 1"
          " AND m.user_id <> $2 ORDER BY m.seen DESC LIMIT 1) AS s"
          " UNION ALL SELECT c.id, d.user_id, d.delivered FROM unnest($1::bigint[]) AS c (id)"
          " CROSS JOIN LATERAL (SELECT m.user_id, m.delivered FROM member m WHERE m.conversation = c.id"
          " AND m.is_member = 1 ORDER BY m.delivered DESC, m.user_id DESC LIMIT 2) AS d"
          " ORDER BY id, upto DESC, user_id DESC")),
      m_selectReaders(connection.statement(
          "SELECT user_id, seen_at FROM member WHERE conversation = $1 AND is_member = 1 AND seen >= $2"
          " AND user_id <> $3 AND user_id <> $4 AND user_id > $5 ORDER BY user_id LIMIT $6")),
      m_countReaders(connection.statement(
          "SELECT count(*) FROM member WHERE conversation = $1 AND is_member = 1 AND seen >= $2"
          " AND user_id <> $3 AND user_id <> $4"))
{
}

Seq ReceiptTable::seenByOthers(ConversationId conversation, UserId except)
{
    return known(conversation, except).seen;
}

std::vector<DeliveryPosition> ReceiptTable::furthestDelivered(ConversationId conversation)
{
    const auto found = m_known.find(conversation);
    return found != m_known.end() && m_connection.isInTransaction() ? found->second.furthest
                                                                    : known(conversation, m_user).furthest;
}

const ReceiptTable::Known& ReceiptTable::known(ConversationId conversation, UserId except)
{
    if (!m_connection.isInTransaction()) {
        forget();
    }
    const auto found = m_known.find(conversation);
    if (found != m_known.end() && found->second.except == except) {
        return found->second;
    }
    std::vector<ConversationId> wanted{conversation};
    const bool isExpected =
        except == m_user && std::find(m_expected.begin(), m_expected.end(), conversation) != m_expected.end();
    if (isExpected) {
        wanted = std::exchange(m_expected, {});
    }
    for (const ConversationId one : wanted) {
        m_known[one] = {{}, except, {}};
    }
    Statement::Run run = m_select.run(numbersOf(wanted), except.value);
    while (run.next()) {
        Known& read = m_known[ConversationId(run.number(0))];
        const UserId user(run.number(1));
        if (!user.isValid()) {
            read.seen = Seq(run.number(2));
        } else if (read.furthest.size() < maxDeliveryPositions) {
            read.furthest.push_back({user, Seq(run.number(2))});
        }
    }
    return m_known[conversation];
}

std::vector<Reader> ReceiptTable::readers(const ReadersOf& of, UserId after, std::uint32_t limit)
{
    std::vector<Reader> readers;
    Statement::Run run = m_selectReaders.run(of.conversation.value, of.seq.value, of.except[0].value,
                                             of.except[1].value, after.value, limit);
    while (run.next()) {
        readers.push_back({UserId(run.number(0)), UnixMs{static_cast<std::int64_t>(run.number(1))}});
    }
    return readers;
}

std::uint32_t ReceiptTable::readerCount(const ReadersOf& of)
{
    Statement::Run run =
        m_countReaders.run(of.conversation.value, of.seq.value, of.except[0].value, of.except[1].value);
    return run.next() ? static_cast<std::uint32_t>(run.number(0)) : 0;
}

void ReceiptTable::expect(UserId user, const std::vector<MemberRecord>& rows)
{
    forget();
    if (!m_connection.isInTransaction()) {
        return;
    }
    m_user = user;
    for (const MemberRecord& row : rows) {
        m_expected.push_back(row.conversation);
    }
}

void ReceiptTable::forget()
{
    m_user = {};
    m_expected.clear();
    m_known.clear();
}

} // namespace tidemark::server::postgres
