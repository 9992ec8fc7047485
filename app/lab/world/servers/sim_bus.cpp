#include "app/lab/world/servers/sim_bus.h"

#include "app/lab/world/servers/sim_server.h"

#include <algorithm>

namespace tidemark::sim {

void SimBus::publish(const SimServer& from, const std::vector<server::Hint>& hints)
{
    const auto isSender = [&](const Place& place) { return place.server == &from; };
    if (hints.empty() || std::find_if(m_servers.begin(), m_servers.end(), isSender)->isCut) {
        return;
    }
    for (std::size_t i = 0; i < m_servers.size(); ++i) {
        if (isSender(m_servers[i]) || m_servers[i].isCut) {
            continue;
        }
        std::vector<server::Hint> carried;
        for (const server::Hint& hint : hints) {
            const bool isLost = happens(m_plan.faults.loseHint)
                                || (m_plan.defect == Defect::HintsDropped && m_random.below(2) == 0);
            if (!isLost) {
                carried.push_back(hint);
            }
        }
        const int copies = happens(m_plan.faults.loseHint) ? 2 : 1;
        for (int copy = 0; copy < copies && !carried.empty(); ++copy) {
            send(i, from.node(), carried);
        }
    }
}

void SimBus::send(std::size_t place, server::NodeId from, const std::vector<server::Hint>& hints)
{
    Milliseconds delay(1 + static_cast<std::int64_t>(m_random.below(15)));
    if (happens(m_plan.faults.reorderFrame)) {
        delay += Milliseconds(static_cast<std::int64_t>(m_random.below(2000)));
    }
    m_scheduler.after(delay, [this, place, from, hints] {
        if (!m_servers[place].isCut) {
            m_servers[place].server->receive(server::HintsReceived{from, hints});
        }
    });
}

void SimBus::cutOne()
{
    const std::size_t place = m_random.below(m_servers.size());
    if (m_calm || m_servers[place].isCut) {
        return;
    }
    cut(place);
    m_scheduler.after(Milliseconds(static_cast<std::int64_t>(m_random.below(20000))),
                      [this, place] { heal(place); });
}

void SimBus::heal(std::size_t place)
{
    if (std::exchange(m_servers[place].isCut, false)) {
        m_servers[place].server->receive(server::HintsMissed{});
    }
}

void SimBus::setCalm()
{
    m_calm = true;
    for (std::size_t place = 0; place < m_servers.size(); ++place) {
        heal(place);
    }
}

} // namespace tidemark::sim
