#include "core/domain/request_caps.h"
#include "server-stub/hub/contract/audit.h"
#include "tests/hub/hub_world.h"

namespace tidemark::server::ignoring_test {

using protocol::ErrorCode;

namespace {

/// Ada, with two devices, bob and cat in a group.
struct Ignoring {
    HubWorld world;
    Client ada{world, "ada"};
    Client phone{world, "ada"};
    Client bob{world, "bob"};
    Client cat{world, "cat"};
    ConversationId group;

    explicit Ignoring(HubConfig config = HubWorld::openConfig()) : world(std::move(config))
    {
        ada.enter();
        phone.token = ada.token;
        phone.user = ada.user;
        phone.hello();
        bob.enter();
        cat.enter();
        group = ada.createGroup("group", {"bob", "cat"});
        ada.read(group, ada.state(group).head.value);
        forgetPushes();
    }
    void forgetPushes()
    {
        for (Client* client : {&ada, &phone, &bob, &cat}) {
            client->pushes();
        }
    }
    protocol::IgnoredUsers set(Client& by, Client& other, IgnoreLevel level)
    {
        return by.ask<protocol::IgnoredUsers>(protocol::SetIgnored{other.user, level, world.freshUuid()});
    }
    protocol::IgnoredUsers ignore(Client& by, Client& other) { return set(by, other, IgnoreLevel::Ignored); }
    protocol::IgnoredUsers block(Client& by, Client& other) { return set(by, other, IgnoreLevel::Blocked); }
    protocol::IgnoredUsers unignore(Client& by, Client& other) { return set(by, other, IgnoreLevel::None); }
    [[nodiscard]] ReadCounts countsOf(Client& client) { return client.state(group).counts; }
    [[nodiscard]] protocol::TotalsNow totalsOf(Client& client)
    {
        return client.ask<protocol::TotalsNow>(protocol::GetTotals{});
    }
    Seq say(Client& by, const std::string& text) { return by.send(group, text).seq; }
    Seq answer(Client& by, Seq to)
    {
        protocol::Send send = by.message(group, "an answer");
        std::get<content::Message>(send.content).replyTo = to;
        return by.ask<protocol::SendAck>(send).seq;
    }
    /// The mark on bob's messages in a conversation: what others have read of it.
    [[nodiscard]] Seq seenBy(Client& viewer, ConversationId conversation)
    {
        return viewer.state(conversation).seenByOthers;
    }
    ConversationId directWith(Client& by, const std::string& name)
    {
        return by.askState(protocol::OpenDirect{name}).id;
    }
    void isSound() { CHECK(audit(world.store) == std::vector<std::string>()); }
};

} // namespace

TEST_CASE_FIXTURE(Ignoring, "G-I1: messages of ignored users count in nothing, at once in both directions")
{
    const Seq mine = say(ada, "mine");
    say(bob, "hello @ada");
    answer(bob, mine);
    say(cat, "hello @all");
    ada.read(group, mine.value);
    CHECK(countsOf(ada) == ReadCounts{3, 2, 1});
    CHECK(totalsOf(ada).unread == 3);
    const std::uint64_t version = ada.state(group).version;

    ignore(ada, bob);
    CHECK(countsOf(ada) == ReadCounts{1, 1, 0});
    CHECK(ada.state(group).firstUnread == Seq(mine.value + 3));
    CHECK(totalsOf(ada).unread == 1);
    CHECK(totalsOf(ada).mentions == 1);
    isSound();

    unignore(ada, bob);
    CHECK(countsOf(ada) == ReadCounts{3, 2, 1});
    CHECK(totalsOf(ada).unread == 3);
    CHECK_MESSAGE(ada.state(group).version == version, "nothing was written for the conversation");
    CHECK_MESSAGE(countsOf(cat) == (ReadCounts{3, 0, 0}), "others count as before");
    isSound();
}

TEST_CASE_FIXTURE(Ignoring, "G-I2: a recall of an ignored message is not taken off twice, in both orders")
{
    const Seq first = say(bob, "first");
    say(cat, "stays");
    const Seq second = say(bob, "second @ada");
    bob.recall(group, first);
    ignore(ada, bob);
    CHECK(countsOf(ada) == ReadCounts{1, 0, 0});
    bob.recall(group, second);
    CHECK(countsOf(ada) == ReadCounts{1, 0, 0});
    unignore(ada, bob);
    CHECK(countsOf(ada) == ReadCounts{1, 0, 0});
    isSound();
}

TEST_CASE_FIXTURE(Ignoring, "reading over ignored messages, and marking one as unread")
{
    const Seq first = say(bob, "first");
    const Seq second = say(cat, "second");
    ignore(ada, bob);
    CHECK(ada.read(group, first.value).counts.unread == 1);
    CHECK(ada.read(group, second.value).counts.unread == 0);
    const Seq third = say(bob, "third");
    CHECK_MESSAGE(countsOf(ada).unread == 0, "the last message is ignored");
    const Generation generation = ada.state(group).generation;
    const auto marked = ada.askState(protocol::MarkUnread{group, generation, first, world.freshUuid()});
    CHECK_MESSAGE(marked.counts.unread == 1, "a mark goes to the next message that counts");
    CHECK(marked.firstUnread == second);
    unignore(ada, bob);
    CHECK(ada.state(group).counts.unread == 3);
    CHECK(ada.read(group, third.value).counts.unread == 0);
    isSound();
}

TEST_CASE_FIXTURE(Ignoring, "G-I3: the version of the set is part of the stamp, and devices get the set")
{
    CHECK(ada.state(group).ignoresVersion == 0);
    const protocol::IgnoredUsers set = ignore(ada, bob);
    CHECK(set == protocol::IgnoredUsers{1, {{bob.user, IgnoreLevel::Ignored}}, {{bob.user, "bob"}}});
    CHECK(phone.pushed<protocol::IgnoredUsers>() == std::vector{set});
    CHECK_MESSAGE(ada.pushes().empty(), "the asking device has the answer");
    CHECK_MESSAGE(bob.pushes().empty(), "the ignored user is told nothing");
    CHECK(ada.state(group).ignoresVersion == 1);
    CHECK(cat.state(group).ignoresVersion == 0);
    CHECK(ada.ask<protocol::IgnoredUsers>(protocol::GetIgnored{}) == set);
    CHECK(block(ada, bob).ignored == std::vector<IgnoredUser>{{bob.user, IgnoreLevel::Blocked}});
    CHECK(unignore(ada, bob) == protocol::IgnoredUsers{3, {}, {}});
}

TEST_CASE_FIXTURE(Ignoring, "Welcome and heartbeats bring the set to a device that holds another version")
{
    const protocol::IgnoredUsers set = ignore(ada, bob);
    Client tablet{world, "ada"};
    tablet.token = ada.token;
    const auto welcomeFor = [&](std::optional<std::uint64_t> version) {
        protocol::Hello hello = tablet.helloFrame();
        hello.ignoresVersion = version;
        return std::get<protocol::Welcome>(tablet.ask(hello).front()).ignored;
    };
    CHECK(welcomeFor(0) == set);
    CHECK(welcomeFor(7) == set);
    CHECK(welcomeFor(1) == std::nullopt);
    CHECK_MESSAGE(welcomeFor(std::nullopt) == std::nullopt, "an earlier program");
    tablet.pushes();
    tablet.ask(protocol::Heartbeat{.digest = 0, .ignoresVersion = 1});
    CHECK(tablet.pushed<protocol::IgnoredUsers>().empty());
    tablet.ask(protocol::Heartbeat{.digest = 0, .ignoresVersion = 0});
    CHECK(tablet.pushed<protocol::IgnoredUsers>() == std::vector{set});
}

TEST_CASE_FIXTURE(Ignoring, "G-I4: a repeated request changes nothing, not even after the set changed")
{
    const protocol::SetIgnored first{bob.user, IgnoreLevel::Ignored, world.freshUuid()};
    CHECK(ada.ask<protocol::IgnoredUsers>(first).version == 1);
    CHECK(ada.ask<protocol::IgnoredUsers>(first).version == 1);
    CHECK(unignore(ada, bob).version == 2);
    const auto repeated = ada.ask<protocol::IgnoredUsers>(first);
    CHECK(repeated.version == 2);
    CHECK(repeated.ignored.empty());
    CHECK_MESSAGE(unignore(ada, bob).version == 2, "a level that is there already is no change");
    const protocol::SetIgnored again{bob.user, IgnoreLevel::None, world.freshUuid()};
    CHECK(ada.ask<protocol::IgnoredUsers>(again).version == 2);
    CHECK(ignore(ada, bob).version == 3);
    CHECK_MESSAGE(ada.ask<protocol::IgnoredUsers>(again).version == 3, "its repetition is none either");
}

TEST_CASE_FIXTURE(Ignoring, "a set is refused without a uuid, for oneself, for nobody, and when it is full")
{
    CHECK(ada.refused(protocol::SetIgnored{ada.user, IgnoreLevel::Ignored, world.freshUuid()})
          == ErrorCode::NotAllowed);
    CHECK(ada.refused(protocol::SetIgnored{UserId(99), IgnoreLevel::Ignored, world.freshUuid()})
          == ErrorCode::NoSuchUser);
    CHECK(ada.refused(protocol::SetIgnored{{}, IgnoreLevel::Ignored, world.freshUuid(), "nobody"})
          == ErrorCode::NoSuchUser);
    CHECK(ada.ask<protocol::IgnoredUsers>(
                 protocol::SetIgnored{{}, IgnoreLevel::Ignored, world.freshUuid(), "bob"})
              .ignored.front()
              .user
          == bob.user);
    world.store.begin();
    for (std::uint64_t i = 1; i < caps::maxIgnored; ++i) {
        const UserId other = world.store.accounts().insert("user" + std::to_string(i), "");
        world.store.ignores().put(ada.user, {other, IgnoreLevel::Ignored}, 1 + i, {});
    }
    REQUIRE(world.store.commit());
    CHECK(ada.refused(protocol::SetIgnored{cat.user, IgnoreLevel::Ignored, world.freshUuid()})
          == ErrorCode::TooManyIgnored);
    CHECK_MESSAGE(block(ada, bob).ignored.size() == caps::maxIgnored,
                  "a user of the set may get another level");
    CHECK(ada.refused(protocol::SetIgnored{bob.user, IgnoreLevel::Ignored, {}}) == ErrorCode::Malformed);
}

TEST_CASE_FIXTURE(Ignoring, "reactions of ignored users are not unread")
{
    const Seq mine = say(ada, "mine");
    const LogEpoch epoch = ada.state(group).logEpoch;
    for (Client* by : {&bob, &cat}) {
        by->ask<protocol::Reactions>(
            protocol::React{group, epoch, mine, "\U0001F44D", true, world.freshUuid()});
    }
    CHECK(ada.state(group).unreadReactions == 2);
    ignore(ada, bob);
    CHECK(ada.state(group).unreadReactions == 1);
    const auto unread = ada.ask<protocol::Reactors>(protocol::GetReactors{group, {}});
    REQUIRE(unread.reactors.size() == 1);
    CHECK(unread.reactors.front().user == cat.user);
    unignore(ada, bob);
    CHECK(ada.state(group).unreadReactions == 2);
    isSound();
}

TEST_CASE_FIXTURE(Ignoring, "posts of an ignored owner are not in the feed")
{
    const ConversationId channel = bob.askState(protocol::CreateChannel{world.freshUuid(), "news"}).id;
    ada.askState(protocol::Follow{channel});
    bob.send(channel, "post");
    CHECK(ada.state(channel).feedUnread == 1);
    CHECK(totalsOf(ada).feed == 1);
    ignore(ada, bob);
    CHECK(ada.state(channel).feedUnread == 0);
    CHECK(totalsOf(ada).feed == 0);
    unignore(ada, bob);
    CHECK(totalsOf(ada).feed == 1);
    isSound();
}

TEST_CASE_FIXTURE(Ignoring, "a session for totals is sent the new ones, under a greater version")
{
    say(bob, "hello");
    Client bar{world, "ada"};
    bar.token = ada.token;
    protocol::Hello hello = bar.helloFrame();
    hello.totalsOnly = true;
    bar.ask(hello);
    const auto before = totalsOf(ada);
    bar.pushes();
    ignore(ada, bob);
    const auto notified = bar.pushed<protocol::Notify>();
    REQUIRE(!notified.empty());
    REQUIRE(notified.back().totals);
    CHECK(notified.back().totals->unread == 0);
    CHECK(notified.back().totals->version > before.version);
}

TEST_CASE_FIXTURE(Ignoring, "a blocked user cannot begin a direct chat, nor add the user to a group")
{
    block(ada, bob);
    CHECK(bob.refused(protocol::OpenDirect{"ada"}) == ErrorCode::NotAllowed);
    const std::vector<User> asked{{ada.user, "ada"}};
    const protocol::CreateGroup create{world.freshUuid(), "others", {"cat", "ada"}};
    const auto created = bob.ask<protocol::States>(create);
    CHECK_MESSAGE(created.invited == asked, "as if ada wanted to be asked");
    CHECK(created.states.at(0).memberCount == 2);
    CHECK(bob.ask<protocol::States>(create).invited == asked);
    const ConversationId others = created.states.at(0).id;
    CHECK(bob.ask<protocol::States>(protocol::AddMember{others, "ada"}).invited == asked);
    CHECK(ada.ask<protocol::Invitations>(protocol::GetInvitations{}) == protocol::Invitations());
    CHECK_MESSAGE(cat.askState(protocol::AddMember{others, "ada"}).memberCount == 3,
                  "others who are in the group may");
    CHECK_MESSAGE(ada.askState(protocol::OpenDirect{"bob"}).isMember, "the user may begin one");
    CHECK_MESSAGE(bob.askState(protocol::OpenDirect{"ada"}).isMember, "a chat that exists is answered");
    ignore(ada, cat);
    CHECK_MESSAGE(cat.askState(protocol::OpenDirect{"ada"}).isMember, "ignoring alone forbids nothing");
}

TEST_CASE_FIXTURE(Ignoring, "a blocked user does not learn of reading, receiving and typing, also not later")
{
    const ConversationId direct = directWith(bob, "ada");
    const Seq head = bob.send(direct, "hello").seq;
    block(ada, bob);
    forgetPushes();
    ada.read(direct, head.value);
    const LogEpoch epoch = ada.state(direct).logEpoch;
    ada.ask<protocol::Done>(protocol::Delivered{{{direct, epoch, head}}});
    ada.post(protocol::Typing{direct});
    world.turn();
    CHECK(bob.pushes().empty());
    CHECK(seenBy(bob, direct) == Seq());
    CHECK(bob.state(direct).deliveredToOthers == Seq());
    CHECK_MESSAGE(ada.state(direct).cursor.readSeq == head, "own devices agree");
    const auto members = bob.ask<protocol::Members>(protocol::GetMembers{direct}).members;
    REQUIRE(members.size() == 2);
    CHECK(members.front().user.id == ada.user);
    CHECK(members.front().seen == Seq());
    unignore(ada, bob);
    CHECK_MESSAGE(seenBy(bob, direct) == Seq(), "what was read meanwhile stays private");
    const Seq next = bob.send(direct, "again").seq;
    ada.read(direct, next.value);
    CHECK(seenBy(bob, direct) == next);
}

TEST_CASE_FIXTURE(Ignoring, "in a group nobody learns what a user reads beside a member whom they block")
{
    const Seq first = say(bob, "first");
    ada.read(group, first.value);
    CHECK(seenBy(bob, group) == first);
    block(ada, bob);
    const Seq second = say(bob, "second");
    ada.read(group, second.value);
    CHECK_MESSAGE(seenBy(bob, group) == first, "the mark stays, so it tells nothing");
    ada.post(protocol::Typing{group});
    forgetPushes();
    world.turn();
    CHECK(bob.pushed<protocol::TypingNow>().empty());
    CHECK_MESSAGE(cat.pushed<protocol::TypingNow>().size() == 1, "others see the user type");
    bob.askState(protocol::Leave{group});
    const Seq third = say(cat, "third");
    ada.read(group, third.value);
    CHECK_MESSAGE(seenBy(cat, group) == third, "the blocked member has left");
}

TEST_CASE_FIXTURE(Ignoring, "a user who blocks more users than the group has members is as private there")
{
    world.store.begin();
    for (std::uint64_t i = 1; i <= 5; ++i) {
        const UserId other = world.store.accounts().insert("user" + std::to_string(i), "");
        world.store.ignores().put(ada.user, {other, IgnoreLevel::Blocked}, i, {});
    }
    REQUIRE(world.store.commit());
    const Seq first = say(bob, "first");
    ada.read(group, first.value);
    CHECK_MESSAGE(seenBy(bob, group) == first, "none of these users is in the group");
    block(ada, bob);
    const Seq second = say(bob, "second");
    ada.read(group, second.value);
    CHECK(seenBy(bob, group) == first);
}

TEST_CASE_FIXTURE(Ignoring, "a failed commit changes no set")
{
    say(bob, "hello");
    forgetPushes();
    world.store.failNextCommit();
    CHECK(ada.refused(protocol::SetIgnored{bob.user, IgnoreLevel::Ignored, world.freshUuid()})
          == ErrorCode::Unavailable);
    CHECK(phone.pushes().empty());
    CHECK(countsOf(ada).unread == 1);
    CHECK(totalsOf(ada).unread == 1);
    CHECK(ada.ask<protocol::IgnoredUsers>(protocol::GetIgnored{}).version == 0);
}

TEST_CASE("messages that count again are not older than unread ones may be")
{
    HubConfig config = HubWorld::openConfig();
    config.retention.unreadExpiresAfter = Milliseconds(std::int64_t{24} * 3600 * 1000);
    Ignoring scene(config);
    scene.say(scene.bob, "old");
    scene.ignore(scene.ada, scene.bob);
    for (int hour = 0; hour < 30; ++hour) {
        scene.world.jump(Milliseconds(3600 * 1000));
        scene.world.pass(Milliseconds(3600 * 1000));
        scene.world.queue(Tick{});
        scene.world.turn();
    }
    scene.unignore(scene.ada, scene.bob);
    CHECK(scene.countsOf(scene.ada).unread == 0);
    CHECK(scene.totalsOf(scene.ada).unread == 0);
    scene.isSound();
}

} // namespace tidemark::server::ignoring_test
