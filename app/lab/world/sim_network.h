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

/// A frame on a link between a device and a server.
struct FrameOnLink {
    std::uint64_t number = 0; ///< ascends in the order of sending
    std::string owner;        ///< of the device's end
    std::size_t server = 0;   ///< the server's place
    bool toServer = false;
    std::string bytes;
    Instant sentAt{};
    Instant arrivesAt{}; ///< unless it is lost
};

/// Decides in place of chance what happens on the links, and sees each frame.
class LinkRules {
public:
    struct Passage {
        bool isLost = false;
        bool isDoubled = false;
        bool mayOvertake = false; ///< earlier frames need not arrive before it
        Milliseconds delay{1};
    };

    virtual ~LinkRules() = default;
    /// Whether anything passes between the owner's device and this server now.
    [[nodiscard]] virtual bool isOpen(const std::string& owner, std::size_t server) = 0;
    [[nodiscard]] virtual Passage passageOf(const std::string& owner, bool toServer) = 0;
    /// Called when a frame is sent; `isLost`: it will not arrive.
    virtual void sent(const FrameOnLink& frame, bool isLost) = 0;
    /// Called at the end of each frame that was not lost at once; `hasArrived` is false if its link was cut.
    virtual void ended(const FrameOnLink& frame, bool hasArrived) = 0;
};

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
    /// From now on `rules` decide instead of the plan's faults. They must outlive the network.
    void setRules(LinkRules& rules) { m_rules = &rules; }
    /// Opens a connection to the server at this place. `opened` or `lost` follows. `owner` names the device
    /// to the rules.
    server::ConnectionId open(std::size_t server, End end, std::string owner = {});
    void sendToServer(server::ConnectionId connection, const std::string& bytes);
    void sendToDevice(server::ConnectionId connection, const std::string& bytes);
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
        std::string owner;
        std::size_t place = 0; ///< of the server
        bool accepted = false;
        Instant lastToServer{};
        Instant lastToDevice{};
    };
    void sendThrough(server::ConnectionId id, bool toServer, const std::string& bytes);
    void sendByRules(server::ConnectionId id, Connection& connection, bool toServer,
                     const std::string& bytes);
    void arrive(server::ConnectionId id, bool toServer, const std::string& bytes);
    [[nodiscard]] bool isReachable(const Connection& connection) const;
    [[nodiscard]] bool isLostPush(const std::string& bytes) const;
    void cut(server::ConnectionId id);
    [[nodiscard]] bool happens(std::uint32_t chance) { return !m_calm && m_random.below(1000) < chance; }

    const Plan& m_plan;
    Scheduler& m_scheduler;
    SplitMix64 m_random;
    LinkRules* m_rules = nullptr;
    std::vector<SimServer*> m_servers;
    std::map<server::ConnectionId, Connection> m_connections;
    std::uint64_t m_made = 0;
    std::uint64_t m_underWay = 0;
    std::uint64_t m_sent = 0; ///< by the rules
    Instant m_pushesFrom{};   ///< until then pushes are lost
    bool m_calm = false;
};

} // namespace tidemark::sim
