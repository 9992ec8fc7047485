#include "core/domain/request_caps.h"
#include "server-stub/hub/contract/audit.h"
#include "tests/hub/hub_world.h"

namespace tidemark::server::reactions_test {

using protocol::ErrorCode;

namespace {

const std::string thumb = "\U0001F44D";
const std::string heart = "\u2764\uFE0F";
using Counts = std::vector<ReactionCount>;

/// Different emoji, at most 130.
std::vector<std::string> faces(std::size_t count)
{
    std::vector<std::string> emoji;
    for (std::size_t i = 0; i < count; ++i) {
        // 80 faces from U+1F600, then animals from U+1F400.
        const std::size_t code = i < 80 ? 0x600 + i : 0x400 + i - 80;
        emoji.push_back({'\xF0', '\x9F', static_cast<char>(0x80 | (code >> 6U)),
                         static_cast<char>(0x80 | (code & 0x3FU))});
    }
    return emoji;
}

/// Ada, with two devices, and bob in a group; message 2 is ada's, message 3 is bob's.
struct Reacting {
    HubWorld world;
    Client ada{world, "ada"};
    Client phone{world, "ada"};
    Client bob{world, "bob"};
    Client cat{world, "cat"};
    ConversationId group;
    LogEpoch epoch;
    Seq adas;
    Seq bobs;

