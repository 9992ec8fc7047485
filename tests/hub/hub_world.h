#pragma once

#include "server-stub/hub/contract/memory_store.h"
#include "server-stub/hub/hub.h"
#include "tests/support/plain_secrets.h"

#include <doctest/doctest.h>

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace tidemark::server {

/// A hub on a store in memory, and everything that it says, by session.
class HubWorld {
public:
    explicit HubWorld(HubConfig config = openConfig());
    /// Another hub on the store of `other`, which is shared from now on; `number`, from 1, keeps names apart.
    HubWorld(HubWorld& other, std::uint64_t number);

    /// Registration open; otherwise as in use.
    [[nodiscard]] static HubConfig openConfig();

    /// Adds an input to the next turn.
    void queue(Input input) { m_inputs.push_back(std::move(input)); }
    /// Runs everything that was queued as one step.
    void turn();
    /// Lets time pass; the hub is woken only if it asked for it by then.
    void pass(Milliseconds time);
    /// The clock on the wall jumps; no time passes.
    void jump(Milliseconds distance) { m_wall.value += distance.count(); }
    void reconfigure(const HubConfig& changed) { m_hub->reconfigure(changed); }
    /// A crash: the hub is gone, the store stays.
    void restart();

    [[nodiscard]] ConnectionId connect();
    [[nodiscard]] MessageUuid freshUuid();
    [[nodiscard]] RequestId freshRequest() { return RequestId(++m_lastRequest); }

    struct Seen {
        RequestId request;
        protocol::ServerFrame frame;
    };
    /// What a session was sent and has not yet taken.
    std::map<Target, std::deque<Seen>> inbox;
    std::set<ConnectionId> closed;
    std::deque<HashPassword> hashJobs;
    std::deque<VerifyPassword> verifyJobs;
    /// Of the last turn.
    std::vector<OperatorAnswer> operatorAnswers;
    [[nodiscard]] HubStats stats() const { return m_hub->stats(); }
    std::optional<Instant> wakeUp;
    /// For the other hubs on the store; since they were taken last.
    std::vector<Hint> hints;
    MemoryStore& store;
    HubConfig config;

private:
    HubWorld(HubConfig config, std::shared_ptr<MemoryStore> store);
    void deliver(const Effects& effects);

    std::shared_ptr<MemoryStore> m_store;
    PlainSecrets m_secrets;
    std::unique_ptr<Hub> m_hub;
    std::vector<Input> m_inputs;
    Instant m_now{Milliseconds(1000)};
    UnixMs m_wall{1000000};
    std::uint64_t m_connections = 0;
    std::uint64_t m_lastRequest = 0;
    std::uint64_t m_lastUuid = 0;
};

/// One session of one account, as a test writes it down.
class Client {
public:
    Client(HubWorld& world, std::string name, ConnectionId connection, std::uint32_t session = 0);
    /// On a connection of its own.
    Client(HubWorld& world, std::string name);

    /// Puts a frame into the next turn.
    RequestId post(protocol::ClientFrame frame);
    /// A turn with this one frame; its answers, in order.
    std::vector<protocol::ServerFrame> ask(protocol::ClientFrame frame);
    /// The same, where the only answer has to be a T.
    template <typename T>
    T ask(protocol::ClientFrame frame)
    {
        return only<T>(ask(std::move(frame)));
    }
    protocol::ErrorCode refused(protocol::ClientFrame frame)
    {
        return ask<protocol::Error>(std::move(frame)).code;
    }
    /// The only state of a States answer.
    ConversationState askState(protocol::ClientFrame frame);

    /// Takes the answers to a request that has had its turn.
    std::vector<protocol::ServerFrame> answersTo(RequestId request);
    template <typename T>
    T answerTo(RequestId request)
    {
        return only<T>(answersTo(request));
    }
    /// Takes all pushes so far; heads as Notify.
    std::vector<protocol::ServerFrame> pushes();
    /// Takes the pushes and returns the Ts among them.
    template <typename T>
    std::vector<T> pushed()
    {
        std::vector<T> found;
        for (const protocol::ServerFrame& frame : pushes()) {
            if (const T* one = std::get_if<T>(&frame)) {
                found.push_back(*one);
            }
        }
        return found;
    }

    /// Registers without a password; the token is derived from the name and the device.
    Client& signUp();
    /// Hello. Answers go; returns all states.
    std::vector<ConversationState> hello(std::vector<HeldState> held = {}, bool silent = false);
    /// signUp() and hello().
    Client& enter();

    protocol::SendAck send(ConversationId conversation, const std::string& text);
    [[nodiscard]] protocol::Send message(ConversationId conversation, const std::string& text);
    protocol::SendAck recall(ConversationId conversation, Seq target);
    ConversationId createGroup(const std::string& title, std::vector<std::string> members = {});
    ConversationState state(ConversationId conversation);
    ConversationState read(ConversationId conversation, std::uint64_t seq);
    std::vector<Entry> pullAll(ConversationId conversation);

    [[nodiscard]] protocol::Hello helloFrame() const;
    [[nodiscard]] protocol::Register registerFrame(const std::string& password = {}) const;

    HubWorld& world;
    std::string name;
    Target target;
    DeviceId device;
    std::string token;
    UserId user;

private:
    template <typename T>
    static T only(const std::vector<protocol::ServerFrame>& frames)
    {
        REQUIRE(frames.size() == 1);
        INFO("frame kind ", frames.front().index());
        REQUIRE(std::holds_alternative<T>(frames.front()));
        return std::get<T>(frames.front());
    }
};

} // namespace tidemark::server

namespace tidemark {

// What doctest prints when a comparison fails.
template <typename Tag, typename Rep>
doctest::String toString(const StrongId<Tag, Rep>& id)
{
    return doctest::toString(id.value);
}
doctest::String toString(const ReadCounts& counts);
doctest::String toString(const Cursor& cursor);

} // namespace tidemark

namespace tidemark::protocol {

doctest::String toString(ErrorCode code);

} // namespace tidemark::protocol
