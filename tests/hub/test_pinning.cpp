#include "core/domain/request_caps.h"
#include "server-stub/hub/contract/audit.h"
#include "tests/hub/hub_world.h"

namespace tidemark::server::pinning_test {

using protocol::ErrorCode;
using Seqs = std::vector<Seq>;

namespace {

struct Pinning {
    HubWorld world;
    Client ada{world, "ada"};
    Client bob{world, "bob"};
    Client eve{world, "eve"};
    ConversationId group;

    Pinning()
    {
        ada.enter();
        bob.enter();
        eve.enter();
        group = ada.createGroup("group", {"bob"});
    }

    [[nodiscard]] protocol::Send pin(Seq target, NoticeKind kind = NoticeKind::Pinned)
    {
        return {group, world.freshUuid(), {}, content::Notice{.kind = kind, .target = target}};
    }
    [[nodiscard]] protocol::Send unpin(Seq target) { return pin(target, NoticeKind::Unpinned); }
};

} // namespace

TEST_CASE_FIXTURE(Pinning, "I4: a pin is a notice of the log that raises no number and moves no cursor")
{
    const Seq said = ada.send(group, "the plan").seq;
    bob.read(group, said.value);
    const ConversationState before = bob.state(group);
    const ConversationState adas = ada.state(group);

    const Seq seq = ada.ask<protocol::SendAck>(pin(said)).seq;
    const Entry notice = bob.pullAll(group).back();
    CHECK(notice.seq == seq);
    CHECK(notice.author == ada.user);
    CHECK(notice.content == EntryContent(content::Notice{.kind = NoticeKind::Pinned, .target = said}));
    ConversationState expected = before;
    expected.head = seq;
    expected.lastActivity = notice.at;
    expected.pinned = {said};
    CHECK(bob.state(group) == expected);
    CHECK_MESSAGE(ada.state(group).cursor == adas.cursor, "pinning is not reading (I15)");

    bob.ask<protocol::SendAck>(unpin(said));
    CHECK(ada.state(group).pinned.empty());
    CHECK(ada.state(group).counts == adas.counts);
    CHECK(bob.state(group).counts == before.counts);
    CHECK(bob.state(group).cursor == before.cursor);
}

TEST_CASE_FIXTURE(Pinning, "I2: a repeated pin is the same entry, also after the message was unpinned")
{
    const Seq said = ada.send(group, "the plan").seq;
    const protocol::Send request = pin(said);
    const Seq first = ada.ask<protocol::SendAck>(request).seq;
    ada.ask<protocol::SendAck>(unpin(said));
    const auto again = ada.ask<protocol::SendAck>(request);
    CHECK(again.duplicate);
    CHECK(again.seq == first);
    CHECK(ada.state(group).pinned.empty());
    protocol::Send other = request;
    std::get<content::Notice>(other.content).kind = NoticeKind::Unpinned;
    CHECK(ada.refused(other) == ErrorCode::UuidConflict);
    world.restart();
    ada.target.connection = world.connect();
    ada.hello();
    CHECK(ada.ask<protocol::SendAck>(request).seq == first);
}

TEST_CASE_FIXTURE(Pinning, "a pin that would change nothing, or has no message, is refused")
{
    const Seq said = ada.send(group, "the plan").seq;
    CHECK(bob.refused(unpin(said)) == ErrorCode::NotPinned);
    bob.ask<protocol::SendAck>(pin(said));
    CHECK(ada.refused(pin(said)) == ErrorCode::AlreadyPinned);
    CHECK_MESSAGE(ada.refused(pin(Seq(1))) == ErrorCode::NoSuchEntry, "a notice cannot be pinned");
    CHECK(ada.refused(pin(Seq(99))) == ErrorCode::NoSuchEntry);
    CHECK(ada.refused(pin(Seq())) == ErrorCode::NoSuchEntry);
    CHECK(eve.refused(pin(said)) == ErrorCode::NotMember);
    CHECK(ada.state(group).head == next(said));
}

TEST_CASE_FIXTURE(Pinning, "users send no other notices than pins")
{
    const Seq said = ada.send(group, "the plan").seq;
    CHECK(ada.refused(pin(said, NoticeKind::Renamed)) == ErrorCode::Malformed);
}

TEST_CASE_FIXTURE(Pinning, "a recalled message is not pinned any more and cannot be pinned")
{
    const Seq said = ada.send(group, "the plan").seq;
    ada.ask<protocol::SendAck>(pin(said));
    ada.recall(group, said);
    CHECK(bob.state(group).pinned.empty());
    CHECK(bob.refused(pin(said)) == ErrorCode::AlreadyRecalled);
    CHECK(bob.refused(unpin(said)) == ErrorCode::AlreadyRecalled);
    CHECK(audit(world.store) == std::vector<std::string>());
}

TEST_CASE_FIXTURE(Pinning, "a member who joined later neither sees nor pins a hidden message")
{
    const Seq hidden = ada.send(group, "before eve").seq;
    ada.ask<protocol::SendAck>(pin(hidden));
    ada.askState(protocol::AddMember{group, "eve"});
    const Seq seen = ada.send(group, "for all").seq;
    CHECK(eve.state(group).pinned.empty());
    CHECK(eve.refused(unpin(hidden)) == ErrorCode::NoSuchEntry);
    eve.ask<protocol::SendAck>(pin(seen));
    CHECK(eve.state(group).pinned == Seqs{seen});
    CHECK(ada.state(group).pinned == Seqs{hidden, seen});
}

TEST_CASE_FIXTURE(Pinning, "a user who has cleared the history is not told of what was pinned in it")
{
    const Seq said = ada.send(group, "the plan").seq;
    ada.ask<protocol::SendAck>(pin(said));
    const ConversationState before = bob.state(group);
    bob.askState(protocol::ClearHistory{group, before.logEpoch, before.generation, before.head});
    CHECK(bob.state(group).pinned.empty());
    CHECK(bob.refused(unpin(said)) == ErrorCode::NoSuchEntry);
    CHECK(ada.state(group).pinned == Seqs{said});
}

TEST_CASE_FIXTURE(Pinning, "a former member is not told of pinned messages")
{
    const Seq said = ada.send(group, "the plan").seq;
    ada.ask<protocol::SendAck>(pin(said));
    bob.askState(protocol::Leave{group});
    CHECK(bob.state(group).pinned.empty());
}

TEST_CASE_FIXTURE(Pinning, "the owner of a channel pins, its followers do not; both sides of a chat do")
{
    group = ada.askState(protocol::CreateChannel{world.freshUuid(), "news"}).id;
    bob.askState(protocol::Follow{group});
    const Seq news = ada.send(group, "out now").seq;
    CHECK(bob.refused(pin(news)) == ErrorCode::NotAllowed);
    ada.ask<protocol::SendAck>(pin(news));
    CHECK(bob.state(group).pinned == Seqs{news});

    group = ada.askState(protocol::OpenDirect{"bob"}).id;
    const Seq said = ada.send(group, "hello").seq;
    bob.ask<protocol::SendAck>(pin(said));
    ada.ask<protocol::SendAck>(unpin(said));
}

TEST_CASE_FIXTURE(Pinning, "a conversation has at most 100 pinned messages, and trimmed ones make room")
{
    Seqs said;
    for (std::size_t i = 0; i <= caps::maxPinned; ++i) {
        said.push_back(ada.send(group, "message").seq);
        world.pass(Milliseconds(2000));
    }
    for (std::size_t i = 0; i < caps::maxPinned; ++i) {
        ada.ask<protocol::SendAck>(pin(said[i]));
        world.pass(Milliseconds(2000));
    }
    CHECK(ada.refused(pin(said.back())) == ErrorCode::TooManyPinned);
    CHECK(bob.state(group).pinned.size() == caps::maxPinned);

    world.store.begin();
    world.store.log().trim(group, said.front());
    REQUIRE(world.store.commit());
    world.restart();
    for (Client* one : {&ada, &bob}) {
        one->target.connection = world.connect();
        one->hello();
    }
    CHECK(bob.state(group).pinned == Seqs(said.begin() + 1, said.end() - 1));
    ada.ask<protocol::SendAck>(pin(said.back()));
    CHECK(bob.state(group).pinned == Seqs(said.begin() + 1, said.end()));
    CHECK(audit(world.store) == std::vector<std::string>());
}

} // namespace tidemark::server::pinning_test
