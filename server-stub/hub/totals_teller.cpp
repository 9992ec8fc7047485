#include "server-stub/hub/totals_teller.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {

namespace {

constexpr Milliseconds pauseAfterFailure{1000};

} // namespace

void TotalsTeller::run()
{
    m_settling.clear();
    if (m_context.now < m_notBefore) {
        return;
    }
    m_settling = std::exchange(m_unsettled, {});
    for (const UserId user : m_settling) {
        static_cast<void>(m_context.totalsOf(user));
        m_context.turn.totalsAsked.insert(user);
    }
}

void TotalsTeller::undo()
{
    if (!m_settling.empty()) {
        m_unsettled.merge(m_settling);
        m_notBefore = m_context.now + pauseAfterFailure;
    }
}

void TotalsTeller::tell(const std::vector<Notifier::Announcement>& announced, Effects& effects)
{
    std::set<UserId> users = m_context.turn.totalsAsked;
    for (const auto& [changed, told] : m_context.turn.changedStates) {
        users.insert(changed.first);
    }
    for (const Notifier::Announcement& one : announced) {
        for (const Target target : m_context.totalsWatchers.of(one.head.conversation)) {
            users.insert(m_context.sessions.find(target)->user);
        }
    }
    for (const UserId user : users) {
        std::vector<Target> targets = m_context.sessions.totalsListenersOf(user);
        if (targets.empty()) {
            continue;
        }
        TotalsCache::Sum sum = m_context.totals.of(m_context.transaction.committed(), user, m_context.wall);
        if (sum.due.empty()) {
            effects.effects.emplace_back(PushTotals{std::move(targets), sum.totals});
        } else {
            m_unsettled.insert(user); // they will be under a version of their own
        }
    }
}

std::optional<Instant> TotalsTeller::wakeUp() const
{
    return m_unsettled.empty() ? std::nullopt : std::optional(std::max(m_context.now, m_notBefore));
}

} // namespace tidemark::server
