#pragma once

#include "server-stub/hub/contract/stores/receipt_store.h"
#include "server-stub/store/connection.h"

namespace tidemark::server {

/// Receipts and delivered marks of the SQLite store, which it reads from the members' rows.
class ReceiptTable final : public ReceiptStore {
public:
    explicit ReceiptTable(Connection& connection);

    Seq seenByOthers(ConversationId conversation, UserId except) override;
    std::vector<Reader> readers(const ReadersOf& of, UserId after, std::uint32_t limit) override;
    std::uint32_t readerCount(const ReadersOf& of) override;
    std::vector<DeliveryPosition> furthestDelivered(ConversationId conversation) override;

private:
    Statement m_selectSeen;
    Statement m_selectReaders;
    Statement m_countReaders;
    Statement m_selectDelivered;
};

} // namespace tidemark::server
