#include "app/lab/world/sim_network.h"

#include "app/lab/world/servers/sim_server.h"
#include "core/wire/codec.h"

namespace tidemark::sim {

bool SimNetwork::isReachable(const Connection& connection) const
{
    return m_rules == nullptr || m_rules->isOpen(connection.owner, connection.place);
}

server::ConnectionId SimNetwork::open(std::size_t server, End end, std::string owner)
{
    const server::ConnectionId id(++m_made);
    m_connections.emplace(
        id, Connection{std::move(end), m_servers.at(server), std::move(owner), server, false, {}, {}});
    const std::uint64_t delay = m_plan.isStill ? 4 : m_random.below(20);
    m_scheduler.after(Milliseconds(1 + static_cast<std::int64_t>(delay)), [this, id] {
        const auto found = m_connections.find(id);
        if (found == m_connections.end()) {
            return;
        }
        if (!found->second.server->isUp() || !isReachable(found->second)) {
            const auto lost = found->second.end.lost;
            m_connections.erase(found);
            lost();
            return;
        }
        found->second.accepted = true;
        found->second.server->receive(server::Connected{id});
        found->second.end.opened();
    });
    return id;
}

void SimNetwork::sendToServer(server::ConnectionId connection, const std::string& bytes)
{
    sendThrough(connection, true, bytes);
}

void SimNetwork::sendToDevice(server::ConnectionId connection, const std::string& bytes)
{
    sendThrough(connection, false, bytes);
}

void SimNetwork::sendThrough(server::ConnectionId id, bool toServer, const std::string& bytes)
{
    const auto found = m_connections.find(id);
    if (found == m_connections.end() || !found->second.accepted) {
        return;
    }
    if (m_rules != nullptr) {
        sendByRules(id, found->second, toServer, bytes);
        return;
    }
    if (happens(m_plan.faults.cutConnection)) {
        cut(id);
        return;
    }
    if (happens(m_plan.faults.dropFrame) || (!toServer && isLostPush(bytes))) {
        return;
    }
    Instant& last = toServer ? found->second.lastToServer : found->second.lastToDevice;
    const int copies = happens(m_plan.faults.doubleFrame) ? 2 : 1;
    for (int copy = 0; copy < copies; ++copy) {
        const std::uint64_t delay = m_plan.isStill ? 4 : m_random.below(15);
        Instant when = m_scheduler.now() + Milliseconds(1 + static_cast<std::int64_t>(delay));
        if (happens(m_plan.faults.reorderFrame)) {
            when += Milliseconds(static_cast<std::int64_t>(m_random.below(400)));
        } else {
            when = std::max(when, last);
            last = when;
        }
        ++m_underWay;
        m_scheduler.at(when, [this, id, toServer, bytes] {
            --m_underWay;
            arrive(id, toServer, bytes);
        });
    }
}

void SimNetwork::sendByRules(server::ConnectionId id, Connection& connection, bool toServer,
                             const std::string& bytes)
{
    const LinkRules::Passage passage = m_rules->passageOf(connection.owner, toServer);
    Instant& last = toServer ? connection.lastToServer : connection.lastToDevice;
    for (int copy = 0; copy < (passage.isDoubled ? 2 : 1); ++copy) {
        FrameOnLink frame{++m_sent,
                          connection.owner,
                          connection.place,
                          toServer,
                          bytes,
                          m_scheduler.now(),
                          m_scheduler.now() + passage.delay};
        if (!passage.mayOvertake) {
            frame.arrivesAt = std::max(frame.arrivesAt, last);
            last = frame.arrivesAt;
        }
        const bool isLost = passage.isLost || !isReachable(connection);
        m_rules->sent(frame, isLost);
        if (isLost) {
            continue;
        }
        ++m_underWay;
        m_scheduler.at(frame.arrivesAt, [this, id, frame] {
            --m_underWay;
            const bool hasArrived = m_rules->isOpen(frame.owner, frame.server);
            m_rules->ended(frame, hasArrived);
            if (hasArrived) {
                arrive(id, frame.toServer, frame.bytes);
            }
        });
    }
}

bool SimNetwork::isLostPush(const std::string& bytes) const
{
    if (m_calm || m_scheduler.now() >= m_pushesFrom) {
        return false;
    }
    const auto envelope = wire::decodeServer(bytes);
    return envelope && !envelope->request.isValid();
}

void SimNetwork::arrive(server::ConnectionId id, bool toServer, const std::string& bytes)
{
    const auto found = m_connections.find(id);
    if (found == m_connections.end()) {
        return;
    }
    if (!toServer) {
        found->second.end.arrived(bytes);
        return;
    }
    if (!found->second.accepted) {
        return;
    }
    auto envelope = wire::decodeClient(bytes);
    if (!envelope) {
        throw Violation("a device sent a frame that does not decode: " + envelope.error().detail);
    }
    found->second.server->receive(server::Received{id, std::move(envelope).value()});
}

void SimNetwork::cut(server::ConnectionId id)
{
    // Both ends notice this later, each at its own time.
    const auto found = m_connections.find(id);
    const auto lost = found->second.end.lost;
    found->second.end.arrived = [](const std::string&) {};
    found->second.accepted = false;
    m_scheduler.after(Milliseconds(static_cast<std::int64_t>(m_random.below(8000))),
                      [server = found->second.server, id] { server->receive(server::Closed{id}); });
    m_scheduler.after(Milliseconds(static_cast<std::int64_t>(m_random.below(5000))), [this, id, lost] {
        if (m_connections.erase(id) > 0) {
            lost();
        }
    });
}

void SimNetwork::closeByDevice(server::ConnectionId connection)
{
    const auto found = m_connections.find(connection);
    if (found != m_connections.end()) {
        SimServer* const server = found->second.server;
        m_connections.erase(found);
        m_scheduler.after(Milliseconds(5),
                          [server, connection] { server->receive(server::Closed{connection}); });
    }
}

void SimNetwork::closeByServer(server::ConnectionId connection)
{
    m_scheduler.after(Milliseconds(20), [this, connection] {
        const auto found = m_connections.find(connection);
        if (found == m_connections.end()) {
            return;
        }
        const auto lost = found->second.end.lost;
        SimServer* const server = found->second.server;
        m_connections.erase(found);
        server->receive(server::Closed{connection});
        lost();
    });
}

void SimNetwork::closeAllByServer(const SimServer& server)
{
    // Frames on their way still arrive, and then the connection breaks.
    for (auto& [id, connection] : m_connections) {
        if (connection.server != &server) {
            continue;
        }
        connection.accepted = false;
        const auto delay = Milliseconds(1 + static_cast<std::int64_t>(m_random.below(50)));
        m_scheduler.after(delay, [this, gone = id] {
            const auto found = m_connections.find(gone);
            if (found != m_connections.end()) {
                const auto lost = found->second.end.lost;
                m_connections.erase(found);
                lost();
            }
        });
    }
}

} // namespace tidemark::sim