    explicit Reacting(HubConfig config = HubWorld::openConfig()) : world(std::move(config))
    {
        ada.enter();
        phone.token = ada.token;
        phone.hello();
        bob.enter();
        cat.enter();
        group = ada.createGroup("group", {"bob"});
        epoch = ada.state(group).logEpoch;
        adas = ada.send(group, "mine").seq;
        bobs = bob.send(group, "his").seq;
        forgetPushes();
    }
    void forgetPushes()
    {
        for (Client* client : {&ada, &phone, &bob, &cat}) {
            client->pushes();
        }
    }
    [[nodiscard]] protocol::React reaction(Seq target, const std::string& emoji, bool on = true)
    {
        return {group, epoch, target, emoji, on, world.freshUuid()};
    }
    Counts react(Client& by, Seq target, const std::string& emoji, bool on = true)
    {
        const auto answer = by.ask<protocol::Reactions>(reaction(target, emoji, on));
        REQUIRE(answer.messages.size() == 1);
        CHECK(answer.messages.front().seq == target);
        return answer.messages.front().counts;
    }
    [[nodiscard]] ReactionSeq head() { return world.store.conversations().find(group)->reactionHead; }
    [[nodiscard]] std::uint64_t unreadOf(Client& client) { return client.state(group).unreadReactions; }
    ConversationState see(Client& client, ReactionSeq through)
    {
        const Generation generation = client.state(group).generation;
        return client.askState(protocol::SeeReactions{group, epoch, generation, through});
    }
    void isSound() { CHECK(audit(world.store) == std::vector<std::string>()); }
};

} // namespace

TEST_CASE_FIXTURE(Reacting, "R-I1: a reaction moves no head, cursor, unread number or time of the log")
{
    const ConversationState adaBefore = ada.state(group);
    const ConversationState bobBefore = bob.state(group);
    const auto entriesBefore = bob.pullAll(group);
    react(bob, adas, thumb);
    react(ada, bobs, heart);
    ConversationState after = bob.state(group);
    CHECK(after.unreadReactions == 1);
    CHECK(after.version == bobBefore.version + 1);
    after.version = bobBefore.version;
    after.reactionHead = {};
    after.unreadReactions = 0;
    CHECK(after == bobBefore);
    CHECK(ada.state(group).counts == adaBefore.counts);
    CHECK(bob.pullAll(group) == entriesBefore);
    isSound();
}

TEST_CASE_FIXTURE(Reacting,
                  "a reaction is counted once for each user, and comes with the page of its message")
{
    CHECK(react(bob, adas, thumb) == Counts{{thumb, 1, true}});
    CHECK(react(ada, adas, thumb) == Counts{{thumb, 2, true}});
    CHECK(react(bob, adas, heart) == Counts{{thumb, 2, true}, {heart, 1, true}});
    CHECK(react(bob, adas, thumb, false) == Counts{{thumb, 1, false}, {heart, 1, true}});
    const auto range = ada.ask<protocol::Range>(protocol::Pull{group, epoch, {}, {}, {}, 0});
    CHECK(range.reactions
          == std::vector<MessageReactions>{{adas, Counts{{thumb, 1, true}, {heart, 1, false}}}});
    isSound();
}

TEST_CASE_FIXTURE(Reacting, "a changed message is pulled from the position on that the device knows")
{
    react(bob, adas, thumb);
    const ReactionSeq known = head();
    react(bob, bobs, heart);
    react(bob, adas, thumb, false);
    const auto pulled = ada.ask<protocol::Reactions>(protocol::PullReactions{group, epoch, known});
    CHECK(pulled.after == known);
    CHECK(pulled.through == head());
    CHECK(pulled.head == head());
    CHECK(pulled.messages == std::vector<MessageReactions>{{adas, {}}, {bobs, Counts{{heart, 1, false}}}});
    const auto part = ada.ask<protocol::Reactions>(protocol::PullReactions{group, epoch, {}, 1});
    CHECK(part.messages.size() == 1);
    CHECK(part.through < head());
    const auto none = ada.ask<protocol::Reactions>(protocol::PullReactions{group, epoch, ReactionSeq(99)});
    CHECK(none.messages.empty());
    CHECK(none.through == head());
}

TEST_CASE_FIXTURE(Reacting, "R-I3: a repeated request changes nothing, not even after the register changed")
{
    const protocol::React on = reaction(adas, thumb);
    const auto first = bob.ask<protocol::Reactions>(on);
    CHECK(first.after.value + 1 == first.through.value);
    const auto again = bob.ask<protocol::Reactions>(on);
    CHECK(again.messages == first.messages);
    CHECK_MESSAGE(again.after == again.through, "it makes no statement about further changes");
    react(bob, adas, thumb, false);
    const ReactionSeq before = head();
    const auto late = bob.ask<protocol::Reactions>(on);
    CHECK(late.messages == std::vector<MessageReactions>{{adas, {}}});
    CHECK(head() == before);
    const auto nothing = bob.ask<protocol::Reactions>(reaction(adas, heart, false));
    CHECK(nothing.messages == std::vector<MessageReactions>{{adas, {}}});
    CHECK(head() == before);
    isSound();
}

TEST_CASE_FIXTURE(Reacting, "R-I2: taking a reaction back and making it again never counts again")
{
    react(bob, adas, thumb);
    CHECK(unreadOf(ada) == 1);
    react(bob, adas, thumb, false);
    CHECK(unreadOf(ada) == 0);
    react(bob, adas, thumb);
    CHECK(unreadOf(ada) == 1);
    CHECK(see(ada, head()).unreadReactions == 0);
    react(bob, adas, thumb, false);
    react(bob, adas, thumb);
    CHECK(unreadOf(ada) == 0);
    react(bob, adas, heart);
    CHECK(unreadOf(ada) == 1);
    CHECK_MESSAGE(see(ada, ReactionSeq(1)).unreadReactions == 1, "what was seen never falls");
    isSound();
}

TEST_CASE_FIXTURE(Reacting,
                  "the author's devices learn of an unread reaction and of seeing it, nobody else does")
{
    react(bob, adas, thumb);
    for (Client* device : {&ada, &phone}) {
        const auto states = device->pushed<protocol::States>();
        REQUIRE(states.size() == 1);
        CHECK(states.front().states.front().unreadReactions == 1);
    }
    CHECK(bob.pushed<protocol::States>().empty());
    see(ada, head());
    const auto seen = phone.pushed<protocol::States>();
    REQUIRE(seen.size() == 1);
    CHECK(seen.front().states.front().unreadReactions == 0);
    CHECK(ada.pushed<protocol::States>().empty());
    react(ada, adas, heart);
    CHECK_MESSAGE(phone.pushed<protocol::States>().empty(), "own reactions are never unread");
    CHECK(unreadOf(ada) == 0);
}

TEST_CASE_FIXTURE(Reacting, "members are told the newest change, but not the device that made it")
{
    react(bob, adas, thumb);
    const auto heads = ada.pushed<protocol::Notify>();
    REQUIRE(heads.size() == 1);
    CHECK(heads.front().heads == std::vector<protocol::Head>{{group, epoch, bobs, ReactionSeq(1)}});
    CHECK(bob.pushed<protocol::Notify>().empty());
    CHECK(cat.pushed<protocol::Notify>().empty());
}

TEST_CASE_FIXTURE(Reacting, "a lost push is found by the digest of Hello and of the heartbeat")
{
    react(bob, adas, thumb);
    forgetPushes();
    const std::uint64_t right = digestOfReactions({{group, epoch, head()}});
    protocol::Heartbeat heartbeat;
    heartbeat.reactions = right;
    ada.ask(heartbeat);
    CHECK(ada.pushed<protocol::Notify>().empty());
    heartbeat.reactions = 0;
    ada.ask(heartbeat);
    const auto heads = ada.pushed<protocol::Notify>();
    REQUIRE(heads.size() == 1);
    CHECK(heads.front().heads.front().reactionHead == head());
    heartbeat.reactions.reset();
    ada.ask(heartbeat);
    CHECK_MESSAGE(ada.pushed<protocol::Notify>().empty(), "the device does not know reactions");
    protocol::Hello hello = phone.helloFrame();
    hello.reactions = 0;
    phone.target.connection = world.connect();
    phone.ask(hello);
    CHECK(phone.pushed<protocol::Notify>().size() == 1);
}

TEST_CASE_FIXTURE(Reacting, "R-I4: only members react, to messages that they can see and that are there")
{
    CHECK(cat.refused(reaction(adas, thumb)) == ErrorCode::NotMember);
    CHECK(bob.refused(reaction(Seq(99), thumb)) == ErrorCode::NoSuchEntry);
    CHECK_MESSAGE(bob.refused(reaction(Seq(1), thumb)) == ErrorCode::NoSuchEntry, "entry 1 is a notice");
    ada.ask(protocol::AddMember{group, "cat"});
    CHECK_MESSAGE(cat.refused(reaction(adas, thumb)) == ErrorCode::NoSuchEntry, "cat came later");
    CHECK(cat.refused(protocol::GetReactors{group, adas}) == ErrorCode::NoSuchEntry);
    react(bob, adas, thumb);
    CHECK(cat.ask<protocol::Reactions>(protocol::PullReactions{group, epoch, {}}).messages.empty());
    protocol::React wrong = reaction(adas, thumb);
    wrong.logEpoch = LogEpoch(7);
    CHECK(bob.refused(wrong) == ErrorCode::LogEpochChanged);
    CHECK(bob.refused(reaction(adas, "ok")) == ErrorCode::EmojiInvalid);
    CHECK(bob.refused(reaction(adas, "\u2764")) == ErrorCode::EmojiInvalid);
    wrong = reaction(adas, thumb);
    wrong.uuid = {};
    CHECK(bob.refused(wrong) == ErrorCode::Malformed);
}

TEST_CASE_FIXTURE(Reacting, "R-I4: the recall of a message takes its reactions away")
{
    react(bob, adas, thumb);
    CHECK(unreadOf(ada) == 1);
    phone.pushes();
    ada.recall(group, adas);
    CHECK(unreadOf(ada) == 0);
    CHECK(phone.pushed<protocol::States>().front().states.front().unreadReactions == 0);
    CHECK(world.store.reactions().all(group).empty());
    CHECK(bob.refused(reaction(adas, heart)) == ErrorCode::AlreadyRecalled);
    CHECK(ada.ask<protocol::Range>(protocol::Pull{group, epoch, {}, {}, {}, 0}).reactions.empty());
    CHECK_MESSAGE(head() == ReactionSeq(1), "positions are not used again");
    isSound();
}

TEST_CASE_FIXTURE(
    Reacting, "the reactions of members who have left stay, and a new membership begins without unread ones")
{
    react(bob, adas, thumb);
    bob.ask(protocol::Leave{group});
    CHECK(unreadOf(ada) == 1);
    ada.ask(protocol::Leave{group});
    CHECK(ada.state(group).unreadReactions == 0);
    ada.ask(protocol::Join{group});
    CHECK(unreadOf(ada) == 0);
    isSound();
}

TEST_CASE_FIXTURE(Reacting, "a message has at most 20 emoji, which leave room when they are taken back")
{
    std::vector<std::string> emoji = faces(caps::maxReactionKinds + 1);
    const std::string last = emoji.back();
    emoji.pop_back();
    for (const std::string& one : emoji) {
        react(bob, adas, one);
        world.pass(Milliseconds(1000));
    }
    CHECK(bob.refused(reaction(adas, last)) == ErrorCode::TooManyReactions);
    CHECK(ada.refused(reaction(adas, last)) == ErrorCode::TooManyReactions);
    CHECK(react(ada, adas, emoji.front()).front().count == 2);
    react(bob, adas, emoji.back(), false);
    CHECK(react(bob, adas, last).size() == caps::maxReactionKinds);
    CHECK(ada.refused(reaction(adas, emoji.back())) == ErrorCode::TooManyReactions);
    CHECK(react(bob, bobs, last).size() == 1);
    isSound();
}

TEST_CASE_FIXTURE(Reacting, "a user can use at most 100 emoji on a message, even if they are taken back")
{
    const std::vector<std::string> emoji = faces(caps::maxReactionsOfUser + 1);
    for (std::size_t i = 0; i < caps::maxReactionsOfUser; ++i) {
        react(bob, adas, emoji[i]);
        react(bob, adas, emoji[i], false);
        world.pass(Milliseconds(2000));
    }
    CHECK(bob.refused(reaction(adas, emoji.back())) == ErrorCode::TooManyReactions);
    CHECK_MESSAGE(react(bob, adas, emoji.front()).size() == 1, "one of the hundred");
    CHECK(unreadOf(ada) == 1);
    CHECK(react(ada, adas, emoji.back()).size() == 2);
    CHECK(react(bob, bobs, emoji.back()).size() == 1);
    isSound();
}

TEST_CASE_FIXTURE(Reacting, "who has reacted is told in pages, and for seq 0 what is unread")
{
    react(bob, adas, thumb);
    react(ada, adas, thumb);
    react(bob, adas, heart);
    const auto page = bob.ask<protocol::Reactors>(protocol::GetReactors{group, adas, {}, 2});
    CHECK(page.hasMore);
    CHECK(page.reactors
          == std::vector<protocol::Reactor>{{adas, thumb, bob.user, ReactionSeq(1)},
                                            {adas, thumb, ada.user, ReactionSeq(2)}});
    CHECK(page.users == std::vector<User>{{ada.user, "ada"}, {bob.user, "bob"}});
    const auto rest = bob.ask<protocol::Reactors>(protocol::GetReactors{group, adas, ReactionSeq(2)});
    CHECK_FALSE(rest.hasMore);
    CHECK(rest.reactors == std::vector<protocol::Reactor>{{adas, heart, bob.user, ReactionSeq(3)}});
    const auto unread = ada.ask<protocol::Reactors>(protocol::GetReactors{group, {}});
    CHECK(unread.reactors.size() == 2);
    see(ada, ReactionSeq(1));
    CHECK(ada.ask<protocol::Reactors>(protocol::GetReactors{group, {}}).reactors == rest.reactors);
}

TEST_CASE_FIXTURE(Reacting, "reactions have a rate of their own")
{
    ErrorCode code{};
    for (int i = 0; i < 60; ++i) {
        const auto answers = bob.ask(reaction(adas, thumb, i % 2 == 0));
        if (const auto* error = std::get_if<protocol::Error>(&answers.front())) {
            code = error->code;
        }
    }
    CHECK(code == ErrorCode::TooFast);
    bob.send(group, "still writing");
}

TEST_CASE("in a large group nobody is pushed changes, and they can be pulled")
{
    HubConfig config = HubWorld::openConfig();
    config.limits.receiptMembers = 1;
    Reacting scene(config);
    scene.react(scene.bob, scene.adas, thumb);
    CHECK(scene.phone.pushed<protocol::States>().size() == 1);
    CHECK(scene.ada.pushed<protocol::Notify>().empty());
    protocol::Heartbeat heartbeat;
    heartbeat.reactions = 0;
    scene.ada.ask(heartbeat);
    CHECK(scene.ada.pushed<protocol::Notify>().empty());
    const auto pulled =
        scene.ada.ask<protocol::Reactions>(protocol::PullReactions{scene.group, scene.epoch, {}});
    CHECK(pulled.messages.size() == 1);
}

TEST_CASE_FIXTURE(Reacting, "a commit that fails leaves no reaction and tells nobody")
{
    world.store.failNextCommit();
    CHECK(bob.refused(reaction(adas, thumb)) == ErrorCode::Unavailable);
    CHECK(head() == ReactionSeq());
    CHECK(ada.pushes().empty());
    CHECK(react(bob, adas, thumb) == Counts{{thumb, 1, true}});
}

TEST_CASE("nobody reacts to announcements")
{
    HubWorld world;
    Client ada(world, "ada");
    ada.enter();
    world.queue(OperatorAsked{OperatorTicket(1), Announce{world.freshUuid(), "hello"}});
    world.turn();
    const ConversationId list = *world.store.conversations().noticeList();
    const LogEpoch epoch = ada.state(list).logEpoch;
    CHECK(ada.refused(protocol::React{list, epoch, Seq(1), thumb, true, world.freshUuid()})
          == ErrorCode::NotAllowed);
}

} // namespace tidemark::server::reactions_test
