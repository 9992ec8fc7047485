#include "server-stub/hub/cluster/resync.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {

void Resync::begin()
{
    m_isBeginning = true;
    m_notBefore = m_context.now();
    m_heads.pollNow();
}

void Resync::run()
{
    m_resynced.clear();
    m_hasBegun = false;
    if (m_context.now() < m_notBefore) {
        return;
    }
    m_hasBegun = std::exchange(m_isBeginning, false);
    if (m_hasBegun) {
        for (const UserId user : m_uncertainUsers) {
            m_context.sentVersions().forget(user);
        }
        if (!m_isOutcomeUnknown) {
            m_uncertainUsers.clear();
        }
        m_waiting = m_context.sessions().users();
        m_dots.received(UserId());
    }
    const std::size_t count = std::min(m_waiting.size(), usersPerTurn);
    if (count > 0) {
        resyncAll({m_waiting.end() - static_cast<std::ptrdiff_t>(count), m_waiting.end()});
        m_waiting.resize(m_waiting.size() - count);
    }
}

void Resync::resyncAll(const std::vector<UserId>& users)
{
    for (const UserId user : users) {
        resyncAccount(user);
    }
    const std::vector<MemberVersion> versions = m_context.store().members().versions(users);
    m_notices.admitMissing(users, versions);
    for (const MemberVersion& version : versions) {
        if (m_context.sentVersions().isNews(version)) {
            m_context.sentVersions().note(version.user, version.conversation, version.version);
            resyncState(version.user, version.conversation, version.isMember);
        }
    }
}

void Resync::resyncAccount(UserId user)
{
    if (m_context.sessions().sessionsOf(user).empty()) {
        return;
    }
    m_resynced.push_back(user);
    m_ends.recheck(user);
    const auto account = m_context.store().accounts().find(user);
    std::vector<Target> targets = m_context.sessions().listenersOf(user);
    if (account && !targets.empty()) {
        m_context.turn().add(Push{std::move(targets), m_context.settingsOf(*account)});
    }
    m_ignoring.resync(user);
    m_folders.resync(user);
    m_invitations.resync(user);
}

void Resync::resyncState(UserId user, ConversationId conversation, bool isMember)
{
    if (m_context.sessions().sessionsOf(user).empty()) {
        return;
    }
    m_resynced.push_back(user);
    // Watch even if the user's other sessions are notified already: a new session may not watch yet.
    if (isMember) {
        m_context.watch(user, conversation);
    } else {
        m_context.unwatch(user, conversation);
    }
    m_context.turn().stateChangedElsewhere(user, conversation);
}

void Resync::undo()
{
    m_waiting.insert(m_waiting.end(), m_resynced.begin(), m_resynced.end());
    m_resynced.clear();
    m_isBeginning = m_isBeginning || m_hasBegun;
    m_notBefore = m_context.now() + retryDelay;
}

void Resync::noteUnknownOutcome(const std::vector<UserId>& users)
{
    m_isOutcomeUnknown = true;
    m_uncertainUsers.insert(m_uncertainUsers.end(), users.begin(), users.end());
    begin();
    m_notBefore = m_context.now() + retryDelay;
}

bool Resync::settle(bool hasWritten)
{
    if (!m_isOutcomeUnknown || !hasWritten) {
        return false;
    }
    m_isOutcomeUnknown = false;
    begin();
    return true;
}

std::optional<Instant> Resync::wakeUp() const
{
    const bool hasWork = m_isBeginning || !m_waiting.empty();
    return hasWork ? std::optional(std::max(m_context.now(), m_notBefore)) : std::nullopt;
}

} // namespace tidemark::server
