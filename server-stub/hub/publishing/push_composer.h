#pragma once

#include "server-stub/hub/state/hub_context.h"

namespace tidemark::server {

/// Turns the changes of a turn into pushes: the user's other sessions get the new states, and the other
/// members of small conversations get the receipts. Runs once a turn, so that many changes cost one push.
class PushComposer {
public:
    explicit PushComposer(HubContext& context) : m_context(context) {}

    /// Adds the pushes to the turn's effects. Reads the store, so call it before the commit.
    void compose();

private:
    void composeStates();
    void composeReceipts(ConversationId conversation, const std::map<UserId, Turn::Seen>& readers);
    void composeDeliveries(ConversationId conversation, const std::vector<DeliveryPosition>& before);
    void push(std::vector<Target> targets, protocol::ServerFrame frame);

    HubContext& m_context;
};

} // namespace tidemark::server
