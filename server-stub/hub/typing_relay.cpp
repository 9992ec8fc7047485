#include "server-stub/hub/typing_relay.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace tidemark::server {

void TypingRelay::relay(const Caller& caller, const protocol::Typing& typing)
{
    const std::vector<Target>& watchers = m_context.watchers.of(typing.conversation);
    const std::vector<Target> own = m_context.sessions.listenersOf(caller.user);
    std::vector<Target> others;
    std::set_difference(watchers.begin(), watchers.end(), own.begin(), own.end(), std::back_inserter(others));
    if (others.empty()) {
        return;
    }
    const auto found = m_context.membership(typing.conversation, caller.user);
    const auto account = m_context.store().account(caller.user);
    if (!found || !account || !m_context.tellsReceipts(found->conversation)
        || !mayPost(found->conversation.kind, roleIn(found->conversation, found->member))) {
        return;
    }
    m_context.turn.effects.emplace_back(
        Push{std::move(others), protocol::TypingNow{typing.conversation, User{account->id, account->name}}});
}

} // namespace tidemark::server
