#pragma once

#include "app/lab/world/plan.h"
#include "app/lab/world/scheduler.h"
#include "core/base/random.h"
#include "server-stub/hub/hub.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace tidemark::sim {

class SimServer;

/// Connections between devices and servers. Frames are late, and by the plan lost, doubled or out of order.
/// Connections are cut without notifying either side at once.
class SimNetwork {
public:
    /// The device's end of a connection.
    struct End {
        std::function<void()> opened;
        std::function<void()> lost;
        std::function<void(const std::string& bytes)> arrived;
    };

    SimNetwork(const Plan& plan, Scheduler& scheduler)
        : m_plan(plan), m_scheduler(scheduler), m_random(plan.seed ^ 0x4e7U)
    {
    }

    void attach(SimServer& server) { m_servers.push_back(&server); }
    /// Opens a connection to the server at this place. `opened` or `lost` follows.
    server::ConnectionId open(std::size_t server, End end);
    void sendToServer(server::ConnectionId connection, std::string bytes);
    void sendToDevice(server::ConnectionId connection, std::string bytes);
    /// The device drops its end and receives nothing more.
    void closeByDevice(server::ConnectionId connection);
    void closeByServer(server::ConnectionId connection);
    /// Closes all connections of `server`.
    void closeAllByServer(const SimServer& server);
    /// For this time answers arrive and pushes do not.
    void losePushesFor(Milliseconds time) { m_pushesFrom = m_scheduler.now() + time; }
    [[nodiscard]] std::uint64_t framesUnderWay() const { return m_underWay; }
    void setCalm() { m_calm = true; }

private:
    struct Connection {
        End end;
        SimServer* server = nullptr;
        bool accepted = false;
        Instant lastToServer{};
        Instant lastToDevice{};
    };
    void sendThrough(server::ConnectionId id, bool toServer, std::string bytes);
    void arrive(server::ConnectionId id, bool toServer, const std::string& bytes);
    [[nodiscard]] bool isLostPush(const std::string& bytes) const;
    void cut(server::ConnectionId id);
    [[nodiscard]] bool happens(std::uint32_t chance) { return !m_calm && m_random.below(1000) < chance; }

    const Plan& m_plan;
    Scheduler& m_scheduler;
    SplitMix64 m_random;
    std::vector<SimServer*> m_servers;
    std::map<server::ConnectionId, Connection> m_connections;
    std::uint64_t m_made = 0;
    std::uint64_t m_underWay = 0;
    Instant m_pushesFrom{}; ///< until then pushes are lost
    bool m_calm = false;
};

} // namespace tidemark::sim
