#include "server-stub/shell/delivery/hint_relay.h"

#include <utility>

namespace tidemark::server {

void HintRelay::received(NodeId from, std::vector<Hint> hints)
{
    m_enqueue(HintsReceived{from, std::move(hints)});
}

void HintRelay::missed()
{
    ++m_timesMissed;
    m_enqueue(HintsMissed{});
}

std::optional<BusStatus> HintRelay::status() const
{
    return m_bus == nullptr ? std::nullopt : std::optional(m_bus->status());
}

} // namespace tidemark::server
