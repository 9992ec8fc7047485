#pragma once

#include "app/lab/world/scheduler.h"
#include "app/lab/world/sim_network.h"
#include "core/domain/protocol.h"
#include "server-stub/hub/contract/hub_values.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tidemark::sim {

/// A client with an account of its own and without an engine. It makes one request after the other. When an
/// answer does not come, or the connection is lost, it connects and goes on.
class SimAsker {
public:
    SimAsker(Scheduler& scheduler, SimNetwork& network, std::string name, DeviceId device);
    virtual ~SimAsker() = default;
    SimAsker(const SimAsker&) = delete;
    SimAsker& operator=(const SimAsker&) = delete;

protected:
    /// Connects if there is no connection, and makes the next request if none waits for its answer.
    void goOn();
    /// Ends the connection.
    void hangUp();
    [[nodiscard]] bool isWaiting() const { return m_asked.has_value(); }
    /// If the server has refused something for a while, makes no request until then.
    void heed(const protocol::Error& error);
    [[nodiscard]] Instant now() const { return m_scheduler.now(); }
    [[nodiscard]] MessageUuid newUuid();

    /// The next request of the signed-in user; empty if there is none.
    [[nodiscard]] virtual std::optional<protocol::ClientFrame> nextRequest() = 0;
    /// The answer to that request.
    virtual void take(const protocol::ServerFrame& answer) = 0;
    /// The connection is lost. A request without an answer may have been done or not.
    virtual void wasLost() = 0;

private:
    void connect();
    void greet();
    void lose();
    void step();
    void ask(protocol::ClientFrame frame);
    void arrived(const std::string& bytes);
    [[nodiscard]] std::string token() const;

    Scheduler& m_scheduler;
    SimNetwork& m_network;
    std::string m_name;
    DeviceId m_device;
    server::ConnectionId m_connection;
    bool m_isOpen = false;
    bool m_isWelcome = false;
    std::uint64_t m_requests = 0;
    std::uint64_t m_uuids = 0;
    std::optional<RequestId> m_asked; ///< the request without an answer
    Instant m_notBefore{};
};

} // namespace tidemark::sim
