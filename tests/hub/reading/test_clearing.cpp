#include "tests/hub/hub_world.h"

#include <string>

namespace tidemark::server::clearing_test {

using protocol::ClearHistory;
using protocol::ErrorCode;

namespace {

/// Ada has sent five messages (seq 2..6). Bob, on two devices, has read none of them.
struct Clearing {
    HubWorld world;
    Client ada{world, "ada"};
    Client bob{world, "bob"};
    Client phone{world, "bob"};
    ConversationId group;
    LogEpoch epoch;

    Clearing()
    {
        ada.enter();
        bob.enter();
        phone.token = bob.token;
        phone.hello();
        group = ada.createGroup("group", {"bob"});
        for (int i = 0; i < 5; ++i) {
            ada.send(group, "message");
        }
        epoch = bob.state(group).logEpoch;
        phone.pushes();
    }
    ConversationState clear(std::uint64_t through)
    {
        return bob.askState(ClearHistory{group, epoch, bob.state(group).generation, Seq(through)});
    }
};

} // namespace

TEST_CASE_FIXTURE(Clearing,
                  "I5: a cleared history counts no more, on all devices of the user, and only there")
{
    const ConversationState state = clear(4);
    CHECK(state.clearedThrough == Seq(4));
    CHECK(state.trimmedThrough == Seq(4));
    CHECK(state.floor == Seq(4));
    CHECK(state.floorMoved.cause == CursorCause::Cleared);
    CHECK(state.floorMoved.device == bob.device);
    CHECK_MESSAGE((state.cursor == Cursor{0, Seq(1)}), "clearing is not reading");
    CHECK(state.counts.unread == 2);
    CHECK(state.firstUnread == Seq(5));
    const auto pushed = phone.pushed<protocol::States>();
    REQUIRE(pushed.size() == 1);
    CHECK(pushed.front().states.front() == state);
    const std::vector<Entry> left = bob.pullAll(group);
    REQUIRE(left.size() == 2);
    CHECK(left.front().seq == Seq(5));
    CHECK_MESSAGE(ada.pullAll(group).size() == 6, "the log of the others stays");
    CHECK_MESSAGE(ada.state(group).seenByOthers == Seq(), "clearing is no read receipt");
}

TEST_CASE_FIXTURE(Clearing, "it only rises, and never beyond the head")
{
    const ConversationState cleared = clear(4);
    CHECK(clear(3) == cleared);
    CHECK(clear(~std::uint64_t{0}).clearedThrough == Seq(6));
    CHECK(bob.refused(ClearHistory{group, LogEpoch(epoch.value + 1), Generation(1), Seq(2)})
          == ErrorCode::LogEpochChanged);
    CHECK(bob.refused(ClearHistory{group, epoch, Generation(2), Seq(2)}) == ErrorCode::OldGeneration);
    CHECK(bob.refused(ClearHistory{ConversationId(99), epoch, Generation(1), Seq(2)})
          == ErrorCode::NoSuchConversation);
}

TEST_CASE_FIXTURE(Clearing, "cleared messages can be neither answered, nor reacted to")
{
    const Seq own = bob.send(group, "mine").seq;
    clear(own.value);
    protocol::Send answer = bob.message(group, "an answer");
    std::get<content::Message>(answer.content).replyTo = own;
    CHECK(bob.refused(answer) == ErrorCode::NoSuchEntry);
    CHECK(bob.refused(protocol::React{group, epoch, Seq(3), "\U0001F44D", true, world.freshUuid()})
          == ErrorCode::NoSuchEntry);
    CHECK_MESSAGE(bob.recall(group, own).seq > own, "an own message can still be recalled");
}

TEST_CASE_FIXTURE(Clearing, "a user who has left clears what was there at leaving, and it stays cleared")
{
    ConversationState left = bob.askState(protocol::Leave{group});
    ada.send(group, "later");
    left = bob.askState(ClearHistory{group, epoch, left.generation, Seq(100)});
    CHECK(left.clearedThrough == left.head);
    CHECK_FALSE(left.isMember);
    const ConversationState back = bob.askState(protocol::Join{group});
    CHECK(back.clearedThrough == left.head);
    CHECK(back.trimmedThrough >= left.head);
}

} // namespace tidemark::server::clearing_test
