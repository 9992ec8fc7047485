#include "tests/programs/sim/devices/sim_asker.h"

#include "core/wire/codec.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace tidemark::sim {

namespace {

constexpr Milliseconds patience{4000};

} // namespace

SimAsker::SimAsker(Scheduler& scheduler, SimNetwork& network, std::string name, DeviceId device)
    : m_scheduler(scheduler), m_network(network), m_name(std::move(name)), m_device(device)
{
}

std::string SimAsker::token() const
{
    return m_name + std::string(32 - m_name.size(), 't');
}

MessageUuid SimAsker::newUuid()
{
    MessageUuid uuid;
    uuid.bytes[0] = static_cast<std::uint8_t>(++m_uuids);
    uuid.bytes[1] = static_cast<std::uint8_t>(m_uuids >> 8U);
    uuid.bytes[15] = 0xc0;
    return uuid;
}

void SimAsker::goOn()
{
    connect();
    step();
}

void SimAsker::connect()
{
    if (m_connection.isValid()) {
        return;
    }
    m_connection =
        m_network.open(0, {[this] {
                               m_isOpen = true;
                               greet();
                           },
                           [this] { lose(); }, [this](const std::string& bytes) { arrived(bytes); }});
}

void SimAsker::lose()
{
    m_connection = {};
    m_isOpen = m_isWelcome = false;
    wasLost();
    m_asked.reset();
}

void SimAsker::hangUp()
{
    if (m_connection.isValid()) {
        m_network.closeByDevice(m_connection);
        lose();
    }
}

void SimAsker::greet()
{
    protocol::Register account;
    account.name = m_name;
    account.token = token();
    account.device = m_device;
    ask(account);
}

void SimAsker::step()
{
    if (!m_isOpen || m_asked || m_scheduler.now() < m_notBefore) {
        return;
    }
    if (!m_isWelcome) {
        protocol::Hello hello;
        hello.token = token();
        hello.device = m_device;
        hello.silent = true;
        return ask(std::move(hello));
    }
    if (auto request = nextRequest()) {
        ask(*std::move(request));
    }
}

void SimAsker::ask(protocol::ClientFrame frame)
{
    const RequestId request(++m_requests);
    m_asked = request;
    m_network.sendToServer(m_connection,
                           wire::encode(protocol::ClientEnvelope{request, 0, std::move(frame)}));
    m_scheduler.after(patience, [this, request] {
        if (m_asked == request && m_connection.isValid()) {
            m_network.closeByDevice(m_connection);
            lose();
        }
    });
}

void SimAsker::arrived(const std::string& bytes)
{
    const auto envelope = wire::decodeServer(bytes);
    if (!envelope || !m_asked || envelope->request != *m_asked) {
        return;
    }
    m_asked.reset();
    const auto* error = std::get_if<protocol::Error>(&envelope->frame);
    if (error != nullptr && !m_isWelcome) { // the account may not be there yet
        if (!protocol::isTransient(error->code)) {
            throw Violation(m_name + " cannot sign in: " + error->detail);
        }
        heed(*error);
        m_network.closeByDevice(m_connection);
        return lose();
    }
    if (std::holds_alternative<protocol::Welcome>(envelope->frame)) {
        m_isWelcome = true;
    } else if (m_isWelcome) {
        take(envelope->frame);
    }
    step();
}

void SimAsker::heed(const protocol::Error& error)
{
    if (protocol::isTransient(error.code)) {
        m_notBefore = m_scheduler.now() + std::max(error.retryAfter, Milliseconds(20));
    }
}

} // namespace tidemark::sim
