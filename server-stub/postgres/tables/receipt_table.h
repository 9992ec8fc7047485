#pragma once

#include "server-stub/hub/contract/stores/member_store.h"
#include "server-stub/hub/contract/stores/receipt_store.h"
#include "server-stub/postgres/session/connection.h"

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace tidemark::server::postgres {

/// The receipts and delivered marks of conversations. After a user's rows were read, the first request for
/// one of those conversations reads all of them together. Kept within a transaction.
class ReceiptTable final : public ReceiptStore {
public:
    explicit ReceiptTable(Connection& connection);

    Seq seenByOthers(ConversationId conversation, UserId except) override;
    std::vector<DeliveryPosition> furthestDelivered(ConversationId conversation) override;
    std::vector<Reader> readers(const ReadersOf& of, UserId after, std::uint32_t limit) override;
    std::uint32_t readerCount(const ReadersOf& of) override;

    /// The next requests may be for any of these conversations.
    void expect(UserId user, const std::vector<MemberRecord>& rows);
    /// Call when a member has changed.
    void forget(ConversationId conversation) { m_known.erase(conversation); }
    void forget();

private:
    struct Known {
        Seq seen; ///< the greatest receipt register of members other than `except`
        UserId except;
        std::vector<DeliveryPosition> furthest;
    };

    const Known& known(ConversationId conversation, UserId except);

    Connection& m_connection;
    Statement m_select;
    Statement m_selectReaders;
    Statement m_countReaders;
    UserId m_user; ///< the user whose rows were read
    std::vector<ConversationId> m_expected;
    std::unordered_map<ConversationId, Known> m_known;
};

} // namespace tidemark::server::postgres
