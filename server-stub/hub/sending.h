#pragma once

#include "server-stub/hub/hub_context.h"

namespace tidemark::server {

/// Messages, edits and recalls on their way into the log (I1, I2, I3).
class Sending {
public:
    explicit Sending(HubContext& context) : m_context(context) {}

    /// SendAck, also for an earlier try of the same send; else why not.
    [[nodiscard]] Answer send(const Caller& caller, const protocol::Send& send);

private:
    using Prepared = Expected<NewEntry, protocol::Error>;
    [[nodiscard]] Prepared prepare(const Caller& caller, const ConversationRecord& conversation,
                                   const protocol::Send& send);
    [[nodiscard]] Prepared prepareText(NewEntry entry, const protocol::TextContent& content, Seq hiddenUpto);
    [[nodiscard]] Prepared prepareEdit(NewEntry entry, const protocol::EditContent& content, Seq hiddenUpto);
    [[nodiscard]] Prepared prepareRecall(NewEntry entry, const protocol::RecallContent& content,
                                         Seq hiddenUpto);
    /// Adds the members that the text names.
    void addNamed(NewEntry& entry);
    /// Fills in the target when the author may still change it.
    [[nodiscard]] Prepared prepareChange(NewEntry entry, Seq target, Seq hiddenUpto);
    /// How long the caller has to wait with a message to a conversation this large.
    [[nodiscard]] Milliseconds paceOf(const Caller& caller, const ConversationRecord& conversation);
    [[nodiscard]] bool isLogged(ConversationId conversation, MessageUuid uuid);

    HubContext& m_context;
};

} // namespace tidemark::server
