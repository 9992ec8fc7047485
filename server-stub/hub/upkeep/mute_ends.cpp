#include "server-stub/hub/upkeep/mute_ends.h"

#include "server-stub/hub/state/floors.h"
#include "server-stub/hub/upkeep/pause.h"

#include <algorithm>
#include <vector>

namespace tidemark::server {

namespace {

constexpr std::uint32_t maxPerTurn = 500;
/// The bound limits the error if the wall clock is corrected meanwhile.
constexpr Milliseconds maxSleep{600000};
/// On a shared store: time after which the server checks again for mutes whose hints were lost, and whether
/// it is the leader, which alone ends mutes.
constexpr Milliseconds maxSleepWhenShared{10000};

} // namespace

void MuteEnds::run()
{
    m_before = m_context.mutes().next();
    if (m_before > m_context.wall() || m_context.now() < m_notBefore) {
        return;
    }
    const UnixMs latest =
        m_context.isShared ? UnixMs{m_context.wall().value + maxSleepWhenShared.count()} : never;
    if (!m_context.store().leads()) {
        m_context.mutes().advanceTo(latest);
        return;
    }
    const std::vector<MuteEnd> ends = m_context.store().members().muteEnds(maxPerTurn);
    for (const MuteEnd& end : ends) {
        if (end.at <= m_context.wall()) {
            // Ends the mute and notifies the user's connected devices.
            static_cast<void>(m_context.state(end.conversation, end.user));
        }
    }
    const std::vector<MuteEnd> left = m_context.store().members().muteEnds(1);
    m_context.mutes().advanceTo(left.empty() ? latest : std::min(latest, left.front().at));
}

void MuteEnds::undo()
{
    m_context.mutes().note(m_before);
    m_notBefore = m_context.now() + longPauseAfterFailure;
}

std::optional<Instant> MuteEnds::wakeUp() const
{
    if (m_context.mutes().next() == never) {
        return std::nullopt;
    }
    const Milliseconds left(m_context.mutes().next().value - m_context.wall().value);
    return std::max(m_notBefore, m_context.now() + std::clamp(left, Milliseconds(0), maxSleep));
}

} // namespace tidemark::server
