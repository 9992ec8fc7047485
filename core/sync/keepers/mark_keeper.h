#pragma once

#include "core/sync/tracked_conversations.h"

#include <unordered_map>

namespace tidemark {

/// The seen and delivered marks of others, which are drawn on own messages. A conversation's own marks only
/// rise; beside them the marks last received from the server on this connection are kept, for the digest in
/// heartbeats.
class MarkKeeper {
public:
    MarkKeeper(EngineContext& context, TrackedConversations& conversations)
        : m_context(context), m_conversations(conversations)
    {
    }

    void onReceipts(const protocol::Receipts& receipts);
    /// Takes the marks of a state that is adopted.
    void take(const ConversationState& state);
    /// The server is going to send its current marks.
    void forgetReceived() { m_received.clear(); }
    /// Digest of the marks last received for the conversations in which members share marks.
    [[nodiscard]] std::uint64_t digest() const;

private:
    [[nodiscard]] Marks receivedOf(ConversationId id) const;

    EngineContext& m_context;
    TrackedConversations& m_conversations;
    std::unordered_map<ConversationId, Marks> m_received;
};

} // namespace tidemark
