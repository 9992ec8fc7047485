#pragma once

#include "core/sync/engine_context.h"
#include "core/sync/outbox/pending_queue.h"

#include <utility>
#include <vector>

namespace tidemark {

/// The messages of the outbox. Every change is written and reported in the same step.
class PendingMessages {
public:
    PendingMessages(EngineContext& context, std::vector<PendingMessage> messages)
        : m_context(context), m_queue(std::move(messages))
    {
    }

    [[nodiscard]] const PendingQueue& queue() const { return m_queue; }
    [[nodiscard]] const PendingMessage* find(MessageUuid uuid) const { return m_queue.find(uuid); }

    void add(PendingMessage message);
    /// Queues a failed message again, with all its attempts.
    void retry(MessageUuid uuid);
    void sendAhead(MessageUuid uuid);
    void pause(MessageUuid uuid, bool paused);
    /// Precondition: the message has this file.
    void removeAttachment(MessageUuid uuid, std::uint32_t index);
    /// The server has the message at `seq`. Call store() or drop() next.
    void acknowledge(MessageUuid uuid, Seq seq);
    void store(MessageUuid uuid);
    void drop(MessageUuid uuid);
    /// Keeps the message until the user retries or deletes it. A pin is dropped: the message is as it was.
    void fail(MessageUuid uuid, protocol::ErrorCode error);
    /// One of its files cannot be sent. Fails the message, unless it has failed before.
    void failFile(MessageUuid uuid, std::uint32_t index, protocol::ErrorCode error);
    /// A refusal or timeout while connected; the last attempt fails the message.
    void countAttempt(MessageUuid uuid, protocol::ErrorCode error);
    /// Drops the user's own messages among `entries`, which have arrived in the log of `conversation`.
    void dropArrived(ConversationId conversation, const std::vector<Entry>& entries);
    /// Queues the acknowledged messages of a log that was lost again; their uuids make this harmless if the
    /// server still has them.
    void resendAcked(ConversationId conversation);
    /// Drops the pins of a log that was lost, whose targets may be other messages in the new one.
    void dropPins(ConversationId conversation);
    /// Whether a message that was a draft of `conversation` is on its way, so that the server may clear the
    /// draft at any time.
    [[nodiscard]] bool clearsDraft(ConversationId conversation) const;
    /// Another draft of `conversation` goes to the server. So a message that was a draft, and that is sent
    /// later or again, clears nothing any more.
    void keepNextDraft(ConversationId conversation);
    /// Forgets the messages without writing or reporting it.
    void clear() { m_queue.clear(); }

    /// A conversation may have been left or a log trimmed, so that entries of acknowledged messages may never
    /// arrive.
    void noteUnreachable() { m_isUnreachable = true; }
    /// Whether noteUnreachable() was called since the last call of this, or nothing was checked yet.
    [[nodiscard]] bool takeUnreachable() { return std::exchange(m_isUnreachable, false); }

private:
    [[nodiscard]] PendingMessage& at(MessageUuid uuid);
    void put(const PendingMessage& message);

    EngineContext& m_context;
    PendingQueue m_queue;
    bool m_isUnreachable = true;
};

} // namespace tidemark
