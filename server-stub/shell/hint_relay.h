#pragma once

#include "server-stub/bus/watched_bus.h"
#include "server-stub/hub/hub.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace tidemark::server {

/// Ties the hub of a server to the bus: what a step has to tell the others goes out, and what they tell comes
/// in. One thread, that of the server.
class HintRelay final : public BusListener {
public:
    /// `enqueue`: takes inputs of the hub.
    explicit HintRelay(std::function<void(Input)> enqueue) : m_enqueue(std::move(enqueue)) {}

    /// From here on there are others. `bus` must live for as long as the server has something to do.
    void use(WatchedBus& bus) { m_bus = &bus; }
    /// To be called when what the hints are about has been committed.
    void tell(const Effects& effects)
    {
        if (m_bus != nullptr && !effects.hints.empty())
            m_bus->tell(effects.hints);
    }

    void heard(NodeId from, std::vector<Hint> hints) override;
    void missed() override;

    /// None: there are no others.
    [[nodiscard]] std::optional<BusStatus> status() const;
    /// How often hints may have been missed.
    [[nodiscard]] std::uint64_t timesMissed() const { return m_timesMissed; }

private:
    std::function<void(Input)> m_enqueue;
    WatchedBus* m_bus = nullptr;
    std::uint64_t m_timesMissed = 0;
};

} // namespace tidemark::server
