#include "core/sync/outbox/pending_messages.h"

#include "core/base/require.h"

#include <algorithm>

namespace tidemark {

PendingMessage& PendingMessages::at(MessageUuid uuid)
{
    PendingMessage* message = m_queue.find(uuid);
    require(message != nullptr, "only a message of the outbox changes");
    return *message;
}

void PendingMessages::put(const PendingMessage& message)
{
    m_context.write(write::PutPending{message});
    m_context.report(change::PendingChanged{message.conversation, message.uuid});
}

void PendingMessages::add(PendingMessage message)
{
    require(message.uuid.isValid() && find(message.uuid) == nullptr, "a message is added once");
    put(m_queue.add(std::move(message)));
}

void PendingMessages::retry(MessageUuid uuid)
{
    PendingMessage& message = at(uuid);
    require(message.state == PendingMessage::State::Failed, "only a failed message is retried");
    m_queue.setState(message, PendingMessage::State::Queued);
    message.attempts = 0;
    message.fileErrors.clear();
    put(message);
}

void PendingMessages::sendAhead(MessageUuid uuid)
{
    PendingMessage& message = at(uuid);
    message.isAhead = true;
    message.isPaused = false;
    put(message);
}

void PendingMessages::pause(MessageUuid uuid, bool paused)
{
    PendingMessage& message = at(uuid);
    message.isPaused = paused;
    put(message);
}

void PendingMessages::removeAttachment(MessageUuid uuid, std::uint32_t index)
{
    PendingMessage& message = at(uuid);
    auto* text = std::get_if<content::Message>(&message.content);
    require(text != nullptr && index < text->attachments.size(), "only a file of the message is removed");
    text->attachments.erase(text->attachments.begin() + index);
    message.fileErrors.clear(); // the message is tried again
    put(message);
}

void PendingMessages::acknowledge(MessageUuid uuid, Seq seq)
{
    PendingMessage& message = at(uuid);
    require(seq.isValid(), "an acknowledged message has a seq");
    m_queue.setState(message, PendingMessage::State::Acked);
    message.seq = seq;
    message.attempts = 0;
    m_context.report(change::MessageAcked{message.conversation, uuid, seq});
}

void PendingMessages::store(MessageUuid uuid)
{
    put(at(uuid));
}

void PendingMessages::drop(MessageUuid uuid)
{
    const ConversationId conversation = at(uuid).conversation;
    m_context.write(write::ErasePending{uuid});
    m_context.report(change::PendingChanged{conversation, uuid});
    m_queue.erase(uuid);
}

void PendingMessages::fail(MessageUuid uuid, protocol::ErrorCode error)
{
    PendingMessage& message = at(uuid);
    if (kindOf(message.content) == EntryKind::Notice) {
        m_context.report(change::MessageFailed{message.conversation, uuid, error});
        drop(uuid);
        return;
    }
    m_queue.setState(message, PendingMessage::State::Failed);
    message.error = error;
    put(message);
    m_context.report(change::MessageFailed{message.conversation, uuid, error});
}

void PendingMessages::failFile(MessageUuid uuid, std::uint32_t index, protocol::ErrorCode error)
{
    PendingMessage& message = at(uuid);
    const auto* text = messageWithFiles(message.content);
    if (text != nullptr && index < text->attachments.size()) {
        message.fileErrors[index] = error;
    }
    if (message.state == PendingMessage::State::Failed) {
        put(message);
    } else {
        fail(uuid, error);
    }
}

void PendingMessages::countAttempt(MessageUuid uuid, protocol::ErrorCode error)
{
    PendingMessage& message = at(uuid);
    ++message.attempts;
    if (message.attempts >= m_context.config.maxSendAttempts) {
        fail(uuid, error);
    } else {
        put(message);
    }
}

void PendingMessages::dropArrived(ConversationId conversation, const std::vector<Entry>& entries)
{
    for (const Entry& entry : entries) {
        if (m_queue.empty()) {
            return;
        }
        const PendingMessage* message = entry.author == m_context.self() ? find(entry.uuid) : nullptr;
        if (message == nullptr || message->conversation != conversation) {
            continue;
        }
        if (message->state != PendingMessage::State::Acked) {
            m_context.report(change::MessageAcked{conversation, entry.uuid, entry.seq});
        }
        drop(entry.uuid);
    }
}

void PendingMessages::dropPins(ConversationId conversation)
{
    for (const MessageUuid uuid : m_queue.withState(PendingMessage::State::Queued)) {
        const PendingMessage& message = at(uuid);
        if (message.conversation == conversation && kindOf(message.content) == EntryKind::Notice) {
            fail(uuid, protocol::ErrorCode::LogEpochChanged);
        }
    }
}

bool PendingMessages::clearsDraft(ConversationId conversation) const
{
    return std::ranges::any_of(m_queue.inOrder(), [conversation](const auto& one) {
        const PendingMessage& message = one.second;
        return message.conversation == conversation && message.draftVersion
               && message.state == PendingMessage::State::Queued && !message.isPaused;
    });
}

void PendingMessages::keepNextDraft(ConversationId conversation)
{
    for (const auto& [order, message] : m_queue.inOrder()) {
        if (message.conversation == conversation && message.draftVersion) {
            PendingMessage& found = at(message.uuid);
            found.draftVersion.reset();
            put(found);
        }
    }
}

void PendingMessages::resendAcked(ConversationId conversation)
{
    for (const MessageUuid uuid : m_queue.withState(PendingMessage::State::Acked)) {
        PendingMessage& message = at(uuid);
        if (message.conversation == conversation) {
            m_queue.setState(message, PendingMessage::State::Queued);
            message.seq = {};
            put(message);
        }
    }
}

} // namespace tidemark
