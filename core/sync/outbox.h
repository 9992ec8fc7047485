#pragma once

#include "core/sync/engine_context.h"
#include "core/sync/timeline.h"

#include <unordered_map>

namespace tidemark {

/// Messages, edits and recalls on their way: stored before they are sent, each with one permanent uuid (I2),
/// in order per conversation, with a bounded number of attempts and then a visible failure.
class Outbox {
public:
    Outbox(EngineContext& context, Timeline& timeline);

    void add(ConversationId conversation, MessageUuid uuid, SentContent content);
    void retry(MessageUuid uuid);
    void remove(MessageUuid uuid);

    /// Sends due messages; called at the end of each step while online.
    void flush();
    void onAck(const Request& request, const protocol::SendAck& ack);
    void onError(const Request& request, const protocol::Error& error);
    void onTimeout(const Request& request);
    void onOffline();
    /// Whether a message is still to be sent or acknowledged.
    [[nodiscard]] bool isBusy() const { return m_context.outbox.count(PendingMessage::State::Queued) > 0; }
    /// Whether a message is still to be sent, acknowledged or pulled.
    [[nodiscard]] bool isWaiting() const
    {
        return isBusy() || m_context.outbox.count(PendingMessage::State::Acked) > 0;
    }

private:
    /// Removes acknowledged messages whose entries can no longer be pulled.
    void dropUnreachable();
    void put(const PendingMessage& message);
    void drop(const PendingMessage& message);
    void fail(PendingMessage& message, protocol::ErrorCode error);
    void countAttempt(PendingMessage& message, protocol::ErrorCode error);
    [[nodiscard]] Milliseconds delayBefore(const PendingMessage& message, const protocol::Error& error) const;
    /// Takes the message of `request` out of flight and returns it; null if it is no longer queued.
    [[nodiscard]] PendingMessage* release(const Request& request);

    EngineContext& m_context;
    Timeline& m_timeline;
    std::unordered_map<MessageUuid, RequestId> m_inFlight;
};

} // namespace tidemark
