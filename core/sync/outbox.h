#pragma once

#include "core/sync/engine_context.h"
#include "core/sync/timeline.h"

#include <unordered_map>

namespace tidemark {

/// Messages, edits and recalls on their way: durable before they are sent, the same uuid for ever (I2), in
/// order per conversation, a bounded number of tries, then a visible failure.
class Outbox {
public:
    Outbox(EngineContext& context, Timeline& timeline);

    void add(ConversationId conversation, MessageUuid uuid, protocol::Content content);
    void retry(MessageUuid uuid);
    void remove(MessageUuid uuid);

    /// Sends what is due; called at the end of each step while online.
    void flush();
    void onAck(const Request& request, const protocol::SendAck& ack);
    void onError(const Request& request, const protocol::Error& error);
    void onTimeout(const Request& request);
    void onOffline();
    /// Whether something is still to be sent or to be acknowledged.
    [[nodiscard]] bool isBusy() const { return m_context.outbox.count(PendingMessage::State::Queued) > 0; }
    /// Whether something is still to be sent, acknowledged or pulled.
    [[nodiscard]] bool isWaiting() const
    {
        return isBusy() || m_context.outbox.count(PendingMessage::State::Acked) > 0;
    }

private:
    /// Takes out what is in a log that cannot be pulled there any more.
    void dropUnreachable();
    void put(const PendingMessage& message);
    void drop(const PendingMessage& message);
    void fail(PendingMessage& message, protocol::ErrorCode error);
    void countAttempt(PendingMessage& message, protocol::ErrorCode error);
    [[nodiscard]] Milliseconds delayBefore(const PendingMessage& message, const protocol::Error& error) const;
    /// Returns the conversation of a message that the server did not take, no longer in flight.
    [[nodiscard]] PendingMessage* release(const Request& request);

    EngineContext& m_context;
    Timeline& m_timeline;
    std::unordered_map<MessageUuid, RequestId> m_inFlight;
};

} // namespace tidemark
