#pragma once

#include "server-stub/hub/contract/stores/store.h"

#include <map>
#include <utility>

namespace tidemark::fuzz {

/// Checks the store after each step: some values must never fall, and all numbers must equal a recount.
class HubWatch {
public:
    void look(server::Store& store);

private:
    void lookAt(const server::ConversationRecord& now);
    /// `isDeleted`: the account of the member was deleted.
    void lookAt(const server::MemberRecord& now, bool isDeleted);

    std::map<ConversationId, server::ConversationRecord> m_conversations;
    std::map<std::pair<ConversationId, UserId>, server::MemberRecord> m_members;
};

} // namespace tidemark::fuzz
