#include "core/domain/request_caps.h"
#include "server-stub/hub/contract/audit.h"
#include "tests/hub/hub_world.h"

#include <algorithm>

namespace tidemark::server::invitations_test {

using protocol::ErrorCode;

namespace {

HubConfig asking(AddingPolicy policy = AddingPolicy::Known)
{
    HubConfig config = HubWorld::openConfig();
    config.adding = policy;
    return config;
}

/// Ada has a group. Bob, with two devices, and eve are not in it.
struct Scene {
    HubWorld world;
    Client ada{world, "ada"};
    Client bob{world, "bob"};
    Client phone{world, "bob"};
    Client eve{world, "eve"};
    ConversationId group;

    Scene() : Scene(asking()) {}
    explicit Scene(const HubConfig& config) : world(config)
    {
        ada.enter();
        bob.enter();
        phone.token = bob.token;
        phone.user = bob.user;
        phone.hello();
        eve.enter();
        group = ada.createGroup("group");
        forgetPushes();
    }
    void forgetPushes()
    {
        for (Client* client : {&ada, &bob, &phone, &eve}) {
            client->pushes();
        }
    }
    void choose(Client& who, AddingPolicy policy)
    {
        who.ask<AccountSettings>(protocol::SetAccountSettings{.adding = policy});
    }
    void ignore(Client& who, const Client& other, IgnoreLevel level)
    {
        who.ask<protocol::IgnoredUsers>(protocol::SetIgnored{other.user, level, world.freshUuid()});
    }
    protocol::States add(Client& by, ConversationId conversation, const std::string& name = "bob")
    {
        return by.ask<protocol::States>(protocol::AddMember{conversation, name});
    }
    protocol::Invitations invitationsOf(Client& client)
    {
        return client.ask<protocol::Invitations>(protocol::GetInvitations{});
    }
    std::vector<ConversationId> openOf(Client& client)
    {
        std::vector<ConversationId> ids;
        for (const Invitation& one : invitationsOf(client).invitations) {
            ids.push_back(one.conversation);
        }
        return ids;
    }
    protocol::Invitations answer(Client& client, bool accept)
    {
        return client.ask<protocol::Invitations>(protocol::AnswerInvitation{group, accept});
    }
    std::vector<User> asBob() { return {{bob.user, "bob"}}; }
};

} // namespace

TEST_CASE_FIXTURE(Scene, "a user who does not know the inviter is asked, and nothing of the group changes")
{
    const auto before = ada.state(group);
    const protocol::States answered = add(ada, group);
    CHECK(answered.invited == asBob());
    CHECK(answered.states == std::vector{before});
    CHECK(before.memberCount == 1);
    CHECK(ada.pullAll(group).size() == 1);
    const protocol::Invitations expected{1, {{group, "group", {ada.user, "ada"}, world.wall()}}};
    CHECK(bob.pushes() == std::vector<protocol::ServerFrame>{expected});
    CHECK(phone.pushed<protocol::Invitations>() == std::vector{expected});
    CHECK(ada.pushes().empty());
    CHECK(eve.pushes().empty());
    CHECK(invitationsOf(bob) == expected);
    CHECK(invitationsOf(ada) == protocol::Invitations());
    CHECK(bob.ask<protocol::States>(protocol::GetStates{{group}}).states.empty());
    CHECK(bob.ask<protocol::TotalsNow>(protocol::GetTotals{}) == protocol::TotalsNow());
    CHECK(audit(world.store) == std::vector<std::string>());
}

TEST_CASE_FIXTURE(Scene, "members of a new group are asked one by one")
{
    choose(eve, AddingPolicy::Everybody);
    const protocol::CreateGroup request{world.freshUuid(), "new", {"bob", "eve", "ada", "bob"}};
    const protocol::States created = ada.ask<protocol::States>(request);
    CHECK(created.states.at(0).memberCount == 2);
    CHECK(created.invited == asBob());
    CHECK(openOf(bob) == std::vector{created.states.at(0).id});
    CHECK(openOf(eve).empty());
    CHECK_MESSAGE((ada.ask<protocol::States>(request) == created), "also if the answer was lost");
    CHECK(openOf(bob).size() == 1);
    bob.ask<protocol::Invitations>(protocol::AnswerInvitation{created.states.at(0).id, true});
    CHECK_MESSAGE(ada.ask<protocol::States>(request).invited.empty(), "a member is not asked");
}

TEST_CASE_FIXTURE(Scene, "a direct chat that the user has begun is enough, and the user may choose otherwise")
{
    bob.askState(protocol::OpenDirect{"ada"});
    choose(bob, AddingPolicy::Nobody);
    CHECK(add(ada, group).invited == asBob());
    choose(bob, AddingPolicy::Known);
    CHECK(add(eve, eve.createGroup("other")).invited == asBob());
    CHECK(add(ada, group).invited.empty());
    CHECK(ada.state(group).memberCount == 2);
    CHECK_MESSAGE(openOf(bob).size() == 1, "the first invitation has ended");
    choose(bob, AddingPolicy::Everybody);
    CHECK(add(eve, eve.createGroup("third")).invited.empty());
}

TEST_CASE_FIXTURE(Scene,
                  "a direct chat that the inviter has begun is not enough before the user writes in it")
{
    const ConversationId direct = ada.askState(protocol::OpenDirect{"bob"}).id;
    ada.send(direct, "please");
    bob.askState(protocol::OpenDirect{"ada"});
    const auto created =
        ada.ask<protocol::States>(protocol::CreateGroup{world.freshUuid(), "after direct", {"bob"}});
    CHECK(created.invited == asBob());
    CHECK(created.states.at(0).memberCount == 1);
    CHECK(add(ada, group).invited == asBob());
    bob.send(direct, "hello");
    CHECK(add(ada, group).invited.empty());
    CHECK(bob.state(group).isMember);
    CHECK(audit(world.store) == std::vector<std::string>());
}

TEST_CASE_FIXTURE(Scene, "a refusal holds when the user comes to know the inviter or allows everybody")
{
    add(ada, group);
    const protocol::Invitations left = answer(bob, false);
    ada.askState(protocol::OpenDirect{"bob"});
    CHECK(add(ada, group).invited == asBob());
    bob.send(bob.askState(protocol::OpenDirect{"ada"}).id, "hello");
    CHECK(add(ada, group).invited == asBob());
    choose(bob, AddingPolicy::Everybody);
    CHECK(add(ada, group).invited == asBob());
    CHECK(invitationsOf(bob) == left);
    CHECK(ada.state(group).memberCount == 1);
    CHECK_MESSAGE(bob.ask<protocol::States>(protocol::GetStates{{group}}).states.empty(),
                  "bob has no row in the group");
    CHECK_MESSAGE(add(ada, ada.createGroup("other")).invited.empty(), "it holds for this group alone");
}

TEST_CASE_FIXTURE(Scene, "a user who joins by their own act has refused nothing; one who is added has")
{
    eve.askState(protocol::Join{group});
    add(ada, group);
    answer(bob, false);
    choose(bob, AddingPolicy::Everybody);
    CHECK(add(eve, group).invited.empty());
    bob.askState(protocol::Leave{group});
    CHECK_MESSAGE(add(ada, group).invited == asBob(), "eve's adding did not take the refusal back");
    CHECK(openOf(bob).empty());
    bob.askState(protocol::Join{group});
    bob.askState(protocol::Leave{group});
    CHECK(add(ada, group).invited.empty());
    bob.askState(protocol::Leave{group});

    choose(bob, AddingPolicy::Nobody);
    add(ada, group);
    answer(bob, false);
    add(eve, group);
    answer(bob, true);
    bob.askState(protocol::Leave{group});
    CHECK(add(ada, group).invited == asBob());
    CHECK_MESSAGE((openOf(bob) == std::vector{group}), "accepting is an act of their own, too");
}

TEST_CASE("the operator's choice applies to those who have not chosen, and devices are told what applies")
{
    Scene scene(asking(AddingPolicy::Nobody));
    using Settings = AccountSettings;
    CHECK(scene.bob.ask<Settings>(protocol::SetAccountSettings{}).adding == AddingPolicy::Nobody);
    CHECK(scene.bob.ask<Settings>(protocol::SetAccountSettings{.adding = AddingPolicy::Everybody}).adding
          == AddingPolicy::Everybody);
    CHECK(scene.phone.pushed<Settings>().back().adding == AddingPolicy::Everybody);
    scene.choose(scene.bob, AddingPolicy::Default);
    CHECK(scene.phone.pushed<Settings>().back().adding == AddingPolicy::Nobody);
    scene.bob.askState(protocol::OpenDirect{"ada"});
    CHECK(scene.add(scene.ada, scene.group).invited == scene.asBob());
    scene.world.reconfigure(asking(AddingPolicy::Known));
    CHECK(scene.bob.ask<Settings>(protocol::SetAccountSettings{}).adding == AddingPolicy::Known);
    CHECK(scene.add(scene.ada, scene.group).invited.empty());
}

TEST_CASE_FIXTURE(Scene, "accepting makes the user a member who has joined")
{
    add(ada, group);
    ada.send(group, "before");
    forgetPushes();
    const protocol::Invitations left = answer(bob, true);
    CHECK(left.invitations.empty());
    CHECK(left.version == 2);
    const auto states = bob.pushed<protocol::States>();
    REQUIRE(states.size() == 1);
    CHECK(states[0].states.at(0).isMember);
    CHECK(states[0].states.at(0).counts.unread == 0);
    const auto pushes = phone.pushes();
    CHECK(std::ranges::count(pushes, protocol::ServerFrame(left)) == 1);
    const Entry last = ada.pullAll(group).back();
    CHECK(fieldsOf(last.content).notice == NoticeKind::Joined);
    CHECK(last.author == bob.user);
    CHECK(ada.state(group).memberCount == 2);
    CHECK_MESSAGE((answer(bob, true) == left), "once more changes nothing");
    CHECK(ada.pullAll(group).back() == last);
    CHECK(bob.refused(protocol::AnswerInvitation{group, false}) == ErrorCode::NoSuchInvitation);
    CHECK(audit(world.store) == std::vector<std::string>());
}

TEST_CASE_FIXTURE(Scene,
                  "accepting leads into a group that nobody can join, and obeys the limit of memberships")
{
    const ConversationId closed =
        ada.askState(protocol::CreateGroup{world.freshUuid(), "closed", {}, false, true}).id;
    add(ada, closed);
    HubConfig full = asking();
    full.limits.maxMemberships = 1;
    bob.createGroup("own");
    world.reconfigure(full);
    CHECK(bob.refused(protocol::AnswerInvitation{closed, true}) == ErrorCode::TooManyMemberships);
    CHECK(openOf(bob) == std::vector{closed});
    world.reconfigure(asking());
    bob.ask<protocol::Invitations>(protocol::AnswerInvitation{closed, true});
    CHECK(bob.state(closed).isMember);
}

TEST_CASE_FIXTURE(Scene, "a refusal is told to nobody, and the inviter's answers stay the same")
{
    const protocol::States asked = add(ada, group);
    forgetPushes();
    const protocol::Invitations left = answer(bob, false);
    CHECK(left == protocol::Invitations{2, {}});
    CHECK(bob.pushes().empty());
    CHECK(phone.pushes() == std::vector<protocol::ServerFrame>{left});
    CHECK(ada.pushes().empty());
    CHECK((answer(bob, false) == left));
    CHECK(add(ada, group) == asked);
    CHECK_MESSAGE((invitationsOf(bob) == left), "the same inviter does not ask again");
    CHECK(bob.refused(protocol::AnswerInvitation{group, true}) == ErrorCode::NoSuchInvitation);
    ada.askState(protocol::Leave{group});
    CHECK(ada.askState(protocol::Join{group}).memberCount == 1);
    CHECK(add(ada, group).invited == asked.invited);
    CHECK(openOf(bob).empty());
    eve.askState(protocol::Join{group});
    add(eve, group);
    CHECK_MESSAGE((openOf(bob) == std::vector{group}), "another member may ask");
}

TEST_CASE_FIXTURE(Scene, "a second inviter does not add a second invitation")
{
    eve.askState(protocol::Join{group});
    const protocol::States first = add(ada, group);
    const auto open = invitationsOf(bob);
    CHECK(add(eve, group).invited == first.invited);
    CHECK(add(ada, group).invited == first.invited);
    CHECK(invitationsOf(bob) == open);
    ada.askState(protocol::Leave{group});
    add(eve, group);
    CHECK_MESSAGE(invitationsOf(bob).invitations.at(0).inviter.id == eve.user,
                  "an invitation that has ended is in nobody's way");
}

TEST_CASE_FIXTURE(Scene, "an invitation ends when the user joins or is added in another way")
{
    add(ada, group);
    forgetPushes();
    bob.askState(protocol::Join{group});
    CHECK(bob.pushed<protocol::Invitations>() == std::vector{protocol::Invitations{2, {}}});
    bob.askState(protocol::Leave{group});
    CHECK_MESSAGE(add(ada, group).invited == asBob(), "a former member is asked, too");
    choose(bob, AddingPolicy::Everybody);
    CHECK(add(ada, group).invited.empty());
    CHECK(openOf(bob).empty());
}

TEST_CASE_FIXTURE(Scene, "an invitation ends when its inviter may no longer add members")
{
    add(ada, group);
    ada.askState(protocol::Leave{group});
    ada.askState(protocol::Join{group});
    forgetPushes();
    CHECK_MESSAGE(bob.refused(protocol::AnswerInvitation{group, true}) == ErrorCode::NoSuchInvitation,
                  "of the membership in which ada asked nothing is left");
    CHECK(openOf(bob).empty());
    CHECK(invitationsOf(bob).version == 2);

    const ConversationId closed =
        ada.askState(protocol::CreateGroup{world.freshUuid(), "closed", {}, false, true}).id;
    choose(eve, AddingPolicy::Everybody);
    add(ada, closed, "eve");
    ada.askState(protocol::SetRole{closed, eve.user, Role::Moderator});
    add(eve, closed);
    CHECK(openOf(bob) == std::vector{closed});
    ada.askState(protocol::SetRole{closed, eve.user, Role::Member});
    CHECK(openOf(bob).empty());
}

TEST_CASE_FIXTURE(Scene, "a heartbeat finds that an invitation has ended, and tells all devices")
{
    add(ada, group);
    ada.askState(protocol::Leave{group});
    forgetPushes();
    bob.ask<protocol::HeartbeatAck>(protocol::Heartbeat{.digest = 0, .invitationsVersion = 1});
    const std::vector ended{protocol::Invitations{2, {}}};
    CHECK(bob.pushed<protocol::Invitations>() == ended);
    CHECK(phone.pushed<protocol::Invitations>() == ended);
    bob.ask<protocol::HeartbeatAck>(protocol::Heartbeat{.digest = 0, .invitationsVersion = 2});
    CHECK(bob.pushed<protocol::Invitations>().empty());
    bob.ask<protocol::HeartbeatAck>(protocol::Heartbeat{.digest = 0});
    CHECK(bob.pushed<protocol::Invitations>().empty());
}

TEST_CASE_FIXTURE(Scene, "Welcome has the invitations that the device does not hold, with the present title")
{
    add(ada, group);
    ada.askState(protocol::Rename{group, "renamed"});
    forgetPushes();
    protocol::Hello hello = phone.helloFrame();
    const auto welcome = [&](std::optional<std::uint64_t> version) {
        hello.invitationsVersion = version;
        return std::get<protocol::Welcome>(phone.ask(hello).front()).invitations;
    };
    CHECK_FALSE(welcome(std::nullopt));
    const auto known = welcome(1);
    REQUIRE(known);
    CHECK(known->version == 2);
    CHECK(known->invitations.at(0).title == "renamed");
    CHECK(bob.pushed<protocol::Invitations>() == std::vector{*known});
    CHECK(phone.pushed<protocol::Invitations>().empty());
    CHECK_FALSE(welcome(2));
}

TEST_CASE_FIXTURE(Scene, "a banned user is not invited, and a ban ends an invitation")
{
    bob.askState(protocol::Join{group});
    bob.askState(protocol::Leave{group});
    add(ada, group);
    ada.askState(protocol::RemoveMember{group, bob.user, true});
    CHECK(openOf(bob).empty());
    CHECK(ada.refused(protocol::AddMember{group, "bob"}) == ErrorCode::NotAllowed);
    ada.askState(protocol::RemoveMember{group, bob.user, false});
    CHECK_MESSAGE(openOf(bob).empty(), "the ended invitation does not come back");
}

TEST_CASE_FIXTURE(Scene, "a blocked user cannot invite; the ignored user's invitations are sent to devices")
{
    ignore(bob, ada, IgnoreLevel::Blocked);
    choose(bob, AddingPolicy::Everybody);
    forgetPushes();
    CHECK_MESSAGE(add(ada, group).invited == asBob(), "the answer is that of an invitation");
    const protocol::CreateGroup create{world.freshUuid(), "new", {"bob", "eve"}};
    const std::vector<User> both{{bob.user, "bob"}, {eve.user, "eve"}};
    CHECK(ada.ask<protocol::States>(create).invited == both);
    CHECK_MESSAGE((ada.ask<protocol::States>(create).invited == both), "also if the answer was lost");
    CHECK(bob.pushes().empty());
    CHECK(phone.pushes().empty());
    choose(bob, AddingPolicy::Known);
    ignore(bob, ada, IgnoreLevel::None);
    CHECK_MESSAGE((invitationsOf(bob) == protocol::Invitations()), "nothing was kept");
    ignore(bob, ada, IgnoreLevel::Ignored);
    CHECK(add(ada, group).invited == asBob());
    CHECK_MESSAGE((openOf(bob) == std::vector{group}), "devices hide it, so that it can come back at once");
}

TEST_CASE_FIXTURE(Scene, "the oldest of too many invitations ends, and inviters do not notice")
{
    std::vector<ConversationId> groups;
    for (std::size_t i = 0; i <= caps::maxInvitations; ++i) {
        groups.push_back(ada.createGroup("group"));
        CHECK(add(ada, groups.back()).invited == asBob());
    }
    groups.erase(groups.begin());
    CHECK(openOf(bob) == groups);
}

TEST_CASE_FIXTURE(Scene, "after many refusals the inviter of the oldest can ask again")
{
    std::vector<ConversationId> groups;
    for (std::size_t i = 0; i <= maxRefusedInvitations; ++i) {
        groups.push_back(ada.createGroup("group"));
        add(ada, groups.back());
        bob.ask<protocol::Invitations>(protocol::AnswerInvitation{groups.back(), false});
    }
    add(ada, groups.back());
    CHECK(openOf(bob).empty());
    add(ada, groups.front());
    CHECK(openOf(bob) == std::vector{groups.front()});
}

TEST_CASE_FIXTURE(Scene, "a failed commit leaves the invitations as they were")
{
    world.store.failNextCommit();
    CHECK(ada.refused(protocol::AddMember{group, "bob"}) == ErrorCode::Unavailable);
    CHECK(bob.pushes().empty());
    CHECK(openOf(bob).empty());
    add(ada, group);
    world.store.failNextCommit();
    CHECK(bob.refused(protocol::AnswerInvitation{group, true}) == ErrorCode::Unavailable);
    CHECK(world.store.invitations().of(bob.user).records.size() == 1);
    // Its sessions may have been notified of the group that the user has not joined.
    Client again{world, "bob"};
    again.token = bob.token;
    again.user = bob.user;
    again.hello();
    CHECK(openOf(again) == std::vector{group});
    CHECK(answer(again, true).invitations.empty());
    CHECK(again.state(group).isMember);
}

} // namespace tidemark::server::invitations_test
