#pragma once

#include "server-stub/bus/watched_bus.h"
#include "server-stub/hub/hub.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace tidemark::server {

/// Connects the hub of a server with the bus: sends the hints of each step, and passes hints of other servers
/// to the hub. Used only in the server's thread.
class HintRelay final : public BusListener {
public:
    /// `enqueue` takes inputs of the hub.
    explicit HintRelay(std::function<void(Input)> enqueue) : m_enqueue(std::move(enqueue)) {}

    /// Call if other servers share the store. `bus` must live as long as the server works.
    void use(WatchedBus& bus) { m_bus = &bus; }
    /// Call after the changes that the hints are about have been committed.
    void publish(const Effects& effects)
    {
        if (m_bus != nullptr && !effects.hints.empty()) {
            m_bus->publish(effects.hints);
        }
    }

    void received(NodeId from, std::vector<Hint> hints) override;
    void missed() override;

    /// Empty if no other servers share the store.
    [[nodiscard]] std::optional<BusStatus> status() const;
    /// The number of times that hints may have been lost.
    [[nodiscard]] std::uint64_t timesMissed() const { return m_timesMissed; }

private:
    std::function<void(Input)> m_enqueue;
    WatchedBus* m_bus = nullptr;
    std::uint64_t m_timesMissed = 0;
};

} // namespace tidemark::server
