#pragma once

#include "tests/cluster/nodes.h"
#include "tests/programs/load/device.h"

#include <cstdint>
#include <functional>
#include <map>

namespace tidemark::cluster {

/// A device of a user that goes to another server when its own ends or does not answer, and asks again what
/// was not answered or refused for now, as the client does.
class RoamingDevice {
public:
    using Answer = std::function<void(const protocol::ServerFrame&)>;

    /// It begins at the server `node`. All that is given must live longer.
    RoamingDevice(load::Loop& loop, const Places& places, std::size_t user, std::uint64_t device,
                  std::size_t node);

    /// To be called often, with the time in seconds.
    void turn(double now);
    /// Asks until it is answered. Another refusal than "unavailable, try again later" fails.
    void ask(protocol::ClientFrame frame, Answer answer);
    /// Cuts the connection and signs in at that server.
    void moveTo(std::size_t node);

    [[nodiscard]] std::size_t user() const { return m_user; }
    [[nodiscard]] bool isThere() const { return !m_isLost && m_device.isSignedIn(); }
    [[nodiscard]] std::size_t unanswered() const { return m_requests.size(); }
    /// How often it was told to try again later.
    [[nodiscard]] std::uint64_t refusals() const { return m_refusals; }
    /// What is unread by the states that it was told when it signed in.
    [[nodiscard]] std::uint64_t unread() const { return m_device.unread(); }

private:
    struct PendingRequest {
        protocol::ClientFrame frame;
        Answer answer;
        bool isAsked = false;
        double askAt = 0;
    };

    void start();
    void lose();
    void send(std::uint64_t number, PendingRequest& request);
    void answered(std::uint64_t number, const protocol::ServerFrame& frame);
    /// When to try again.
    [[nodiscard]] double refused(const protocol::Error& error);

    const Places& m_places;
    std::size_t m_user;
    std::size_t m_node;
    load::Place m_place;
    load::Device m_device;
    std::map<std::uint64_t, PendingRequest> m_requests; ///< in the order in which they came up
    std::uint64_t m_lastRequest = 0;
    std::uint64_t m_refusals = 0;
    bool m_isLost = true;
    double m_now = 0;
    double m_comeBackAt = 0;
    double m_lastReceived = 0;
};

} // namespace tidemark::cluster
