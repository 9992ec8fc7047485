#pragma once

#include "server-stub/hub/hub_context.h"

#include <vector>

namespace tidemark::server {

/// Tells the online devices of the other members that somebody is writing. Keeps nothing and answers nothing.
class TypingRelay {
public:
    explicit TypingRelay(HubContext& context) : m_context(context) {}

    /// Ignored where the caller is no member, and in conversations beyond Limits::receiptMembers.
    void relay(const Caller& caller, const protocol::Typing& typing);
    /// Somebody writes who is connected to another server.
    void heard(const hint::Typing& typing);

private:
    [[nodiscard]] std::vector<Target> othersWatching(ConversationId conversation, UserId user) const;
    void push(std::vector<Target> targets, ConversationId conversation, const User& user);

    HubContext& m_context;
};

} // namespace tidemark::server
