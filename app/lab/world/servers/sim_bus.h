#pragma once

#include "app/lab/world/plan.h"
#include "app/lab/world/scheduler.h"
#include "core/base/random.h"
#include "server-stub/hub/contract/hint.h"

#include <vector>

namespace tidemark::sim {

class SimServer;

/// Carries hints between the simulated servers: late, and by the plan lost, doubled or out of order. At
/// times it cuts a server off, and reports this to the server afterwards.
class SimBus {
public:
    SimBus(const Plan& plan, Scheduler& scheduler)
        : m_plan(plan), m_scheduler(scheduler), m_random(plan.seed ^ 0xb005U)
    {
    }

    void attach(SimServer& server) { m_servers.push_back({&server, false}); }
    void publish(const SimServer& from, const std::vector<server::Hint>& hints);
    /// Cuts one server off for a while, in both directions.
    void cutOne();
    /// Cuts the server at this place off until heal().
    void cut(std::size_t place) { m_servers.at(place).isCut = true; }
    /// Ends cut(), and tells the server that it may have missed hints.
    void heal(std::size_t place);
    void setCalm();

private:
    struct Place {
        SimServer* server;
        bool isCut;
    };
    void send(std::size_t place, server::NodeId from, const std::vector<server::Hint>& hints);
    [[nodiscard]] bool happens(std::uint32_t chance) { return !m_calm && m_random.below(1000) < chance; }

    const Plan& m_plan;
    Scheduler& m_scheduler;
    SplitMix64 m_random;
    std::vector<Place> m_servers;
    bool m_calm = false;
};

} // namespace tidemark::sim
