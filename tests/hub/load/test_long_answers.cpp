#include "tests/hub/hub_world.h"

#include <algorithm>
#include <iterator>

namespace tidemark::server::long_answers_test {

namespace {

/// Ada has seven groups, and a hub that puts three states into one step.
struct Fixture {
    static HubConfig config()
    {
        HubConfig config = HubWorld::openConfig();
        config.statesPerStep = 3;
        return config;
    }

    Fixture() : world(config()), ada(world, "ada"), bob(world, "bob")
    {
        ada.enter();
        bob.enter();
        for (int i = 0; i < 7; ++i) {
            groups.push_back(ada.createGroup("group " + std::to_string(i), {"bob"}));
        }
    }

    /// The answer so far.
    std::vector<ConversationState> take(RequestId request)
    {
        std::vector<ConversationState> states;
        for (const protocol::ServerFrame& frame : ada.answersTo(request)) {
            if (const auto* some = std::get_if<protocol::States>(&frame)) {
                states.insert(states.end(), some->states.begin(), some->states.end());
                remaining = some->remaining;
            }
        }
        return states;
    }

    void goOn()
    {
        world.queue(AnswerGoesOn{ada.target.connection});
        world.turn();
    }

    /// Asks, and returns the request after its first step.
    RequestId begin(protocol::ClientFrame frame)
    {
        const RequestId request = ada.post(std::move(frame));
        world.turn();
        return request;
    }

    HubWorld world;
    Client ada;
    Client bob;
    std::vector<ConversationId> groups;
    std::uint32_t remaining = 0;
};

using Connections = std::vector<ConnectionId>;

} // namespace

TEST_CASE_FIXTURE(Fixture, "an answer with many states takes several steps")
{
    for (const protocol::ClientFrame& frame :
         {protocol::ClientFrame(ada.helloFrame()), protocol::ClientFrame(protocol::Sync{}),
          protocol::ClientFrame(protocol::GetStates{groups})}) {
        const RequestId request = begin(frame);
        std::set<ConversationId> told;
        for (const std::size_t left : {4, 1, 0}) {
            for (const ConversationState& state : take(request)) {
                CHECK_MESSAGE(told.insert(state.id).second, "each state is sent once");
            }
            CHECK(remaining == left);
            CHECK(told.size() == groups.size() - left);
            CHECK(world.unfinished == (left > 0 ? Connections{ada.target.connection} : Connections{}));
            goOn();
        }
        CHECK_MESSAGE(take(request).empty(), "a finished answer does not go on");
    }
}

TEST_CASE_FIXTURE(Fixture, "the next request on the connection is answered after the whole answer")
{
    const RequestId sync = begin(protocol::Sync{});
    const RequestId dots = begin(protocol::GetDots{});
    CHECK(take(sync).size() == groups.size());
    CHECK(remaining == 0);
    CHECK(ada.answersTo(dots).size() == 1);
    const std::deque<HubWorld::Seen>& all = world.inbox[ada.target];
    CHECK(all.empty());
    CHECK(world.unfinished.empty());
}

TEST_CASE_FIXTURE(Fixture, "a change during an answer is in the states that are sent after it")
{
    const RequestId sync = begin(protocol::Sync{});
    std::set<ConversationId> told;
    for (const ConversationState& state : take(sync)) {
        told.insert(state.id);
    }
    std::vector<ConversationId> later;
    std::copy_if(groups.begin(), groups.end(), std::back_inserter(later),
                 [&](ConversationId id) { return !told.contains(id); });
    REQUIRE(later.size() == 4);
    Client phone(world, "ada");
    phone.token = ada.token;
    phone.device = ada.device;
    phone.hello();
    bob.send(later[0], "one more");
    protocol::SetSettings mute{later[1], Generation(1), {}};
    mute.settings.muted = true;
    static_cast<void>(phone.askState(mute));
    static_cast<void>(bob.ask(protocol::Leave{later[2]}));
    world.queue(AnswerGoesOn{ada.target.connection});
    world.turn();
    goOn();
    for (const ConversationState& state : take(sync)) {
        CHECK(state.counts.unread == (state.id == later[0] ? 1 : 0));
        CHECK(state.settings.muted == (state.id == later[1]));
    }
    CHECK(remaining == 0);
}

TEST_CASE_FIXTURE(Fixture, "an answer ends with its connection")
{
    static_cast<void>(begin(protocol::Sync{}));
    world.queue(Closed{ada.target.connection});
    world.turn();
    world.inbox.clear();
    goOn();
    CHECK(world.inbox[ada.target].empty());
    CHECK(world.unfinished.empty());
}

TEST_CASE_FIXTURE(Fixture, "a failed commit ends the answers that went on in its step")
{
    const RequestId sync = begin(protocol::Sync{});
    static_cast<void>(take(sync));
    world.store.failNextCommit();
    bob.post(bob.message(groups[0], "lost"));
    goOn();
    const std::vector<protocol::ServerFrame> answers = ada.answersTo(sync);
    REQUIRE(answers.size() == 1);
    REQUIRE(std::holds_alternative<protocol::Error>(answers[0]));
    CHECK(std::get<protocol::Error>(answers[0]).code == protocol::ErrorCode::Unavailable);
    CHECK(world.unfinished.empty());
    goOn();
    CHECK(ada.answersTo(sync).empty());
}

TEST_CASE_FIXTURE(Fixture, "a state that a failed step did not change is sent unchanged")
{
    const RequestId sync = begin(protocol::Sync{});
    std::vector<ConversationState> states = take(sync);
    Client phone(world, "ada");
    phone.token = ada.token;
    phone.device = ada.device;
    phone.hello();
    world.store.failNextCommit();
    for (const ConversationId group : groups) {
        protocol::SetSettings mute{group, Generation(1), {}};
        mute.settings.muted = true;
        phone.post(mute);
    }
    world.turn();
    goOn();
    goOn();
    for (const ConversationState& state : take(sync)) {
        CHECK_FALSE(state.settings.muted);
    }
    CHECK(remaining == 0);
}

} // namespace tidemark::server::long_answers_test
