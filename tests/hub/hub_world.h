#pragma once

#include "server-stub/hub/hub.h"
#include "server-stub/hub/memory/memory_blob_store.h"
#include "server-stub/hub/memory/memory_store.h"
#include "tests/support/fake_hash.h"
#include "tests/support/plain_secrets.h"

#include <doctest/doctest.h>

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace tidemark::server {

/// A hub on a store in memory. Collects all frames of the hub by session.
class HubWorld {
public:
    explicit HubWorld(HubConfig config = openConfig());
    /// Another hub on the store of `other`, which both share from now on. `number`, from 1, keeps names
    /// apart.
    HubWorld(HubWorld& other, std::uint64_t number);

    /// Registration is open; everything else has its usual value.
    [[nodiscard]] static HubConfig openConfig();

    /// Adds an input to the next turn.
    void queue(Input input) { m_inputs.push_back(std::move(input)); }
    /// Runs everything that was queued as one step.
    void turn();
    /// Time passes. The hub gets a turn only if it asked for one by then.
    void pass(Milliseconds time);
    /// The wall clock jumps, and no time passes.
    void jump(Milliseconds distance) { m_wall.value += distance.count(); }
    [[nodiscard]] UnixMs wall() const { return m_wall; }
    void reconfigure(const HubConfig& changed) { m_hub->reconfigure(changed); }
    /// Does all waiting jobs for files and hands their results to the hub, until no job waits.
    void workOnBlobs();
    /// A crash: the hub is gone and the stores stay. Jobs that nobody has done are lost.
    void restart();

    [[nodiscard]] ConnectionId connect();
    [[nodiscard]] MessageUuid freshUuid();
    [[nodiscard]] RequestId freshRequest() { return RequestId(++m_lastRequest); }

    struct Seen {
        RequestId request;
        protocol::ServerFrame frame;
    };
    /// Frames that a session has received and the test has not taken yet.
    std::map<Target, std::deque<Seen>> inbox;
    std::set<ConnectionId> closed;
    std::deque<HashPassword> hashJobs;
    std::deque<VerifyPassword> verifyJobs;
    std::deque<BlobJob> blobJobs;
    /// The answers of the last turn.
    std::vector<OperatorAnswer> operatorAnswers;
    std::vector<std::string> violations;
    std::vector<ConnectionId> unfinished;
    [[nodiscard]] HubStats stats() const { return m_hub->stats(); }
    std::optional<Instant> wakeUp;
    /// Hints for the other hubs on the store since the test last took them.
    std::vector<Hint> hints;
    MemoryStore& store;
    MemoryBlobStore files{test::fakeHash};
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

/// One session of one account.
class Client {
public:
    Client(HubWorld& world, std::string name, ConnectionId connection, std::uint32_t session = 0);
    /// The client gets a connection of its own.
    Client(HubWorld& world, std::string name);

    /// Puts a frame into the next turn.
    RequestId post(protocol::ClientFrame frame);
    /// Like ask(), and does the jobs for files.
    std::vector<protocol::ServerFrame> askFiles(protocol::ClientFrame frame);
    template <typename T>
    T askFiles(protocol::ClientFrame frame)
    {
        return only<T>(askFiles(std::move(frame)));
    }
    /// Runs a turn with this frame alone, and returns the answers in order.
    std::vector<protocol::ServerFrame> ask(protocol::ClientFrame frame);
    /// Does the same, and requires that the only answer is a T.
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
    /// Takes all pushes so far. Heads come as Notify.
    std::vector<protocol::ServerFrame> pushes();
    /// Takes all pushes and returns those of type T.
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
    /// Sends Hello, takes the answers and returns all states.
    std::vector<ConversationState> hello(std::vector<HeldState> held = {}, bool silent = false);
    /// signUp() and hello().
    Client& enter();

    protocol::SendAck send(ConversationId conversation, const std::string& text);
    [[nodiscard]] protocol::Send message(ConversationId conversation, const std::string& text);
    /// Uploads the file and returns its description.
    Attachment upload(const std::string& bytes, const std::string& fileName = "file.txt");
    /// Asks for the first bytes of a file and returns the answer.
    protocol::ServerFrame fetch(ConversationId conversation, Seq seq, std::uint32_t index = 0);
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

// doctest prints this when a comparison fails.
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
