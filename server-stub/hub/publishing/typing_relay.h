#pragma once

#include "server-stub/hub/state/hub_context.h"

#include <vector>

namespace tidemark::server {

/// Notifies the online devices of the other members that a user is writing. Stores nothing and answers
/// nothing.
class TypingRelay {
public:
    explicit TypingRelay(HubContext& context) : m_context(context) {}

    /// Does nothing if the caller is not a member, or if the conversation has more than
    /// Limits::receiptMembers members.
    void relay(const Caller& caller, const protocol::Typing& typing);
    /// A user who is connected to another server is writing.
    void received(const hint::Typing& typing);

private:
    [[nodiscard]] std::vector<Target> othersWatching(ConversationId conversation, UserId user) const;
    /// Pushes to the targets except those of users whom `user` has blocked.
    void push(std::vector<Target> targets, ConversationId conversation, const User& user);

    HubContext& m_context;
};

} // namespace tidemark::server
