#pragma once

#include "app/lab/world/plan.h"
#include "app/lab/world/sim_network.h"
#include "core/base/random.h"
#include "core/domain/protocol.h"
#include "tests/wire/random_values.h"

#include <string>
#include <vector>

namespace tidemark::sim {

/// A client with an account of its own that sends everything that the protocol allows, in any order, and
/// repeats old requests. It has no engine and trusts nothing. The numbers of the other users must stay
/// right.
class SimAttacker {
public:
    /// `names`: the users whom it can invite, write to and impersonate. `servers`: their number.
    SimAttacker(const Plan& plan, SimNetwork& network, std::vector<std::string> names, std::size_t servers);

    /// Makes the account, and connects if it is not connected.
    void connect();
    /// Sends some frames, or drops the connection.
    void act();
    /// Drops the connection and stops.
    void stop();
    [[nodiscard]] static std::string name() { return "mallory"; }

private:
    [[nodiscard]] protocol::ClientEnvelope anyEnvelope();
    void send(const protocol::ClientEnvelope& envelope);
    void greet();
    [[nodiscard]] bool oneIn(std::uint64_t n) { return m_random.below(n) == 0; }

    SimNetwork& m_network;
    SplitMix64 m_random;
    wire_test::SmallWorld m_world;
    wire_test::RandomValues m_values;
    std::size_t m_servers;
    server::ConnectionId m_connection;
    bool m_isOpen = false;
    bool m_isStopped = false;
    std::uint64_t m_requests = 0;
    std::vector<protocol::ClientEnvelope> m_sent; ///< the latest frames
};

} // namespace tidemark::sim
