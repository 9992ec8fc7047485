#include "ui/session/send_cooldowns.h"

#include "core/client/clock.h"

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

/// A shorter wait ends before the user could read about it.
constexpr Milliseconds minShown{500};
constexpr Milliseconds second{1000};
/// Time for the server's answer to the next message, which may ask for a further wait. Until then the
/// countdown stays, to avoid flicker.
constexpr Milliseconds grace{400};

} // namespace

SendCooldowns::SendCooldowns(std::function<Instant()> clock, QObject* parent)
    : QObject(parent), m_clock(clock ? std::move(clock) : [] { return Clock().now(); }), m_timer(this)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &SendCooldowns::tick);
}

void SendCooldowns::take(ConversationId conversation, int timeInMs)
{
    if (Milliseconds(timeInMs) < minShown) {
        return;
    }
    m_until[conversation] = m_clock() + Milliseconds(timeInMs);
    tick();
}

void SendCooldowns::clear()
{
    m_timer.stop();
    if (!std::exchange(m_until, {}).empty()) {
        Q_EMIT changed();
    }
}

int SendCooldowns::secondsLeft(ConversationId conversation) const
{
    const auto found = m_until.find(conversation);
    if (found == m_until.end()) {
        return 0;
    }
    const Milliseconds left = found->second - m_clock();
    if (left <= -grace) {
        return 0;
    }
    return static_cast<int>(std::max<std::int64_t>((left + second - Milliseconds(1)) / second, 1));
}

void SendCooldowns::tick()
{
    const Instant now = m_clock();
    std::erase_if(m_until, [now](const auto& one) { return one.second + grace <= now; });
    Milliseconds next = second;
    for (const auto& [conversation, until] : m_until) {
        const Milliseconds left = until - now;
        const Milliseconds part = left > Milliseconds(0) ? left % second : left + grace;
        next = std::min(next, part > Milliseconds(0) ? part : second);
    }
    if (!m_until.empty()) {
        m_timer.start(next);
    }
    Q_EMIT changed();
}

} // namespace tidemark
