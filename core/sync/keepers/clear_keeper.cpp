#include "core/sync/keepers/clear_keeper.h"

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

constexpr Milliseconds pauseBeforeClearing{1000};

} // namespace

ClearKeeper::ClearKeeper(EngineContext& context, TrackedConversations& conversations,
                         PendingMessages& pending, FeedKeeper& feed)
    : m_context(context), m_conversations(conversations), m_pending(pending), m_feed(feed)
{
    for (const auto& [id, tracked] : m_conversations.all()) {
        if (hasUnsentClear(tracked.conversation())) {
            m_unsent.try_emplace(id);
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
        Unsent& unsent = m_unsent[tracked.id()];
        if (m_context.isOnline()) {
            unsent.commands.push_back(command);
            return;
        }
    }
    m_context.finish(command, std::nullopt, tracked.id()); // what is unsent is kept, and sent later
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
        m_unsent.try_emplace(tracked.id()); // the server may have lost it
    } else {
        finish(tracked.id(), std::nullopt);
    }
}

void ClearKeeper::forgetLog(ConversationId conversation)
{
    finish(conversation, protocol::ErrorCode::LogEpochChanged);
}

void ClearKeeper::finish(ConversationId conversation, std::optional<protocol::ErrorCode> error)
{
    const auto found = m_unsent.find(conversation);
    if (found == m_unsent.end()) {
        return;
    }
    for (const CommandId command : found->second.commands) {
        m_context.finish(command, error, conversation);
    }
    m_unsent.erase(found);
}

void ClearKeeper::onAnswered(const request::ClearHistory& request)
{
    // The state in the answer has settled it, unless the user has cleared more since.
    if (const auto found = m_unsent.find(request.conversation); found != m_unsent.end()) {
        found->second.request = {};
    }
}

void ClearKeeper::onError(const Request& request, const protocol::Error& error)
{
    const auto* sent = std::get_if<request::ClearHistory>(&request.kind);
    if (sent == nullptr) {
        return;
    }
    if (protocol::isTransient(error.code)) {
        onTimeout(request);
        m_notBefore =
            std::max(m_notBefore, m_context.now() + std::max(error.retryAfter, pauseBeforeClearing));
        return;
    }
    // The history is gone from this device. If the server has another view of the membership or the log, its
    // state comes, and the request is sent again.
    finish(sent->conversation, error.code);
}

void ClearKeeper::onTimeout(const Request& request)
{
    if (const auto* sent = std::get_if<request::ClearHistory>(&request.kind)) {
        onAnswered(*sent);
    }
}

void ClearKeeper::onOnline()
{
    m_notBefore = {};
}

void ClearKeeper::onOffline()
{
    for (auto& [id, unsent] : m_unsent) {
        unsent.request = {};
        for (const CommandId command : std::exchange(unsent.commands, {})) {
            m_context.finish(command, std::nullopt, id);
        }
    }
}

void ClearKeeper::flush()
{
    if (m_notBefore > m_context.now()) {
        if (hasIntents()) {
            m_context.wakeAt(m_notBefore);
        }
        return;
    }
    for (auto& [id, unsent] : m_unsent) {
        if (!unsent.request.isValid()) {
            const LocalConversation& conversation = m_conversations.at(id).conversation();
            unsent.request =
                m_context.send(protocol::ClearHistory{id, conversation.logEpoch, conversation.generation,
                                                      conversation.clearedThrough},
                               request::ClearHistory{id}, m_conversations.knownOf({id}));
        }
    }
}

void ClearKeeper::forgetAll()
{
    m_unsent.clear();
}

} // namespace tidemark
