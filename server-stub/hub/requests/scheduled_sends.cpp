#include "server-stub/hub/requests/scheduled_sends.h"

#include "server-stub/hub/state/floors.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {

namespace {

constexpr std::uint32_t maxSendsPerTurn = 50;
/// The bound limits the error if the wall clock is corrected meanwhile.
constexpr Milliseconds maxSleepOfSends{600000};
/// On a shared store: time after which the server checks again for messages whose hints were lost, and
/// whether it is the leader, which alone sends scheduled messages.
constexpr Milliseconds maxSleepOfSharedSends{10000};
constexpr Milliseconds maxPauseOfSends{60000};

} // namespace

void ScheduledSends::addTo(LockSet& lockSet) const
{
    for (const ExpectedSend& send : m_expected) {
        lockSet.logs.push_back(send.conversation);
        lockSet.sends.push_back(send);
    }
    std::ranges::sort(lockSet.logs);
    const auto rest = std::unique(lockSet.logs.begin(), lockSet.logs.end());
    lockSet.logs.erase(rest, lockSet.logs.end());
}

void ScheduledSends::run()
{
    m_before = m_scheduling.nextDue();
    if (m_before > m_context.wall()) {
        m_pause = Milliseconds(0);
        return;
    }
    if (m_context.now() < m_notBefore) {
        return;
    }
    const UnixMs latest =
        m_context.isShared ? UnixMs{m_context.wall().value + maxSleepOfSharedSends.count()} : never;
    if (!m_context.store().leads()) {
        m_expected.clear();
        m_scheduling.advanceTo(latest);
        return;
    }
    if (m_context.isShared) {
        send(std::exchange(m_expected, {}));
        m_expected = due();
    } else {
        send(due());
    }
    const std::vector<ScheduledRecord> left = m_context.store().schedules().nextDue(1);
    m_scheduling.advanceTo(left.empty() ? latest : std::min(latest, left.front().scheduled.due));
}

std::vector<ExpectedSend> ScheduledSends::due()
{
    std::vector<ExpectedSend> found;
    for (const ScheduledRecord& record : m_context.store().schedules().nextDue(maxSendsPerTurn)) {
        if (record.scheduled.due <= m_context.wall()) {
            found.push_back({record.scheduled.conversation, record.user, record.scheduled.uuid});
        }
    }
    return found;
}

void ScheduledSends::send(const std::vector<ExpectedSend>& found)
{
    for (const ExpectedSend& one : found) {
        m_scheduling.sendDue(one.author, one.uuid);
    }
}

void ScheduledSends::undo()
{
    m_scheduling.noteDue(m_before);
    if (m_before <= m_context.wall()) {
        m_pause = std::clamp(m_pause * 2, retryDelay, maxPauseOfSends);
        m_notBefore = m_context.now() + m_pause;
    }
}

std::optional<Instant> ScheduledSends::wakeUp() const
{
    if (m_scheduling.nextDue() == never) {
        return std::nullopt;
    }
    const Milliseconds left(m_scheduling.nextDue().value - m_context.wall().value);
    return std::max(m_notBefore, m_context.now() + std::clamp(left, Milliseconds(0), maxSleepOfSends));
}

} // namespace tidemark::server
