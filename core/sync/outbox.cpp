#include "core/sync/outbox.h"

#include <algorithm>

namespace tidemark {

namespace {

/// Returns the entry that the server made of `message`; empty if only the server knows it, because it may
/// drop mentions and adds facts about replies.
std::optional<Entry> entryOf(const PendingMessage& message, Seq seq, UnixMs at, UserId self)
{
    const auto* text = std::get_if<content::Message>(&message.content);
    const bool isKnown =
        text != nullptr && !text->replyTo.isValid() && text->mentions.empty() && !text->mentionsAll;
    return isKnown ? std::optional(Entry{seq, self, at, message.uuid, *text}) : std::nullopt;
}

} // namespace

Outbox::Outbox(EngineContext& context, Timeline& timeline) : m_context(context), m_timeline(timeline) {}

void Outbox::put(const PendingMessage& message)
{
    m_context.write(write::PutPending{message});
    m_context.report(change::PendingChanged{message.conversation, message.uuid});
}

void Outbox::add(ConversationId conversation, MessageUuid uuid, SentContent content)
{
    const Tracked* tracked = m_context.find(conversation);
    if (tracked == nullptr || !tracked->conversation.isMember) {
        m_context.report(change::MessageFailed{conversation, uuid,
                                               tracked == nullptr ? protocol::ErrorCode::NoSuchConversation
                                                                  : protocol::ErrorCode::NotMember});
        return;
    }
    if (m_context.outbox.find(uuid) != nullptr) {
        return;
    }
    PendingMessage message;
    message.uuid = uuid;
    message.conversation = conversation;
    message.content = std::move(content);
    message.createdAt = m_context.wall;
    put(m_context.outbox.add(std::move(message)));
}

void Outbox::retry(MessageUuid uuid)
{
    PendingMessage* message = m_context.outbox.find(uuid);
    if (message == nullptr || message->state != PendingMessage::State::Failed) {
        return;
    }
    m_context.outbox.setState(*message, PendingMessage::State::Queued);
    message->attempts = 0;
    put(*message);
}

void Outbox::remove(MessageUuid uuid)
{
    const PendingMessage* message = m_context.outbox.find(uuid);
    // A message in flight may already be in the log: only the answer decides.
    if (message != nullptr && message->state != PendingMessage::State::Acked && !m_inFlight.contains(uuid)) {
        drop(*message);
    }
}

void Outbox::drop(const PendingMessage& message)
{
    const MessageUuid uuid = message.uuid;
    m_context.write(write::ErasePending{uuid});
    m_context.report(change::PendingChanged{message.conversation, uuid});
    m_context.outbox.erase(uuid);
}

void Outbox::dropUnreachable()
{
    for (const MessageUuid uuid : m_context.outbox.withState(PendingMessage::State::Acked)) {
        const PendingMessage& message = *m_context.outbox.find(uuid);
        Tracked* tracked = m_context.find(message.conversation);
        if (tracked == nullptr || !tracked->conversation.isMember) {
            drop(message);
        } else if (message.seq <= tracked->conversation.trimmedThrough) {
            const auto entry = entryOf(message, message.seq, message.createdAt, m_context.self());
            if (entry) {
                m_timeline.addOwn(*tracked, *entry); // the server trimmed the entry; keep it here
            } else {
                drop(message);
            }
        }
    }
}

void Outbox::flush()
{
    if (std::exchange(m_context.reachLost, false)) {
        dropUnreachable();
    }
    if (!isBusy()) {
        return;
    }
    std::unordered_map<ConversationId, MessageUuid> previous;
    for (const auto& [order, message] : m_context.outbox.inOrder()) {
        if (message.state == PendingMessage::State::Failed) {
            continue;
        }
        const Tracked* tracked = m_context.find(message.conversation);
        if (tracked == nullptr || tracked->sendNotBefore > m_context.now) {
            if (tracked != nullptr) {
                m_context.wakeAt(tracked->sendNotBefore);
            }
            continue;
        }
        if (message.state == PendingMessage::State::Queued && !m_inFlight.contains(message.uuid)) {
            if (m_inFlight.size() >= m_context.config.maxSendsInFlight) {
                return;
            }
            protocol::Send send{message.conversation, message.uuid, previous[message.conversation],
                                message.content};
            m_inFlight[message.uuid] = m_context.send(std::move(send), request::Send{message.uuid});
        }
        previous[message.conversation] = message.uuid;
    }
}

void Outbox::onAck(const Request& request, const protocol::SendAck& ack)
{
    const MessageUuid uuid = std::get<request::Send>(request.kind).uuid;
    m_inFlight.erase(uuid);
    PendingMessage* found = m_context.outbox.find(uuid);
    if (found == nullptr || found->state == PendingMessage::State::Acked || uuid != ack.uuid) {
        return;
    }
    PendingMessage& message = *found;
    Tracked& tracked = *m_context.find(message.conversation);
    if (ack.logEpoch != tracked.conversation.logEpoch) {
        // The message stays queued: the fresh state brings the new log, then the client sends the same uuid
        // again.
        m_context.wantState(tracked);
        return;
    }
    if (ack.seq > tracked.conversation.serverHead) {
        tracked.conversation.serverHead = ack.seq;
        m_context.touch(tracked);
    }
    m_context.outbox.setState(message, PendingMessage::State::Acked);
    message.seq = ack.seq;
    message.attempts = 0;
    m_context.report(change::MessageAcked{message.conversation, uuid, ack.seq});
    const auto entry = entryOf(message, ack.seq, ack.at, m_context.self());
    if (!tracked.conversation.isMember || tracked.held.contains(ack.seq)) {
        drop(message); // no pull will bring the entry, or the device holds it from an earlier attempt
    } else if (entry && ack.seq == next(tracked.held.top())
               && ack.seq == next(tracked.conversation.countedHead)) {
        m_timeline.addOwn(tracked, *entry); // also removes the message from the outbox
    } else {
        m_context.reachLost |= ack.seq <= tracked.conversation.trimmedThrough;
        put(message);
    }
}

PendingMessage* Outbox::release(const Request& request)
{
    const MessageUuid uuid = std::get<request::Send>(request.kind).uuid;
    m_inFlight.erase(uuid);
    PendingMessage* message = m_context.outbox.find(uuid);
    return message != nullptr && message->state == PendingMessage::State::Queued ? message : nullptr;
}

void Outbox::fail(PendingMessage& message, protocol::ErrorCode error)
{
    m_context.outbox.setState(message, PendingMessage::State::Failed);
    message.error = error;
    put(message);
    m_context.report(change::MessageFailed{message.conversation, message.uuid, error});
}

void Outbox::countAttempt(PendingMessage& message, protocol::ErrorCode error)
{
    ++message.attempts;
    if (message.attempts >= m_context.config.maxSendAttempts) {
        fail(message, error);
    } else {
        put(message);
    }
}

Milliseconds Outbox::delayBefore(const PendingMessage& message, const protocol::Error& error) const
{
    constexpr Milliseconds least{50};
    constexpr std::uint32_t maxDoublings = 10;
    const Milliseconds asked = std::max(error.retryAfter, least);
    if (error.code != protocol::ErrorCode::Unavailable) {
        return asked;
    }
    // A server with a full disk may need minutes; the retries must outlast that.
    const Milliseconds longer = asked * (std::int64_t{1} << std::min(message.attempts, maxDoublings));
    return std::max(asked, std::min(longer, m_context.config.backoffCap));
}

void Outbox::onError(const Request& request, const protocol::Error& error)
{
    PendingMessage* message = release(request);
    if (message == nullptr) {
        return;
    }
    Tracked& tracked = *m_context.find(message->conversation);
    if (!protocol::isTransient(error.code)) {
        fail(*message, error.code);
        return;
    }
    const Instant again = m_context.now + delayBefore(*message, error);
    tracked.sendNotBefore = std::max(tracked.sendNotBefore, again);
    if (error.code == protocol::ErrorCode::TooFast) {
        m_context.report(change::SendCooldown{message->conversation, tracked.sendNotBefore - m_context.now});
    }
    // A wait that the server asks for, or one for an earlier message, is not a failed attempt.
    if (error.code == protocol::ErrorCode::Unavailable) {
        countAttempt(*message, error.code);
    }
}

void Outbox::onTimeout(const Request& request)
{
    if (PendingMessage* message = release(request)) {
        countAttempt(*message, protocol::ErrorCode::Unavailable);
    }
}

void Outbox::onOffline()
{
    m_inFlight.clear();
    for (auto& [id, tracked] : m_context.conversations) {
        tracked.sendNotBefore = {};
    }
}

} // namespace tidemark
