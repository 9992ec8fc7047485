#include "server-stub/hub/publishing/totals_publisher.h"

#include "core/base/require.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tidemark::server {

void TotalsPublisher::run()
{
    m_settling.clear();
    if (m_context.now() < m_notBefore) {
        return;
    }
    m_settling = std::exchange(m_unsettled, {});
    for (const UserId user : m_settling) {
        try {
            static_cast<void>(m_context.totalsOf(user));
        } catch (const PreconditionViolation&) {
            m_settling.erase(user); // another attempt would fail too
            throw;
        }
        m_context.turn().askTotals(user);
    }
}

void TotalsPublisher::undo()
{
    if (!m_settling.empty()) {
        m_unsettled.merge(m_settling);
        m_notBefore = m_context.now() + retryDelay;
    }
}

void TotalsPublisher::publish(const std::vector<Notifier::Announcement>& announced, Effects& effects)
{
    std::set<UserId> users = m_context.turn().totalsAsked();
    for (const auto& [place, changed] : m_context.turn().changedStates()) {
        users.insert(place.first);
    }
    for (const Notifier::Announcement& one : announced) {
        for (const Target target : m_context.totalsWatchers().of(one.head.conversation)) {
            users.insert(m_context.sessions().find(target)->user);
        }
    }
    std::erase_if(users,
                  [this](UserId user) { return m_context.sessions().totalsListenersOf(user).empty(); });
    if (!users.empty()) {
        publish(users, effects);
    }
}

void TotalsPublisher::publish(const std::set<UserId>& users, Effects& effects)
{
    Store& store = m_context.transaction().committed();
    std::vector<Effect> pushes;
    std::set<UserId> unsettled;
    std::vector<std::string> violations;
    store.beginReading();
    store.hold({.readers = {users.begin(), users.end()}});
    for (const UserId user : users) {
        try {
            TotalsCache::Sum sum =
                m_context.totals().of(store, user, m_context.expiryTime(), m_context.wall());
            if (sum.due.empty()) {
                pushes.emplace_back(PushTotals{m_context.sessions().totalsListenersOf(user), sum.totals});
            } else {
                unsettled.insert(user); // settling raises the version of these totals, so publish them later
            }
        } catch (const PreconditionViolation& violation) {
            violations.emplace_back(violation.what()); // this user's sessions get no totals
        }
    }
    if (!store.endReading()) {
        m_context.totals().clear();
        m_unsettled.insert(users.begin(), users.end());
        m_notBefore = m_context.now() + retryDelay;
        return;
    }
    m_unsettled.merge(unsettled);
    for (std::string& violation : violations) {
        m_context.turn().noteViolation(std::move(violation));
    }
    std::move(pushes.begin(), pushes.end(), std::back_inserter(effects.effects));
}

std::optional<Instant> TotalsPublisher::wakeUp() const
{
    return m_unsettled.empty() ? std::nullopt : std::optional(std::max(m_context.now(), m_notBefore));
}

} // namespace tidemark::server
