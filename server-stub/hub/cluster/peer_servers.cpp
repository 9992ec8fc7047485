#include "server-stub/hub/cluster/peer_servers.h"

namespace tidemark::server {

void PeerServers::received(NodeId node)
{
    const auto known = m_lastReceived.find(node);
    if (known != m_lastReceived.end()) {
        known->second = m_context.now();
    }
}

void PeerServers::isHere(NodeId node)
{
    m_lastReceived[node] = m_context.now();
}

void PeerServers::gone(NodeId node)
{
    m_lastReceived.erase(node);
    m_activity.forget(node);
}

void PeerServers::run()
{
    if (!m_context.isShared || m_context.now() < m_next) {
        return;
    }
    m_next = m_context.now() + reportInterval;
    m_context.addHint(hint::Here{});
    for (auto place = m_lastReceived.begin(); place != m_lastReceived.end();) {
        if (m_context.now() - place->second <= maxSilence) {
            ++place;
            continue;
        }
        m_activity.forget(place->first);
        m_resync.begin();
        place = m_lastReceived.erase(place);
    }
}

std::optional<Instant> PeerServers::wakeUp() const
{
    return m_context.isShared ? std::optional(m_next) : std::nullopt;
}

} // namespace tidemark::server
