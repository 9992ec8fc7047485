#include "ui/session/presence.h"

#include <chrono>
#include <utility>

namespace tidemark {

Presence::Presence(QObject* parent) : QObject(parent), m_timer(this)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(std::chrono::minutes(1));
    connect(&m_timer, &QTimer::timeout, this, [this] { set(false); });
}

void Presence::note(bool isInUse)
{
    if (isInUse) {
        m_timer.start();
    } else {
        m_timer.stop();
    }
    set(isInUse);
}

void Presence::set(bool active)
{
    if (std::exchange(m_isActive, active) != active) {
        Q_EMIT changed(active);
    }
}

} // namespace tidemark
