#include "server-stub/shell/hint_relay.h"

#include <utility>

namespace tidemark::server {

void HintRelay::heard(NodeId from, std::vector<Hint> hints)
{
    m_enqueue(Heard{from, std::move(hints)});
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
