#include "tests/hub/hub_world.h"

#include <algorithm>

namespace tidemark::server::members_test {

using protocol::ErrorCode;

namespace {

/// Ada has sent three messages (seq 2..4) to a group with bob. Eve is not a member.
struct Group {
    HubWorld world;
    Client ada{world, "ada"};
    Client bob{world, "bob"};
    Client eve{world, "eve"};
    ConversationId group;

    Group()
    {
        for (Client* client : {&ada, &bob, &eve}) {
            client->enter();
        }
        group = ada.createGroup("group", {"bob"});
        for (int i = 0; i < 3; ++i) {
            ada.send(group, "message");
        }
        forgetPushes();
    }
    void forgetPushes()
    {
        for (Client* client : {&ada, &bob, &eve}) {
            client->pushes();
        }
    }
    protocol::Members members(Client& asker, UserId after = {}, std::uint32_t limit = 0)
    {
        return asker.ask<protocol::Members>(protocol::GetMembers{group, after, limit});
    }
    protocol::Member shown(UserId user)
    {
        const protocol::Members all = members(ada);
        const auto found = std::find_if(all.members.begin(), all.members.end(),
                                        [user](const protocol::Member& one) { return one.user.id == user; });
        REQUIRE(found != all.members.end());
        return *found;
    }
    void makePrivate() { bob.ask<AccountSettings>(protocol::SetAccountSettings{ReceiptPrivacy::Private}); }
    void type(Client& who, ConversationId where)
    {
        who.post(protocol::Typing{where});
        world.turn();
    }
};

} // namespace

TEST_CASE_FIXTURE(Group, "members come with their names and with the positions that they show as read")
{
    CHECK(members(ada).memberCount == 2);
    CHECK(shown(bob.user).user.name == "bob");
    CHECK_FALSE(shown(bob.user).seen.isValid());
    CHECK_FALSE(shown(bob.user).seenAll);
    bob.read(group, 3);
    const protocol::Member halfway = shown(bob.user);
    CHECK(halfway.seen == Seq(3));
    CHECK(halfway.seenAt.value > 0);
    CHECK(halfway.seenSentAt == ada.pullAll(group)[2].at);
    CHECK_FALSE(halfway.seenAll);
    bob.read(group, 4);
    CHECK(shown(bob.user).seenAll);
    CHECK_MESSAGE(shown(ada.user).seenAll, "own messages need not be read");
    ada.recall(group, ada.send(group, "a slip").seq);
    CHECK_MESSAGE(shown(bob.user).seenAll, "recalled messages and recalls need not be read");
    ada.send(group, "one more");
    CHECK_FALSE(shown(bob.user).seenAll);
}

TEST_CASE_FIXTURE(Group, "a later member need not read earlier messages")
{
    ada.askState(protocol::AddMember{group, "eve"});
    CHECK(shown(eve.user).seenAll);
    ada.send(group, "welcome");
    CHECK_FALSE(shown(eve.user).seenAll);
}

TEST_CASE_FIXTURE(Group, "only members may list the members")
{
    CHECK(eve.refused(protocol::GetMembers{group}) == ErrorCode::NotMember);
    CHECK(eve.refused(protocol::GetMembers{ConversationId(99)}) == ErrorCode::NoSuchConversation);
    bob.ask(protocol::Leave{group});
    CHECK(bob.refused(protocol::GetMembers{group}) == ErrorCode::NotMember);
    const protocol::Members left = members(ada);
    CHECK(left.memberCount == 1);
    CHECK(left.members.size() == 1);
}

TEST_CASE_FIXTURE(Group, "I7: private reading changes neither position nor time in the list of members")
{
    bob.read(group, 2);
    const protocol::Member before = shown(bob.user);
    makePrivate();
    CHECK_MESSAGE((shown(bob.user) == before), "others do not learn that reading is private now");
    world.pass(Milliseconds(60000));
    bob.read(group, 4);
    CHECK(shown(bob.user) == before);
    protocol::Read late{{{group, Generation(1), {0, Seq(4)}}}};
    late.intents.front().isPrivate = true;
    bob.ask<AccountSettings>(protocol::SetAccountSettings{ReceiptPrivacy::Public});
    bob.ask(late);
    CHECK_MESSAGE((shown(bob.user) == before), "a private read stays private");
}

TEST_CASE_FIXTURE(Group, "members come page by page, ascending")
{
    eve.askState(protocol::Join{group});
    const protocol::Members first = members(bob, {}, 2);
    REQUIRE(first.members.size() == 2);
    CHECK(first.memberCount == 3);
    CHECK(first.members[0].user.id < first.members[1].user.id);
    const protocol::Members second = members(bob, first.members[1].user.id, 2);
    REQUIRE(second.members.size() == 1);
    CHECK(second.members[0].user.id > first.members[1].user.id);
    CHECK(members(bob, second.members[0].user.id).members.empty());
}

TEST_CASE_FIXTURE(Group, "no page of members is longer than the limit")
{
    for (std::uint32_t i = 0; i <= protocol::GetMembers::maxMembers; ++i) {
        Client one(world, "member" + std::to_string(i));
        one.enter();
        one.askState(protocol::Join{group});
    }
    CHECK(members(ada).members.size() == protocol::GetMembers::maxMembers);
    CHECK(members(ada, {}, 100000).members.size() == protocol::GetMembers::maxMembers);
    CHECK(members(ada).memberCount == protocol::GetMembers::maxMembers + 3);
}

TEST_CASE_FIXTURE(Group, "delivered is sent except in large conversations, which do not store it")
{
    const LogEpoch epoch = bob.state(group).logEpoch;
    bob.ask<protocol::Done>(protocol::Delivered{{{group, epoch, Seq(4)}}});
    CHECK(shown(bob.user).delivered == Seq(4));
    world.config.limits.receiptMembers = 1;
    world.restart();
    Client later(world, "ada");
    later.token = ada.token;
    later.hello();
    for (const protocol::Member& one : members(later).members) {
        CHECK_FALSE(one.delivered.isValid());
    }
}

TEST_CASE_FIXTURE(Group, "typing reaches the devices of other members alone, and has no answer")
{
    Client phone{world, "bob"};
    phone.token = bob.token;
    phone.hello();
    Client tablet{world, "ada"};
    tablet.token = ada.token;
    tablet.hello();
    forgetPushes();
    const RequestId request = ada.post(protocol::Typing{group});
    world.turn();
    const std::vector received{protocol::TypingNow{group, {ada.user, "ada"}}};
    CHECK(bob.pushed<protocol::TypingNow>() == received);
    CHECK(phone.pushed<protocol::TypingNow>() == received);
    CHECK(ada.answersTo(request).empty());
    CHECK(ada.pushes().empty());
    CHECK(tablet.pushes().empty());
    CHECK(eve.pushes().empty());
    type(eve, group);
    CHECK(bob.pushes().empty());
    CHECK_MESSAGE(world.inbox[eve.target].empty(), "eve gets no refusal either");
}

TEST_CASE_FIXTURE(Group, "typing changes nothing stored")
{
    const ConversationState before = bob.state(group);
    const protocol::Members members = this->members(ada);
    type(bob, group);
    CHECK(bob.state(group) == before);
    CHECK(this->members(ada) == members);
}

TEST_CASE_FIXTURE(Group, "typing is not sent in large conversations, nor without limit")
{
    int received = 0;
    for (int i = 0; i < 1000; ++i) {
        type(ada, group);
        received += static_cast<int>(bob.pushed<protocol::TypingNow>().size());
    }
    CHECK(received > 10);
    CHECK(received < 1000);
    CHECK(ada.pushes().empty());
    world.config.limits.receiptMembers = 1;
    world.restart();
    Client first(world, "ada");
    Client second(world, "bob");
    first.token = ada.token;
    second.token = bob.token;
    first.hello();
    second.hello();
    type(first, group);
    CHECK(second.pushed<protocol::TypingNow>().empty());
}

TEST_CASE_FIXTURE(Group, "I12: a failed commit does not answer typing either")
{
    world.store.failNextCommit();
    const RequestId request = ada.post(protocol::Typing{group});
    world.turn();
    CHECK(ada.answersTo(request).empty());
}

} // namespace tidemark::server::members_test
