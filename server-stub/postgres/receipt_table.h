#pragma once

#include "server-stub/hub/store.h"
#include "server-stub/postgres/connection.h"

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace tidemark::server::postgres {

/// How far the members of a conversation have read it and hold it. After the rows of a user were read, what
/// is asked of one of the conversations is read of all of them at once. Kept within a transaction.
class ReceiptTable {
public:
    explicit ReceiptTable(Connection& connection);

    Seq seenByOthers(ConversationId conversation, UserId except);
    std::vector<Reach> furthestDelivered(ConversationId conversation);
    std::vector<Reader> readers(ConversationId conversation, Seq seq, UserId except);

    /// Who asks next may ask of all of these.
    void expect(UserId user, const std::vector<MemberRecord>& rows);
    /// A member has changed.
    void forget(ConversationId conversation) { m_known.erase(conversation); }
    void forget();

private:
    struct Known {
        Seq seen; ///< the greatest register of others than `except`
        UserId except;
        std::vector<Reach> furthest;
    };

    const Known& known(ConversationId conversation, UserId except);

    Connection& m_connection;
    Statement m_select;
    Statement m_selectReaders;
    UserId m_user; ///< whose rows were read
    std::vector<ConversationId> m_expected;
    std::unordered_map<ConversationId, Known> m_known;
};

} // namespace tidemark::server::postgres
