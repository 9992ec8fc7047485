#include "core/sync/keepers/pin_order_keeper.h"

#include <algorithm>

namespace tidemark {

namespace {

constexpr Milliseconds shortestPinPause{1000};

} // namespace

PinOrderKeeper::PinOrderKeeper(EngineContext& context, TrackedConversations& conversations)
    : m_context(context), m_conversations(conversations)
{
    for (const auto& [id, tracked] : m_conversations.all()) {
        if (tracked.conversation().wantedPinOrder != 0) {
            m_unsent.try_emplace(id);
        }
    }
}

void PinOrderKeeper::order(Tracked& tracked, const input::OrderPin& input)
{
    const LocalConversation& conversation = tracked.conversation();
    if (!conversation.settings.pinned || input.order == 0) {
        m_context.finish(input.command, protocol::ErrorCode::Malformed, tracked.id());
        return;
    }
    const bool isUnderWay = m_unsent.contains(tracked.id());
    if (isUnderWay || conversation.settings.pinOrder != input.order) {
        tracked.wantPinOrder(input.order);
        m_conversations.touch(tracked);
        m_unsent.try_emplace(tracked.id());
    }
    m_context.finish(input.command, std::nullopt, tracked.id()); // the place is kept, and sent
}

void PinOrderKeeper::noteAdopted(Tracked& tracked)
{
    const LocalConversation& conversation = tracked.conversation();
    if (conversation.wantedPinOrder == 0) {
        return;
    }
    if (!conversation.isMember || !conversation.settings.pinned) {
        tracked.wantPinOrder(0);
        m_conversations.touch(tracked);
        m_unsent.erase(tracked.id());
    } else {
        m_unsent.try_emplace(tracked.id());
    }
}

void PinOrderKeeper::settle(const request::OrderPin& sent)
{
    const auto found = m_unsent.find(sent.conversation);
    if (found == m_unsent.end()) {
        return;
    }
    found->second = {};
    Tracked& tracked = m_conversations.at(sent.conversation);
    if (tracked.conversation().wantedPinOrder == sent.order) { // else the user has moved it again
        m_unsent.erase(found);
        tracked.wantPinOrder(0);
        m_conversations.touch(tracked);
    }
}

void PinOrderKeeper::onAnswered(const request::OrderPin& sent)
{
    settle(sent);
}

void PinOrderKeeper::onError(const request::OrderPin& sent, const protocol::Error& error)
{
    if (!protocol::isTransient(error.code)) {
        return settle(sent);
    }
    onTimeout(sent);
    m_notBefore = std::max(m_notBefore, m_context.now() + std::max(error.retryAfter, shortestPinPause));
}

void PinOrderKeeper::onTimeout(const request::OrderPin& sent)
{
    if (const auto found = m_unsent.find(sent.conversation); found != m_unsent.end()) {
        found->second = {};
    }
}

void PinOrderKeeper::onOffline()
{
    for (auto& [id, request] : m_unsent) {
        request = {};
    }
}

void PinOrderKeeper::flush()
{
    if (m_notBefore > m_context.now()) {
        if (hasIntents()) {
            m_context.wakeAt(m_notBefore);
        }
        return;
    }
    for (auto& [id, request] : m_unsent) {
        if (!request.isValid()) {
            const LocalConversation& conversation = m_conversations.at(id).conversation();
            ConversationSettings settings = conversation.settings;
            settings.pinOrder = conversation.wantedPinOrder;
            request = m_context.send(protocol::SetSettings{.conversation = id,
                                                           .generation = conversation.generation,
                                                           .settings = settings,
                                                           .keepsPinOrder = false,
                                                           .onlyPinOrder = true},
                                     request::OrderPin{id, settings.pinOrder}, m_conversations.knownOf({id}));
        }
    }
}

} // namespace tidemark
