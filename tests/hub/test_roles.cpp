#include "tests/hub/hub_world.h"

#include <algorithm>
#include <map>

namespace tidemark::server::roles_test {

using protocol::ErrorCode;

namespace {

/// Ada owns a group with bob and cat. Eve is in no group.
struct Roles {
    HubWorld world;
    Client ada{world, "ada"};
    Client bob{world, "bob"};
    Client cat{world, "cat"};
    Client eve{world, "eve"};
    ConversationId group;

    Roles()
    {
        for (Client* client : {&ada, &bob, &cat, &eve}) {
            client->enter();
        }
        group = ada.createGroup("group", {"bob", "cat"});
        forgetPushes();
    }
    void forgetPushes()
    {
        for (Client* client : {&ada, &bob, &cat, &eve}) {
            client->pushes();
        }
    }
    ConversationState give(Client& by, Client& to, Role role)
    {
        return by.askState(protocol::SetRole{group, to.user, role});
    }
    [[nodiscard]] Role roleOf(const Client& client)
    {
        return world.store.members().find(group, client.user)->role;
    }
    [[nodiscard]] protocol::RemoveMember removing(const Client& whom, bool banned = false) const
    {
        return {group, whom.user, banned};
    }
    [[nodiscard]] std::size_t seenBy(Client& client) { return client.pullAll(group).size(); }
};

} // namespace

TEST_CASE_FIXTURE(Roles, "the creator of a group owns it and gives roles, and members are notified")
{
    CHECK(ada.state(group).role == Role::Owner);
    CHECK(bob.state(group).role == Role::Member);
    const std::uint64_t version = bob.state(group).version;
    give(ada, bob, Role::Moderator);
    const auto received = bob.pushed<protocol::States>();
    REQUIRE(received.size() == 1);
    CHECK(received.front().states.front().role == Role::Moderator);
    CHECK_MESSAGE(received.front().states.front().version == version + 1, "I8: another value, another stamp");
    give(ada, bob, Role::Moderator);
    CHECK_MESSAGE(bob.pushes().empty(), "giving the same role again changes nothing");
    const auto members = cat.ask<protocol::Members>(protocol::GetMembers{group}).members;
    REQUIRE(members.size() == 3);
    CHECK(members[0].role == Role::Owner);
    CHECK(members[1].role == Role::Moderator);
    CHECK(members[2].role == Role::Member);
    CHECK(bob.refused(protocol::SetRole{group, cat.user, Role::Moderator}) == ErrorCode::NotAllowed);
    CHECK(ada.refused(protocol::SetRole{group, eve.user, Role::Moderator}) == ErrorCode::NoSuchUser);
}

TEST_CASE_FIXTURE(Roles, "a group with members has an owner")
{
    CHECK(ada.refused(protocol::SetRole{group, ada.user, Role::Member}) == ErrorCode::NotAllowed);
    give(ada, bob, Role::Owner);
    CHECK(give(ada, ada, Role::Member).role == Role::Member);
    CHECK(roleOf(bob) == Role::Owner);

    give(bob, cat, Role::Moderator);
    cat.pushes();
    bob.askState(protocol::Leave{group});
    CHECK_MESSAGE(roleOf(cat) == Role::Owner, "a moderator becomes owner before a member");
    CHECK(cat.pushed<protocol::States>().back().states.front().role == Role::Owner);
    CHECK_MESSAGE(roleOf(bob) == Role::Member, "a former member has no role");
    cat.askState(protocol::Leave{group});
    CHECK_MESSAGE(roleOf(ada) == Role::Owner, "no moderator is left");
    ada.askState(protocol::Leave{group});
    CHECK(eve.askState(protocol::Join{group}).role == Role::Owner);
    CHECK(bob.askState(protocol::Join{group}).role == Role::Member);
}

TEST_CASE_FIXTURE(Roles, "one of several owners leaves the others as they are")
{
    give(ada, cat, Role::Owner);
    ada.askState(protocol::Leave{group});
    CHECK(roleOf(bob) == Role::Member);
    CHECK(roleOf(cat) == Role::Owner);
}

TEST_CASE_FIXTURE(Roles, "a removed member is notified once, then no more, and may come back")
{
    give(ada, bob, Role::Moderator);
    forgetPushes();
    CHECK(bob.askState(removing(cat)).memberCount == 2);
    const Entry notice = ada.pullAll(group).back();
    CHECK(fieldsOf(notice.content).notice == NoticeKind::Removed);
    CHECK(notice.author == bob.user);
    CHECK(fieldsOf(notice.content).subject == cat.user);
    const auto received = cat.pushed<protocol::States>();
    REQUIRE(received.size() == 1);
    CHECK_FALSE(received.front().states.front().isMember);
    ada.send(group, "among ourselves");
    world.pass(Milliseconds(2000));
    CHECK(cat.pushes().empty());
    CHECK((cat.refused(cat.message(group, "me too")) == ErrorCode::NotMember));
    const Seq head = ada.state(group).head;
    CHECK_MESSAGE((bob.askState(removing(cat)).head == head), "removing a former member writes no notice");
    CHECK(cat.askState(protocol::Join{group}).generation == Generation(2));
}

TEST_CASE_FIXTURE(Roles, "members cannot remove equals, nor themselves")
{
    give(ada, bob, Role::Moderator);
    CHECK(bob.refused(removing(ada)) == ErrorCode::NotAllowed);
    CHECK(bob.refused(removing(bob)) == ErrorCode::NotAllowed);
    give(ada, cat, Role::Moderator);
    CHECK(bob.refused(removing(cat)) == ErrorCode::NotAllowed);
    CHECK_FALSE(ada.askState(removing(cat)).memberCount == 3);
    give(ada, bob, Role::Owner);
    CHECK(ada.refused(removing(bob)) == ErrorCode::NotAllowed);
    CHECK(ada.refused(removing(eve)) == ErrorCode::NoSuchUser);
}

TEST_CASE_FIXTURE(Roles, "a banned user neither joins nor is added, until the ban is lifted")
{
    ada.askState(removing(cat, true));
    CHECK(cat.refused(protocol::Join{group}) == ErrorCode::NotAllowed);
    CHECK(ada.refused(protocol::AddMember{group, "cat"}) == ErrorCode::NotAllowed);
    const Seq head = ada.state(group).head;
    ada.askState(removing(cat, false));
    CHECK_MESSAGE((ada.state(group).head == head), "lifting a ban writes no notice");
    CHECK(cat.askState(protocol::Join{group}).isMember);

    cat.askState(protocol::Leave{group});
    ada.askState(removing(cat, true));
    CHECK_MESSAGE((cat.refused(protocol::Join{group}) == ErrorCode::NotAllowed),
                  "a former member can be banned, too");
}

TEST_CASE_FIXTURE(Roles, "direct chats and channels have no such rights")
{
    const ConversationId chat = ada.askState(protocol::OpenDirect{"bob"}).id;
    CHECK(ada.refused(protocol::RemoveMember{chat, bob.user}) == ErrorCode::NotAllowed);
    CHECK(ada.refused(protocol::SetRole{chat, bob.user, Role::Owner}) == ErrorCode::NotAllowed);
    const ConversationId channel = ada.askState(protocol::CreateChannel{world.freshUuid(), "channel"}).id;
    bob.askState(protocol::Follow{channel});
    CHECK(ada.state(channel).role == Role::Owner);
    CHECK(ada.refused(protocol::RemoveMember{channel, bob.user}) == ErrorCode::NotAllowed);
}

TEST_CASE_FIXTURE(Roles, "entries from before a member joined are hidden")
{
    const Seq secret = ada.send(group, "before eve").seq;
    const ConversationState joined = eve.askState(protocol::Join{group});
    CHECK(joined.floor == joined.head);
    CHECK(joined.trimmedThrough == secret);
    const auto range = eve.ask<protocol::Range>(protocol::Pull{group, joined.logEpoch, {}, {}, {}, 0});
    CHECK(range.after == secret);
    REQUIRE_MESSAGE(range.entries.size() == 1, "eve pulls only the notice of her joining");
    CHECK(fieldsOf(range.entries.front().content).notice == NoticeKind::Joined);
    for (const protocol::PullFrom from : {protocol::PullFrom::End, protocol::PullFrom::Around}) {
        const auto page =
            eve.ask<protocol::Range>(protocol::Pull{group, joined.logEpoch, {}, {}, secret, 9, from});
        CHECK(page.entries == range.entries);
    }
    CHECK(eve.refused(protocol::GetReaders{group, secret}) == ErrorCode::NoSuchEntry);
    protocol::Send answer = eve.message(group, "to what I did not see");
    std::get<content::Message>(answer.content).replyTo = secret;
    CHECK(eve.refused(answer) == ErrorCode::NoSuchEntry);
    for (const Seq probed : {secret, previous(secret)}) { // a message, and an entry of another kind
        protocol::Send change = eve.message(group, "");
        change.content = content::Recall{probed};
        CHECK(eve.refused(change) == ErrorCode::NoSuchEntry);
        change.content = content::Edit{probed, "changed"};
        CHECK(eve.refused(change) == ErrorCode::NoSuchEntry);
    }
    CHECK_MESSAGE(seenBy(bob) == joined.head.value, "a member from the start sees all entries");
}

TEST_CASE_FIXTURE(Roles, "entries from a member's absence are hidden, and so are earlier ones")
{
    bob.askState(protocol::Leave{group});
    const Seq secret = ada.send(group, "without bob").seq;
    CHECK(ada.askState(protocol::AddMember{group, "bob"}).head > secret);
    CHECK(bob.state(group).trimmedThrough == secret);
    CHECK(seenBy(bob) == 1);
}

TEST_CASE_FIXTURE(Roles, "the times of hidden entries are hidden too")
{
    const Seq secret = ada.send(group, "before eve").seq;
    bob.read(group, secret.value);
    eve.askState(protocol::Join{group});
    const auto bobAsSeenBy = [&](Client& asker) {
        const auto answer = asker.ask<protocol::Members>(protocol::GetMembers{group});
        return *std::find_if(answer.members.begin(), answer.members.end(),
                             [&](const protocol::Member& member) { return member.user.id == bob.user; });
    };
    CHECK(bobAsSeenBy(cat).seenSentAt > UnixMs{});
    CHECK(bobAsSeenBy(eve).seenSentAt == UnixMs{});
    const Seq shown = ada.send(group, "with eve").seq;
    bob.read(group, shown.value);
    CHECK(bobAsSeenBy(eve).seenSentAt > UnixMs{});
}

TEST_CASE_FIXTURE(Roles, "own messages of an earlier membership can still be recalled")
{
    const Seq own = bob.send(group, "mine").seq;
    bob.askState(protocol::Leave{group});
    ada.askState(protocol::AddMember{group, "bob"});
    REQUIRE(bob.state(group).trimmedThrough > own);
    CHECK(bob.recall(group, own).seq > own);
}

TEST_CASE_FIXTURE(Roles, "a former member gets the group as it was then")
{
    for (Client* client : {&bob, &cat}) {
        client->pushes();
    }
    ada.send(group, "last that bob sees");
    bob.askState(protocol::Leave{group});
    ada.askState(removing(cat, true));
    std::map<Client*, ConversationState> then;
    for (Client* client : {&bob, &cat}) {
        then[client] = client->state(group);
        CHECK(then[client].title == "group");
        CHECK(then[client].memberCount == 0);
        CHECK_FALSE(then[client].seenByOthers.isValid());
        CHECK_FALSE(then[client].deliveredToOthers.isValid());
        client->pushes();
    }
    CHECK_MESSAGE(then[&bob].head < then[&cat].head, "each former member keeps the head at leaving");

    world.pass(Milliseconds(60000));
    ada.askState(protocol::Rename{group, "without them"});
    ada.askState(protocol::AddMember{group, "eve"});
    ada.recall(group, ada.send(group, "not for bob").seq);
    eve.read(group, ada.state(group).head.value);
    for (Client* client : {&bob, &cat}) {
        CHECK(client->state(group) == then[client]);
        CHECK(client->pushes().empty());
        const HeldState held{group, then[client].logEpoch, then[client].head, then[client].cursor,
                             then[client].version};
        CHECK_MESSAGE(client->ask<protocol::States>(protocol::Sync{{held}}).states.empty(),
                      "I8: the state of a former member does not change");
    }
    ada.askState(removing(cat, false));
    CHECK_MESSAGE(cat.state(group).title == "group", "lifting a ban makes nobody a member");
    const ConversationState back = cat.askState(protocol::Join{group});
    CHECK(back.title == "without them");
    CHECK(back.memberCount == 3);
    CHECK(back.head == ada.state(group).head);
}

TEST_CASE_FIXTURE(Roles, "an invite-only group cannot be joined")
{
    protocol::CreateGroup request{world.freshUuid(), "invited", {"bob", "cat"}};
    request.inviteOnly = true;
    const ConversationId invited = ada.askState(request).id;
    CHECK_MESSAGE(eve.refused(protocol::Join{invited}) == eve.refused(protocol::Join{ConversationId(99)}),
                  "eve does not learn whether the group exists");
    CHECK(bob.refused(protocol::AddMember{invited, "eve"}) == ErrorCode::NotAllowed);
    CHECK(bob.askState(protocol::Join{invited}).isMember);
    bob.askState(protocol::Leave{invited});
    CHECK(bob.refused(protocol::Join{invited}) == ErrorCode::NotAllowed);

    ada.askState(protocol::AddMember{invited, "eve"});
    CHECK(eve.state(invited).isMember);
    ada.askState(protocol::SetRole{invited, cat.user, Role::Moderator});
    cat.askState(protocol::AddMember{invited, "bob"});
    CHECK(bob.state(invited).isMember);
}

TEST_CASE_FIXTURE(Roles, "a group may be made with an open history")
{
    const ConversationId open = ada.askState(protocol::CreateGroup{world.freshUuid(), "open", {}, true}).id;
    ada.send(open, "for all");
    const ConversationState joined = eve.askState(protocol::Join{open});
    CHECK(joined.trimmedThrough == Seq());
    CHECK_MESSAGE(joined.floor == joined.head, "earlier messages are visible, but not unread");
    CHECK(eve.pullAll(open).size() == joined.head.value);
}

} // namespace tidemark::server::roles_test
