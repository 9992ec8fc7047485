#include "server-stub/hub/publishing/typing_relay.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace tidemark::server {

void TypingRelay::relay(const Caller& caller, const protocol::Typing& typing)
{
    std::vector<Target> others = othersWatching(typing.conversation, caller.user);
    // Members may be watching on other servers.
    if (others.empty() && !m_context.isShared) {
        return;
    }
    const auto found = m_context.membership(typing.conversation, caller.user);
    const auto account = m_context.store().accounts().find(caller.user);
    if (!found || !account || !m_context.sharesReceipts(found->conversation)
        || !mayPost(found->conversation.kind, roleIn(found->conversation, found->member))) {
        return;
    }
    const User user{account->id, account->name};
    m_context.addHint(hint::Typing{typing.conversation, user});
    push(std::move(others), typing.conversation, user);
}

void TypingRelay::received(const hint::Typing& typing)
{
    std::vector<Target> others = othersWatching(typing.conversation, typing.user.id);
    if (others.empty()) {
        return;
    }
    // Every program that may connect to the database can send a hint: read the user's name from the store.
    const auto member = m_context.store().members().find(typing.conversation, typing.user.id);
    const std::vector<User> users = m_context.store().accounts().users({typing.user.id});
    if (member && member->isMember && !users.empty()) {
        push(std::move(others), typing.conversation, users.front());
    }
}

std::vector<Target> TypingRelay::othersWatching(ConversationId conversation, UserId user) const
{
    const std::vector<Target>& watchers = m_context.watchers().of(conversation);
    const std::vector<Target> own = m_context.sessions().listenersOf(user);
    std::vector<Target> others;
    std::set_difference(watchers.begin(), watchers.end(), own.begin(), own.end(), std::back_inserter(others));
    return others;
}

void TypingRelay::push(std::vector<Target> targets, ConversationId conversation, const User& user)
{
    const IgnoredSet ignored = m_context.store().ignores().of(user.id);
    std::erase_if(targets, [&](const Target& target) {
        const Session* session = ignored.users.empty() ? nullptr : m_context.sessions().find(target);
        return session != nullptr && levelIn(ignored, session->user) == IgnoreLevel::Blocked;
    });
    if (!targets.empty()) {
        m_context.turn().add(Push{std::move(targets), protocol::TypingNow{conversation, user}});
    }
}

} // namespace tidemark::server
