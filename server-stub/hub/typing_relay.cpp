#include "server-stub/hub/typing_relay.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace tidemark::server {

void TypingRelay::relay(const Caller& caller, const protocol::Typing& typing)
{
    std::vector<Target> others = othersWatching(typing.conversation, caller.user);
    // Whether anybody watches on other servers is not known here.
    if (others.empty() && !m_context.isShared) {
        return;
    }
    const auto found = m_context.membership(typing.conversation, caller.user);
    const auto account = m_context.store().account(caller.user);
    if (!found || !account || !m_context.tellsReceipts(found->conversation)
        || !mayPost(found->conversation.kind, roleIn(found->conversation, found->member))) {
        return;
    }
    const User user{account->id, account->name};
    m_context.tell(hint::Typing{typing.conversation, user});
    push(std::move(others), typing.conversation, user);
}

void TypingRelay::heard(const hint::Typing& typing)
{
    push(othersWatching(typing.conversation, typing.user.id), typing.conversation, typing.user);
}

std::vector<Target> TypingRelay::othersWatching(ConversationId conversation, UserId user) const
{
    const std::vector<Target>& watchers = m_context.watchers.of(conversation);
    const std::vector<Target> own = m_context.sessions.listenersOf(user);
    std::vector<Target> others;
    std::set_difference(watchers.begin(), watchers.end(), own.begin(), own.end(), std::back_inserter(others));
    return others;
}

void TypingRelay::push(std::vector<Target> targets, ConversationId conversation, const User& user)
{
    if (!targets.empty()) {
        m_context.turn.effects.emplace_back(
            Push{std::move(targets), protocol::TypingNow{conversation, user}});
    }
}

} // namespace tidemark::server
