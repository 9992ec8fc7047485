#pragma once

#include "server-stub/hub/state/hub_context.h"

namespace tidemark::server {

/// Appends messages, edits and recalls to the log (I1, I2, I3).
class Sending {
public:
    explicit Sending(HubContext& context) : m_context(context) {}

    /// Returns SendAck, also for a repeated send; else the refusal.
    [[nodiscard]] Answer send(const Caller& caller, const protocol::Send& send);

private:
    using Prepared = Expected<NewEntry, protocol::Error>;
    [[nodiscard]] Prepared prepare(const Caller& caller, const ConversationRecord& conversation,
                                   const protocol::Send& send);
    [[nodiscard]] Prepared prepareText(NewEntry entry, const protocol::TextContent& content,
                                       Seq hiddenThrough);
    [[nodiscard]] Prepared prepareEdit(NewEntry entry, const protocol::EditContent& content,
                                       Seq hiddenThrough);
    [[nodiscard]] Prepared prepareRecall(NewEntry entry, const protocol::RecallContent& content,
                                         Seq hiddenThrough);
    /// Adds the members whose names are in the text to the mentions.
    void addNamed(NewEntry& entry);
    /// Fills in the target if the author may still change it, else refuses.
    [[nodiscard]] Prepared prepareChange(NewEntry entry, Seq target, Seq hiddenThrough);
    /// The time that the caller must wait before a message to a conversation of this size.
    [[nodiscard]] Milliseconds paceOf(const Caller& caller, const ConversationRecord& conversation);
    [[nodiscard]] bool isLogged(ConversationId conversation, MessageUuid uuid);

    HubContext& m_context;
};

} // namespace tidemark::server
