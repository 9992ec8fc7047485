#pragma once

#include "core/base/random.h"
#include "core/domain/protocol.h"
#include "tests/programs/sim/plan.h"
#include "tests/programs/sim/sim_network.h"
#include "tests/wire/random_values.h"

#include <string>
#include <vector>

namespace tidemark::sim {

/// A client with an account of its own that sends whatever the protocol allows, in any order, and old
/// requests again. It has no engine and believes nothing. Whatever it does, the numbers of the other users
/// stay right.
class SimAttacker {
public:
    /// `names`: of the users whom it can invite, write to and pretend to be. `servers`: how many there are.
    SimAttacker(const Plan& plan, SimNetwork& network, std::vector<std::string> names, std::size_t servers);

    /// Makes the account, and connects where it is not connected.
    void connect();
    /// Sends some frames, or drops the connection.
    void act();
    /// Drops the connection and does nothing more.
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
    std::vector<protocol::ClientEnvelope> m_sent; ///< the latest ones
};

} // namespace tidemark::sim
