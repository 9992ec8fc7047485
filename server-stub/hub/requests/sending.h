#pragma once

#include "server-stub/hub/requests/drafts.h"
#include "server-stub/hub/state/hub_context.h"

namespace tidemark::server {

/// Appends messages, edits, recalls and pins to the log (I1, I2, I3).
class Sending {
public:
    Sending(HubContext& context, Drafts& drafts) : m_context(context), m_drafts(drafts) {}

    /// Returns SendAck, also for a repeated send; else the refusal.
    [[nodiscard]] Answer send(const Caller& caller, const protocol::Send& send);

private:
    using Prepared = Expected<NewEntry, protocol::Error>;
    [[nodiscard]] Prepared prepare(const Caller& caller, const ConversationRecord& conversation,
                                   const protocol::Send& send);
    /// The time that the caller must wait before a message to a conversation of this size.
    [[nodiscard]] Milliseconds paceOf(const Caller& caller, const ConversationRecord& conversation);
    /// Whether the conversation is a direct chat with a deleted account.
    [[nodiscard]] bool isToDeleted(const ConversationRecord& conversation, UserId author);
    [[nodiscard]] bool isLogged(ConversationId conversation, MessageUuid uuid);

    HubContext& m_context;
    Drafts& m_drafts;
};

} // namespace tidemark::server
