#include "server-stub/hub/hub.h"

#include "server-stub/hub/hub_state.h"

#include <utility>

namespace tidemark::server {

Hub::Hub(HubConfig config, Store& store, Secrets& secrets)
    : m_state(std::make_unique<HubState>(std::move(config), store, secrets))
{
}

Hub::~Hub() = default;

Effects Hub::step(std::span<const Input> inputs, Instant now, UnixMs wall)
{
    m_state->beginTurn(inputs, now, wall);
    for (const Input& input : inputs) {
        m_state->handle(input);
    }
    return m_state->endTurn();
}

void Hub::reconfigure(const HubConfig& config)
{
    m_state->reconfigure(config);
}

UserId Hub::payerOf(ConnectionId connection) const
{
    return m_state->payerOf(connection);
}

HubStats Hub::stats() const
{
    return m_state->stats();
}

} // namespace tidemark::server
