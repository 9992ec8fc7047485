#include "server-stub/hub/siblings.h"

namespace tidemark::server {

void Siblings::heard(NodeId node)
{
    const auto known = m_lastHeard.find(node);
    if (known != m_lastHeard.end()) {
        known->second = m_context.now;
    }
}

void Siblings::isHere(NodeId node)
{
    m_lastHeard[node] = m_context.now;
}

void Siblings::gone(NodeId node)
{
    m_lastHeard.erase(node);
    m_activity.forget(node);
}

void Siblings::run()
{
    if (!m_context.isShared || m_context.now < m_next) {
        return;
    }
    m_next = m_context.now + tellEvery;
    m_context.tell(hint::Here{});
    for (auto place = m_lastHeard.begin(); place != m_lastHeard.end();) {
        if (m_context.now - place->second <= longestSilence) {
            ++place;
            continue;
        }
        m_activity.forget(place->first);
        m_lookAgain.begin();
        place = m_lastHeard.erase(place);
    }
}

std::optional<Instant> Siblings::wakeUp() const
{
    return m_context.isShared ? std::optional(m_next) : std::nullopt;
}

} // namespace tidemark::server
