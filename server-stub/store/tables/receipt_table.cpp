#include "server-stub/store/tables/receipt_table.h"

namespace tidemark::server {

ReceiptTable::ReceiptTable(Connection& connection)
    : m_selectSeen(connection.statement(
        "SELECT seen FROM member INDEXED BY member_seen"
        " WHERE conversation = ? AND is_member = 1 AND user <> ? ORDER BY seen DESC LIMIT 1")),
      // The "+seen" keeps both statements from using the index of `seen`. That index does not cover them, so
      // each entry would cost a lookup of its row, and a page would have to be sorted; going through the
      // members by key is faster.
      m_selectReaders(connection.statement(
          "SELECT user, seen_at FROM member WHERE conversation = ? AND user > ? AND is_member = 1"
          " AND +seen >= ? AND user <> ? AND user <> ? ORDER BY user LIMIT ?")),
      m_countReaders(connection.statement("SELECT COUNT(*) FROM member WHERE conversation = ?"
                                          " AND is_member = 1 AND +seen >= ? AND user <> ? AND user <> ?")),
      m_selectDelivered(connection.statement(
          "SELECT user, delivered FROM member INDEXED BY member_delivered"
          " WHERE conversation = ? AND is_member = 1 ORDER BY delivered DESC, user DESC LIMIT 2"))
{
}

Seq ReceiptTable::seenByOthers(ConversationId conversation, UserId except)
{
    Statement::Run run = m_selectSeen.run(conversation.value, except.value);
    return run.next() ? Seq(run.number(0)) : Seq();
}

std::vector<Reader> ReceiptTable::readers(const ReadersOf& of, UserId after, std::uint32_t limit)
{
    std::vector<Reader> readers;
    Statement::Run run = m_selectReaders.run(of.conversation.value, after.value, of.seq.value,
                                             of.except[0].value, of.except[1].value, limit);
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

std::vector<DeliveryPosition> ReceiptTable::furthestDelivered(ConversationId conversation)
{
    std::vector<DeliveryPosition> positions;
    Statement::Run run = m_selectDelivered.run(conversation.value);
    while (run.next()) {
        positions.push_back({UserId(run.number(0)), Seq(run.number(1))});
    }
    return positions;
}

} // namespace tidemark::server
