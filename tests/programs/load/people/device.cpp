#include "tests/programs/load/people/device.h"

#include "core/wire/codec.h"
#include "tests/programs/load/base/failure.h"

#include <algorithm>
#include <utility>

namespace tidemark::load {

std::string tokenOf(const std::string& name, std::uint64_t device)
{
    constexpr std::size_t tokenBytes = 32;
    std::string token = name + '/' + std::to_string(device);
    token.resize(tokenBytes, '.');
    return token;
}

Device::Device(Loop& loop, const Place& place, SignInAs who)
    : m_loop(loop), m_place(place), m_who(std::move(who))
{
}

void Device::start(std::function<void()> whenSignedIn)
{
    m_whenSignedIn = std::move(whenSignedIn);
    m_whenOpen = [this] {
        protocol::Hello hello;
        hello.token = tokenOf(m_who.name, m_who.device);
        hello.device = DeviceId(m_who.device);
        hello.deviceName = "load";
        hello.clientName = "tidemark-load";
        hello.silent = m_who.silent;
        ask(std::move(hello), [this](const protocol::ServerFrame& frame) { takeWelcome(frame); });
    };
    connect();
}

void Device::startWithout(std::function<void()> whenOpen)
{
    m_whenOpen = std::move(whenOpen);
    connect();
}

void Device::connect()
{
    m_isSignedIn = false;
    m_waiting.clear();
    m_held.clear();
    m_unread = 0;
    m_stateCount = 0;
    Owner& owner = *this;
    m_connection = std::make_unique<Connection>(m_loop, m_place, owner);
}

void Device::cut()
{
    m_isSignedIn = false;
    m_waiting.clear();
    if (m_connection) {
        m_connection->cut();
    }
}

void Device::opened()
{
    std::exchange(m_whenOpen, {})();
}

void Device::ended()
{
    m_isSignedIn = false;
    m_waiting.clear();
    check(static_cast<bool>(m_ended), [&] { return "the server has ended the connection of " + m_who.name; });
    m_ended(*this);
}

void Device::ask(protocol::ClientFrame frame, Answer answer)
{
    const RequestId request = nextRequest();
    expect(request, std::move(answer));
    m_connection->send(wire::encode(protocol::ClientEnvelope{request, 0, std::move(frame)}));
}

void Device::heartbeat(Answer answer)
{
    ask(protocol::Heartbeat{digestOf(m_held)}, std::move(answer));
}

bool Device::isLast(const protocol::ServerFrame& frame) const
{
    if (std::holds_alternative<protocol::Welcome>(frame)) {
        return m_who.silent;
    }
    const auto* states = std::get_if<protocol::States>(&frame);
    return states == nullptr || states->remaining == 0;
}

void Device::received(std::string_view payload)
{
    const auto envelope = wire::decodeServer(payload);
    require(envelope.has_value(), "decoding a frame from the server");
    if (!envelope->request.isValid()) {
        return takePush(envelope->frame);
    }
    const auto waiting = m_waiting.find(envelope->request);
    require(waiting != m_waiting.end(), "the server answers a request that was not made");
    if (isLast(envelope->frame)) {
        const Answer answer = std::move(waiting->second);
        m_waiting.erase(waiting);
        answer(envelope->frame);
    } else {
        waiting->second(envelope->frame);
    }
}

void Device::takeWelcome(const protocol::ServerFrame& frame)
{
    if (const auto* states = std::get_if<protocol::States>(&frame)) {
        takeStates(*states);
    } else if (const auto* error = std::get_if<protocol::Error>(&frame); error != nullptr && m_refused) {
        return m_refused(*error);
    } else {
        check(std::holds_alternative<protocol::Welcome>(frame),
              [&] { return m_who.name + " may not sign in"; });
    }
    if (isLast(frame)) {
        m_isSignedIn = true;
        if (m_whenSignedIn) {
            std::exchange(m_whenSignedIn, {})();
        }
    }
}

void Device::takeStates(const protocol::States& states)
{
    for (const ConversationState& state : states.states) {
        if (state.isMember) {
            m_unread += state.counts.unread;
            ++m_stateCount;
        }
        if (m_who.keepsHeld) {
            hold(heldOf(state));
        }
    }
}

void Device::hold(const HeldState& state)
{
    const auto same = [&](const HeldState& one) { return one.id == state.id; };
    const auto found = std::find_if(m_held.begin(), m_held.end(), same);
    if (found == m_held.end()) {
        m_held.push_back(state);
    } else {
        *found = state;
    }
}

void Device::takePush(const protocol::ServerFrame& frame)
{
    require(!std::holds_alternative<protocol::Error>(frame), "the server says that something is wrong");
    if (const auto* notify = std::get_if<protocol::Notify>(&frame); notify != nullptr && m_who.keepsHeld) {
        for (const protocol::Head& head : notify->heads) {
            for (HeldState& one : m_held) {
                if (one.id == head.conversation) {
                    one.head = std::max(one.head, head.head);
                }
            }
        }
    }
    if (m_push) {
        m_push(*this, frame);
    }
}

void signInAll(Loop& loop, const Devices& devices, std::size_t atOnce)
{
    std::size_t next = 0;
    std::size_t done = 0;
    std::function<void()> startNext = [&] {
        if (next < devices.size()) {
            devices[next++]->start([&] {
                ++done;
                startNext();
            });
        }
    };
    for (std::size_t i = 0; i < atOnce; ++i) {
        startNext();
    }
    loop.runUntil([&] { return done == devices.size(); }, "all devices to be signed in");
}

} // namespace tidemark::load
