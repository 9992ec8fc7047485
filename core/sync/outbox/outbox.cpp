#include "core/sync/outbox/outbox.h"

#include <algorithm>

namespace tidemark {

namespace {

/// Returns the entry that the server made of `message`; empty if only the server knows it, because it may
/// drop mentions, adds facts about replies, and copies what is forwarded.
std::optional<Entry> entryOf(const PendingMessage& message, Seq seq, UnixMs at, UserId self)
{
    const auto* text = std::get_if<content::Message>(&message.content);
    const bool isKnown = text != nullptr && !text->replyTo.isValid() && text->mentions.empty()
                         && !text->mentionsAll && !text->source.isValid();
    return isKnown ? std::optional(Entry{seq, self, at, message.uuid, *text}) : std::nullopt;
}

} // namespace

Outbox::Outbox(EngineContext& context, AttentionSet& attention, TrackedConversations& conversations,
               PendingMessages& pending, Timeline& timeline)
    : m_context(context), m_attention(attention), m_conversations(conversations), m_pending(pending),
      m_timeline(timeline)
{
}

void Outbox::add(ConversationId conversation, MessageUuid uuid, SentContent content,
                 std::optional<std::uint64_t> draftVersion)
{
    const Tracked* tracked = m_conversations.find(conversation);
    if (tracked == nullptr || !tracked->conversation().isMember) {
        m_context.report(change::MessageFailed{conversation, uuid,
                                               tracked == nullptr ? protocol::ErrorCode::NoSuchConversation
                                                                  : protocol::ErrorCode::NotMember});
        return;
    }
    if (m_pending.find(uuid) != nullptr) {
        return;
    }
    PendingMessage message;
    message.uuid = uuid;
    message.conversation = conversation;
    message.content = std::move(content);
    message.createdAt = m_context.wall();
    message.draftVersion = draftVersion;
    m_pending.add(std::move(message));
}

void Outbox::retry(MessageUuid uuid)
{
    const PendingMessage* message = m_pending.find(uuid);
    if (message != nullptr && message->state == PendingMessage::State::Failed) {
        m_pending.retry(uuid);
    }
}

void Outbox::remove(MessageUuid uuid)
{
    const PendingMessage* message = m_pending.find(uuid);
    // A message in flight may already be in the log: only the answer decides.
    if (message != nullptr && message->state != PendingMessage::State::Acked && !m_inFlight.contains(uuid)) {
        m_pending.drop(uuid);
    }
}

bool Outbox::lacksFiles(const PendingMessage& message) const
{
    return messageWithFiles(message.content) != nullptr && !m_ready.contains(message.uuid);
}

bool Outbox::waitsForFiles(MessageUuid uuid) const
{
    const PendingMessage* message = m_pending.find(uuid);
    return message != nullptr && message->state == PendingMessage::State::Queued && lacksFiles(*message);
}

const PendingMessage* Outbox::waiting(MessageUuid uuid) const
{
    const PendingMessage* message = m_pending.find(uuid);
    const bool isWaiting =
        message != nullptr && message->state == PendingMessage::State::Queued && !m_inFlight.contains(uuid);
    return isWaiting ? message : nullptr;
}

void Outbox::onFilesReady(MessageUuid uuid)
{
    if (waiting(uuid) != nullptr) {
        m_ready.insert(uuid);
    }
}

void Outbox::onFilesFailed(MessageUuid uuid, std::uint32_t index, protocol::ErrorCode error)
{
    if (waiting(uuid) != nullptr) {
        m_ready.erase(uuid);
        m_pending.failFile(uuid, index, error);
    } else if (const PendingMessage* message = m_pending.find(uuid);
               message != nullptr && message->state == PendingMessage::State::Failed) {
        m_pending.failFile(uuid, index, error); // another one of its files
    }
}

void Outbox::sendNow(MessageUuid uuid)
{
    if (waiting(uuid) != nullptr) {
        m_pending.sendAhead(uuid);
    }
}

void Outbox::pause(MessageUuid uuid, bool paused)
{
    if (const PendingMessage* message = waiting(uuid); message != nullptr && message->isPaused != paused) {
        m_pending.pause(uuid, paused);
    }
}

void Outbox::removeAttachment(MessageUuid uuid, std::uint32_t index)
{
    const PendingMessage* message = m_pending.find(uuid);
    const auto* text = message != nullptr ? std::get_if<content::Message>(&message->content) : nullptr;
    const bool isChangeable = text != nullptr && !text->source.isValid() && index < text->attachments.size()
                              && message->state != PendingMessage::State::Acked && !m_inFlight.contains(uuid);
    if (!isChangeable) {
        return;
    }
    if (text->text.empty() && text->attachments.size() == 1) {
        m_pending.drop(uuid);
        return;
    }
    m_pending.removeAttachment(uuid, index);
    retry(uuid);
}

void Outbox::clear()
{
    m_inFlight.clear();
    m_ready.clear();
    m_notBefore.clear();
    m_slow.clear();
}

void Outbox::dropUnreachable()
{
    for (const MessageUuid uuid : m_pending.queue().withState(PendingMessage::State::Acked)) {
        const PendingMessage& message = *m_pending.find(uuid);
        Tracked* tracked = m_conversations.find(message.conversation);
        if (tracked == nullptr || !tracked->conversation().isMember) {
            m_pending.drop(uuid);
        } else if (message.seq <= tracked->conversation().trimmedThrough) {
            const auto entry = entryOf(message, message.seq, message.createdAt, m_context.self());
            if (entry && message.seq > tracked->conversation().clearedThrough) {
                m_timeline.addOwn(*tracked, *entry); // the server trimmed the entry; keep it here
            } else {
                m_pending.drop(uuid);
            }
        }
    }
}

void Outbox::flush()
{
    if (m_pending.takeUnreachable()) {
        dropUnreachable();
    }
    if (!isBusy()) {
        return;
    }
    std::unordered_map<ConversationId, MessageUuid> previous;
    std::unordered_set<ConversationId> blocked; ///< by a message that cannot go yet
    std::unordered_set<ConversationId> underway;
    for (const auto& [order, message] : m_pending.queue().inOrder()) {
        if (message.state == PendingMessage::State::Failed) {
            continue;
        }
        if (m_conversations.find(message.conversation) == nullptr) {
            continue;
        }
        if (const auto wait = m_notBefore.find(message.conversation);
            wait != m_notBefore.end() && wait->second > m_context.now()) {
            m_context.wakeAt(wait->second);
            continue;
        }
        if (waiting(message.uuid) != nullptr) {
            if (message.isPaused || lacksFiles(message)) {
                if (!message.isAhead) {
                    blocked.insert(message.conversation);
                }
                continue;
            }
            const bool isNextOfSlow =
                m_slow.contains(message.conversation) && underway.contains(message.conversation);
            if (isNextOfSlow || (!message.isAhead && blocked.contains(message.conversation))) {
                continue;
            }
            if (m_inFlight.size() >= m_context.config.maxSendsInFlight) {
                return;
            }
            const MessageUuid after = message.isAhead ? MessageUuid() : previous[message.conversation];
            m_inFlight[message.uuid] =
                m_context.send(protocol::Send{message.conversation, message.uuid, after, message.content,
                                              message.draftVersion},
                               request::Send{message.uuid});
        }
        if (message.state == PendingMessage::State::Queued) {
            underway.insert(message.conversation);
        }
        if (!message.isAhead) {
            previous[message.conversation] = message.uuid;
        }
    }
}

void Outbox::onAck(const Request& request, const protocol::SendAck& ack)
{
    const MessageUuid uuid = std::get<request::Send>(request.kind).uuid;
    m_inFlight.erase(uuid);
    const PendingMessage* message = m_pending.find(uuid);
    if (message == nullptr || message->state == PendingMessage::State::Acked || uuid != ack.uuid) {
        return;
    }
    Tracked& tracked = m_conversations.at(message->conversation);
    if (ack.logEpoch != tracked.conversation().logEpoch) {
        // The message stays queued: the fresh state brings the new log, then the client sends the same uuid
        // again.
        m_attention.wantState(tracked);
        return;
    }
    m_ready.erase(uuid);
    m_slow.erase(message->conversation);
    m_conversations.noteHead(tracked, ack.seq);
    m_pending.acknowledge(uuid, ack.seq);
    const auto entry = entryOf(*message, ack.seq, ack.at, m_context.self());
    if (!tracked.conversation().isMember || tracked.held().contains(ack.seq)) {
        m_pending.drop(uuid); // no pull will bring the entry, or the device holds it from an earlier attempt
    } else if (entry && ack.seq == next(tracked.held().top())
               && ack.seq == next(tracked.conversation().countedHead)) {
        m_timeline.addOwn(tracked, *entry); // also removes the message from the outbox
    } else {
        if (ack.seq <= tracked.conversation().trimmedThrough) {
            m_pending.noteUnreachable();
        }
        m_pending.store(uuid);
    }
}

const PendingMessage* Outbox::release(const Request& request)
{
    const MessageUuid uuid = std::get<request::Send>(request.kind).uuid;
    m_inFlight.erase(uuid);
    const PendingMessage* message = m_pending.find(uuid);
    return message != nullptr && message->state == PendingMessage::State::Queued ? message : nullptr;
}

Milliseconds Outbox::delayBefore(const PendingMessage& message, const protocol::Error& error) const
{
    constexpr Milliseconds least{50};
    constexpr std::uint32_t maxDoublings = 10;
    const Milliseconds asked = std::max(error.retryAfter, least);
    if (error.code != protocol::ErrorCode::Unavailable && error.code != protocol::ErrorCode::BlobMissing) {
        return asked;
    }
    // A server with a full disk may need minutes; the retries must outlast that.
    const Milliseconds longer = asked * (std::int64_t{1} << std::min(message.attempts, maxDoublings));
    return std::max(asked, std::min(longer, m_context.config.backoffCap));
}

void Outbox::onError(const Request& request, const protocol::Error& error)
{
    const PendingMessage* message = release(request);
    if (message == nullptr) {
        return;
    }
    // The server has lost a file, or dropped it because the message came too late: it is sent once more.
    const bool lostFile = error.code == protocol::ErrorCode::BlobMissing && m_ready.erase(message->uuid) > 0;
    if (!protocol::isTransient(error.code) && !lostFile) {
        m_pending.fail(message->uuid, error.code);
        return;
    }
    Instant& notBefore = m_notBefore[message->conversation];
    notBefore = std::max(notBefore, m_context.now() + delayBefore(*message, error));
    if (error.code == protocol::ErrorCode::TooFast) {
        m_slow.insert(message->conversation);
        m_context.report(change::SendCooldown{message->conversation, notBefore - m_context.now()});
    }
    // A wait that the server asks for, or one for an earlier message, is not a failed attempt.
    if (error.code == protocol::ErrorCode::Unavailable || lostFile) {
        m_pending.countAttempt(message->uuid, error.code);
    }
}

void Outbox::onTimeout(const Request& request)
{
    if (const PendingMessage* message = release(request)) {
        m_pending.countAttempt(message->uuid, protocol::ErrorCode::Unavailable);
    }
}

void Outbox::onOffline()
{
    std::erase_if(m_ready, [this](MessageUuid uuid) { return m_pending.find(uuid) == nullptr; });
    m_inFlight.clear();
    m_notBefore.clear();
    m_slow.clear();
}

} // namespace tidemark
