#pragma once

#include "core/domain/protocol.h"
#include "tests/programs/load/people/connection.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace tidemark::load {

/// The way in which a device signs in.
struct SignInAs {
    std::string name;
    bool silent = false;   ///< it gets neither pushes nor states
    bool keepsHeld = true; ///< remembers what its states hold, for the digest of its heartbeats
    std::uint64_t device = 1;
};

/// One connection with one signed-in account. It can be cut, and comes back when the test says so.
class Device final : private Connection::Owner {
public:
    /// If an answer has several frames, this is called for each.
    using Answer = std::function<void(const protocol::ServerFrame&)>;
    using Push = std::function<void(Device&, const protocol::ServerFrame&)>;

    Device(Loop& loop, const Place& place, SignInAs who);
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    /// Connects and says Hello. `whenSignedIn` is called once, after all states.
    void start(std::function<void()> whenSignedIn = {});
    /// Only connects, for requests that need no session.
    void startWithout(std::function<void()> whenOpen);
    void ask(protocol::ClientFrame frame, Answer answer);
    [[nodiscard]] RequestId nextRequest() { return RequestId(++m_lastRequest); }
    void expect(RequestId request, Answer answer) { m_waiting.emplace(request, std::move(answer)); }
    void heartbeat(Answer answer);
    /// Ends the connection without notifying the server, and forgets unanswered requests.
    void cut();
    void setReading(bool reads) { m_connection->setReading(reads); }

    void onPush(Push push) { m_push = std::move(push); }
    /// Called when the server has ended the connection. Without it this is a failure.
    void onEnded(std::function<void(Device&)> ended) { m_ended = std::move(ended); }
    /// Called when the server refuses the sign-in for now; the connection stays. Without it this is a
    /// failure.
    void onRefused(std::function<void(const protocol::Error&)> refused) { m_refused = std::move(refused); }

    [[nodiscard]] bool isSignedIn() const { return m_isSignedIn; }
    [[nodiscard]] const std::string& name() const { return m_who.name; }
    /// The number of unread messages by the states that it got at sign-in.
    [[nodiscard]] std::uint64_t unread() const { return m_unread; }
    [[nodiscard]] std::size_t stateCount() const { return m_stateCount; }

private:
    void opened() override;
    void received(std::string_view payload) override;
    void ended() override;
    void connect();
    void takeWelcome(const protocol::ServerFrame& frame);
    void takeStates(const protocol::States& states);
    void takePush(const protocol::ServerFrame& frame);
    void hold(const HeldState& state);
    [[nodiscard]] bool isLast(const protocol::ServerFrame& frame) const;

    Loop& m_loop;
    const Place& m_place;
    SignInAs m_who;
    std::unique_ptr<Connection> m_connection;
    std::function<void()> m_whenSignedIn;
    std::function<void()> m_whenOpen;
    bool m_isSignedIn = false;
    std::uint64_t m_lastRequest = 0;
    std::unordered_map<RequestId, Answer> m_waiting;
    Push m_push;
    std::function<void(Device&)> m_ended;
    std::function<void(const protocol::Error&)> m_refused;
    std::uint64_t m_unread = 0;
    std::size_t m_stateCount = 0;
    std::vector<HeldState> m_held;
};

using Devices = std::vector<std::unique_ptr<Device>>;

/// Each device's token is made of its user's name.
[[nodiscard]] std::string tokenOf(const std::string& name, std::uint64_t device);
/// Signs all devices in, some at a time. Fails if none succeeds within a minute.
void signInAll(Loop& loop, const Devices& devices, std::size_t atOnce);

} // namespace tidemark::load
