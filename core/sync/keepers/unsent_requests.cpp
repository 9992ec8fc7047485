#include "core/sync/keepers/unsent_requests.h"

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

constexpr Milliseconds shortestUnsentPause{1000};

} // namespace

void UnsentRequests::add(ConversationId conversation, CommandId command)
{
    Unsent& unsent = m_unsent[conversation];
    if (m_context.isOnline()) {
        unsent.commands.push_back(command);
    } else {
        m_context.finish(command, std::nullopt, conversation); // it is kept, and sent later
    }
}

void UnsentRequests::finish(ConversationId conversation, std::optional<protocol::ErrorCode> error)
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

void UnsentRequests::release(ConversationId conversation)
{
    if (const auto found = m_unsent.find(conversation); found != m_unsent.end()) {
        found->second.request = {};
    }
}

void UnsentRequests::pause(Milliseconds retryAfter)
{
    m_notBefore = std::max(m_notBefore, m_context.now() + std::max(retryAfter, shortestUnsentPause));
}

void UnsentRequests::onOffline()
{
    for (auto& [conversation, unsent] : m_unsent) {
        unsent.request = {};
        for (const CommandId command : std::exchange(unsent.commands, {})) {
            m_context.finish(command, std::nullopt, conversation);
        }
    }
}

bool UnsentRequests::isPausing()
{
    if (m_notBefore <= m_context.now()) {
        return false;
    }
    if (!m_unsent.empty()) {
        m_context.wakeAt(m_notBefore);
    }
    return true;
}

} // namespace tidemark
