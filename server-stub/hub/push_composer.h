#pragma once

#include "server-stub/hub/hub_context.h"

namespace tidemark::server {

/// Turns what a turn has changed into pushes to those it concerns: a user's other sessions get the new
/// states, the other members of small conversations the receipts. Once a turn, so that many changes cost one
/// push.
class PushComposer {
public:
    explicit PushComposer(HubContext& context) : m_context(context) {}

    /// Adds the pushes to the turn's effects. Reads the store, so before the commit.
    void compose();

private:
    void composeStates();
    void composeReceipts(ConversationId conversation, const std::map<UserId, Turn::Seen>& readers);
    void composeDeliveries(ConversationId conversation, const std::vector<Reach>& before);
    void push(std::vector<Target> targets, protocol::ServerFrame frame);

    HubContext& m_context;
};

} // namespace tidemark::server
