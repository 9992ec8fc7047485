#include "tests/programs/sim/devices/sim_attacker.h"

#include "core/wire/codec.h"
#include "tests/wire/random_frames.h"

#include <utility>
#include <variant>

namespace tidemark::sim {

namespace {

constexpr std::size_t maxRemembered = 64;

std::string attackersToken()
{
    return SimAttacker::name() + std::string(32 - SimAttacker::name().size(), 't');
}

/// Without its token the attacker could not go on.
bool endsTheToken(const protocol::ClientFrame& frame)
{
    return std::holds_alternative<protocol::SignOut>(frame);
}

} // namespace

SimAttacker::SimAttacker(const Plan& plan, SimNetwork& network, std::vector<std::string> names,
                         std::size_t servers)
    : m_network(network), m_random(plan.seed ^ 0xa77acU), m_world{.numbers = 40,
                                                                  .names = std::move(names),
                                                                  .tokens = {attackersToken(), {}}},
      m_values([this](std::uint64_t bound) { return bound == 0 ? m_random.next() : m_random.below(bound); },
               m_world),
      m_servers(servers)
{
    m_world.names.push_back(name());
}

void SimAttacker::connect()
{
    if (m_isStopped || m_connection.isValid()) {
        return;
    }
    m_connection = m_network.open(m_random.below(m_servers), {[this] {
                                                                  m_isOpen = true;
                                                                  greet();
                                                              },
                                                              [this] {
                                                                  m_isOpen = false;
                                                                  m_connection = {};
                                                              },
                                                              [](const std::string&) {}});
}

void SimAttacker::greet()
{
    protocol::Register account;
    account.name = name();
    account.token = attackersToken();
    account.device = DeviceId(666);
    send({RequestId(++m_requests), 0, account});
    protocol::Hello hello;
    hello.token = account.token;
    hello.device = account.device;
    send({RequestId(++m_requests), 0, hello});
}

protocol::ClientEnvelope SimAttacker::anyEnvelope()
{
    if (!m_sent.empty() && oneIn(5)) {
        return m_sent.at(m_random.below(m_sent.size()));
    }
    protocol::ClientEnvelope envelope =
        wire_test::randomClientEnvelope(m_random.below(wire_test::clientVariants), m_values);
    // Most frames go to the signed-in session.
    envelope.session = oneIn(20) ? static_cast<std::uint32_t>(m_random.below(3)) : 0;
    envelope.request = RequestId(++m_requests);
    return envelope;
}

void SimAttacker::act()
{
    connect();
    if (!m_isOpen) {
        return;
    }
    if (oneIn(30)) {
        m_isOpen = false;
        m_network.closeByDevice(std::exchange(m_connection, {}));
        return;
    }
    for (std::uint64_t count = 1 + m_random.below(8); count > 0; --count) {
        const protocol::ClientEnvelope envelope = anyEnvelope();
        if (endsTheToken(envelope.frame)) {
            continue;
        }
        send(envelope);
        if (m_sent.size() >= maxRemembered) {
            m_sent.erase(m_sent.begin());
        }
        m_sent.push_back(envelope);
    }
}

void SimAttacker::send(const protocol::ClientEnvelope& envelope)
{
    if (m_connection.isValid()) {
        m_network.sendToServer(m_connection, wire::encode(envelope));
    }
}

void SimAttacker::stop()
{
    m_isStopped = true;
    m_isOpen = false;
    if (m_connection.isValid()) {
        m_network.closeByDevice(std::exchange(m_connection, {}));
    }
}

} // namespace tidemark::sim
