#pragma once

#include "server-stub/hub/contract/store.h"

#include <map>
#include <utility>

namespace tidemark::fuzz {

/// Looks at the store after each step: what must never go back, and what a recount must give.
class HubWatch {
public:
    void look(server::Store& store);

private:
    void lookAt(const server::ConversationRecord& now);
    void lookAt(const server::MemberRecord& now);

    std::map<ConversationId, server::ConversationRecord> m_conversations;
    std::map<std::pair<ConversationId, UserId>, server::MemberRecord> m_members;
};

} // namespace tidemark::fuzz
