#pragma once

#include "tests/cluster/nodes.h"
#include "tests/programs/load/people/device.h"

#include <cstdint>
#include <functional>
#include <map>

namespace tidemark::cluster {

/// A device of a user. It moves to another server when its own ends or does not answer, and repeats
/// requests that were not answered or temporarily refused, as the client does.
class RoamingDevice {
public:
    using Answer = std::function<void(const protocol::ServerFrame&)>;

    /// The device begins at the server `node`. All arguments must outlive it.
    RoamingDevice(load::Loop& loop, const Places& places, std::size_t user, std::uint64_t device,
                  std::size_t node);

    /// Must be called often, with the time in seconds.
    void turn(double now);
    /// Repeats the request until it is answered. Every refusal except "unavailable, try again later" fails.
    void ask(protocol::ClientFrame frame, Answer answer);
    /// Cuts the connection and signs in at this server.
    void moveTo(std::size_t node);

    [[nodiscard]] std::size_t user() const { return m_user; }
    [[nodiscard]] bool isThere() const { return !m_isLost && m_device.isSignedIn(); }
    [[nodiscard]] std::size_t unanswered() const { return m_requests.size(); }
    /// The number of answers "try again later".
    [[nodiscard]] std::uint64_t refusals() const { return m_refusals; }
    /// The number of unread messages by the states that it got at sign-in.
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
    /// The time of the next try.
    [[nodiscard]] double refused(const protocol::Error& error);

    const Places& m_places;
    std::size_t m_user;
    std::size_t m_node;
    load::Place m_place;
    load::Device m_device;
    std::map<std::uint64_t, PendingRequest> m_requests; ///< in the order of their creation
    std::uint64_t m_lastRequest = 0;
    std::uint64_t m_refusals = 0;
    bool m_isLost = true;
    double m_now = 0;
    double m_comeBackAt = 0;
    double m_lastReceived = 0;
};

} // namespace tidemark::cluster
