#include "server-stub/hub/look_again.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {

void LookAgain::begin()
{
    m_isBeginning = true;
    m_notBefore = m_context.now;
    m_heads.lookNow();
}

void LookAgain::run()
{
    m_looked.clear();
    m_hasBegun = false;
    if (m_context.now < m_notBefore) {
        return;
    }
    m_hasBegun = std::exchange(m_isBeginning, false);
    if (m_hasBegun) {
        for (const UserId user : m_doubted) {
            m_context.toldVersions.forget(user);
        }
        if (!m_isInDoubt) {
            m_doubted.clear();
        }
        m_waiting = m_context.sessions.users();
        m_dots.heard(UserId());
    }
    const std::size_t count = std::min(m_waiting.size(), usersPerTurn);
    if (count > 0) {
        lookAtAll({m_waiting.end() - static_cast<std::ptrdiff_t>(count), m_waiting.end()});
        m_waiting.resize(m_waiting.size() - count);
    }
}

void LookAgain::lookAtAll(const std::vector<UserId>& users)
{
    for (const UserId user : users) {
        lookAtAccount(user);
    }
    const std::vector<MemberVersion> versions = m_context.store().versions(users);
    m_notices.admitMissing(users, versions);
    for (const MemberVersion& version : versions) {
        if (m_context.toldVersions.isNews(version)) {
            m_context.toldVersions.note(version.user, version.conversation, version.version);
            lookAtState(version.user, version.conversation, version.isMember);
        }
    }
}

void LookAgain::lookAtAccount(UserId user)
{
    if (m_context.sessions.sessionsOf(user).empty()) {
        return;
    }
    m_looked.push_back(user);
    m_ends.recheck(user);
    const auto account = m_context.store().account(user);
    std::vector<Target> targets = m_context.sessions.listenersOf(user);
    if (account && !targets.empty()) {
        m_context.turn.effects.emplace_back(Push{std::move(targets), account->settings});
    }
}

void LookAgain::lookAtState(UserId user, ConversationId conversation, bool isMember)
{
    if (m_context.sessions.sessionsOf(user).empty()) {
        return;
    }
    m_looked.push_back(user);
    // Watch even if the user is notified already: a session may have come since, and it may not watch yet.
    if (isMember) {
        m_context.watch(user, conversation);
    } else {
        m_context.unwatch(user, conversation);
    }
    m_context.turn.stateHeard(user, conversation);
}

void LookAgain::undo()
{
    m_waiting.insert(m_waiting.end(), m_looked.begin(), m_looked.end());
    m_looked.clear();
    m_isBeginning = m_isBeginning || m_hasBegun;
    m_notBefore = m_context.now + pauseAfterFailure;
}

void LookAgain::doubt(const std::vector<UserId>& users)
{
    m_isInDoubt = true;
    m_doubted.insert(m_doubted.end(), users.begin(), users.end());
    begin();
    m_notBefore = m_context.now + pauseAfterFailure;
}

bool LookAgain::settle(bool hasWritten)
{
    if (!m_isInDoubt || !hasWritten) {
        return false;
    }
    m_isInDoubt = false;
    begin();
    return true;
}

std::optional<Instant> LookAgain::wakeUp() const
{
    const bool hasWork = m_isBeginning || !m_waiting.empty();
    return hasWork ? std::optional(std::max(m_context.now, m_notBefore)) : std::nullopt;
}

} // namespace tidemark::server
