#include "core/sync/keepers/clear_keeper.h"

namespace tidemark {

ClearKeeper::ClearKeeper(EngineContext& context, TrackedConversations& conversations,
                         PendingMessages& pending, FeedKeeper& feed)
    : m_context(context), m_conversations(conversations), m_pending(pending), m_feed(feed), m_unsent(context)
{
    for (const auto& [id, tracked] : m_conversations.all()) {
        if (hasUnsentClear(tracked.conversation())) {
            m_unsent.add(id);
        }
    }
}

void ClearKeeper::clear(Tracked& tracked, CommandId command)
{
    const LocalConversation& conversation = tracked.conversation();
    const Seq through = conversation.serverHead;
    if (through > conversation.clearedThrough) {
        tracked.clearThrough(through);
        // Nothing is left that could count.
        tracked.countThrough(through);
        tracked.setCounts(ReadCounts(), true);
        tracked.forgetFirstUnread();
        drop(tracked);
        m_feed.recount(tracked);
    }
    if (hasUnsentClear(conversation)) {
        m_unsent.add(tracked.id(), command);
    } else {
        m_context.finish(command, std::nullopt, tracked.id());
    }
}

void ClearKeeper::drop(Tracked& tracked)
{
    m_context.write(write::ClearLog{tracked.id(), tracked.conversation().clearedThrough});
    m_context.write(write::PutHeld{tracked.id(), tracked.held()});
    m_context.report(change::LogDropped{tracked.id()});
    m_pending.noteUnreachable();
    m_conversations.touch(tracked);
}

void ClearKeeper::noteAdopted(Tracked& tracked, Seq before)
{
    const LocalConversation& conversation = tracked.conversation();
    if (conversation.clearedThrough > before) {
        drop(tracked);
    }
    if (hasUnsentClear(conversation)) {
        m_unsent.add(tracked.id()); // the server may have lost it
    } else {
        m_unsent.finish(tracked.id(), std::nullopt);
    }
}

void ClearKeeper::forgetLog(ConversationId conversation)
{
    m_unsent.finish(conversation, protocol::ErrorCode::LogEpochChanged);
}

void ClearKeeper::onAnswered(const request::ClearHistory& sent)
{
    // The state in the answer has settled it, unless the user has cleared more since.
    m_unsent.release(sent.conversation);
}

void ClearKeeper::onError(const request::ClearHistory& sent, const protocol::Error& error)
{
    if (!protocol::isTransient(error.code)) {
        // The history is gone from this device. If the server has another view of the membership or the log,
        // its state comes, and the request is sent again.
        return m_unsent.finish(sent.conversation, error.code);
    }
    m_unsent.release(sent.conversation);
    m_unsent.pause(error.retryAfter);
}

void ClearKeeper::onTimeout(const request::ClearHistory& sent)
{
    m_unsent.release(sent.conversation);
}

void ClearKeeper::flush()
{
    m_unsent.flush([this](ConversationId id) {
        const LocalConversation& conversation = m_conversations.at(id).conversation();
        return m_context.send(protocol::ClearHistory{id, conversation.logEpoch, conversation.generation,
                                                     conversation.clearedThrough},
                              request::ClearHistory{id}, m_conversations.knownOf({id}));
    });
}

} // namespace tidemark
