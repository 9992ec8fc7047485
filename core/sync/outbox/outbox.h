#pragma once

#include "core/sync/outbox/pending_messages.h"
#include "core/sync/timeline.h"
#include "core/sync/tracked_conversations.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace tidemark {

/// Messages, edits and recalls on their way: stored before they are sent, each with one permanent uuid (I2),
/// in order per conversation, with a bounded number of attempts and then a visible failure. A message with
/// files waits until the server has them, and later messages of the conversation wait with it.
class Outbox {
public:
    Outbox(EngineContext& context, AttentionSet& attention, TrackedConversations& conversations,
           PendingMessages& pending, Timeline& timeline);

    /// `draftVersion` is as in PendingMessage.
    void add(ConversationId conversation, MessageUuid uuid, SentContent content,
             std::optional<std::uint64_t> draftVersion = {});
    void retry(MessageUuid uuid);
    void remove(MessageUuid uuid);
    void onFilesReady(MessageUuid uuid);
    void onFilesFailed(MessageUuid uuid, std::uint32_t index, protocol::ErrorCode error);
    void sendNow(MessageUuid uuid);
    void pause(MessageUuid uuid, bool paused);
    void removeAttachment(MessageUuid uuid, std::uint32_t index);
    /// Whether the message is queued and the server may not have its files.
    [[nodiscard]] bool waitsForFiles(MessageUuid uuid) const;
    /// Forgets everything about messages that are gone.
    void clear();

    /// Sends due messages; called at the end of each step while online.
    void flush();
    void onAck(const Request& request, const protocol::SendAck& ack);
    void onError(const Request& request, const protocol::Error& error);
    void onTimeout(const Request& request);
    void onOffline();
    /// Whether a message is still to be sent or acknowledged.
    [[nodiscard]] bool isBusy() const { return count(PendingMessage::State::Queued) > 0; }
    /// Whether a message is still to be sent, acknowledged or pulled.
    [[nodiscard]] bool isWaiting() const { return isBusy() || count(PendingMessage::State::Acked) > 0; }

private:
    /// Removes acknowledged messages whose entries can no longer be pulled.
    void dropUnreachable();
    [[nodiscard]] std::size_t count(PendingMessage::State state) const
    {
        return m_pending.queue().count(state);
    }
    [[nodiscard]] Milliseconds delayBefore(const PendingMessage& message, const protocol::Error& error) const;
    [[nodiscard]] bool lacksFiles(const PendingMessage& message) const;
    /// Returns the message if it is queued and no answer to it is awaited; else null.
    [[nodiscard]] const PendingMessage* waiting(MessageUuid uuid) const;
    /// Takes the message of `request` out of flight and returns it; null if it is no longer queued.
    [[nodiscard]] const PendingMessage* release(const Request& request);

    EngineContext& m_context;
    AttentionSet& m_attention;
    TrackedConversations& m_conversations;
    PendingMessages& m_pending;
    Timeline& m_timeline;
    std::unordered_map<MessageUuid, RequestId> m_inFlight;
    /// Messages whose files the server has. Lost at a restart: the transfers then ask the server again.
    std::unordered_set<MessageUuid> m_ready;
    /// Set when the server asked the client to wait with sends to a conversation.
    std::unordered_map<ConversationId, Instant> m_notBefore;
    /// The server found the last message too fast: the next one goes alone, because further ones would be
    /// refused after it and use up what it waits for.
    std::unordered_set<ConversationId> m_slow;
};

} // namespace tidemark
