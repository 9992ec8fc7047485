#include "tests/hub/hub_world.h"

namespace tidemark::server::membership_test {

using protocol::ErrorCode;

namespace {

struct People {
    HubWorld world;
    Client ada{world, "ada"};
    Client bob{world, "bob"};
    Client eve{world, "eve"};

    People()
    {
        ada.enter();
        bob.enter();
        eve.enter();
    }
    [[nodiscard]] Entry last(Client& client, ConversationId conversation)
    {
        return client.pullAll(conversation).back();
    }
};

} // namespace

TEST_CASE_FIXTURE(People, "a repeated request for a group returns the same group")
{
    const protocol::CreateGroup request{world.freshUuid(), "Zürich 中文", {"bob", "bob"}};
    const ConversationState created = ada.askState(request);
    CHECK(created.title == "Zürich 中文");
    CHECK(created.memberCount == 2);
    CHECK(created.logEpoch.isValid());
    CHECK(created.head == Seq(1));
    CHECK(created.counts.unread == 0);
    CHECK(ada.askState(request) == created);
    CHECK_MESSAGE(bob.askState(request).id != created.id,
                  "the same request of another user makes another group");
    CHECK(fieldsOf(last(ada, created.id).content).notice == NoticeKind::Created);
    CHECK(textOf(last(ada, created.id)) == "Zürich 中文");
}

TEST_CASE_FIXTURE(People, "a group with an unknown member or a bad title is not created")
{
    CHECK(ada.refused(protocol::CreateGroup{world.freshUuid(), "group", {"bob", "nobody"}})
          == ErrorCode::NoSuchUser);
    CHECK(ada.refused(protocol::CreateGroup{world.freshUuid(), "", {}}) == ErrorCode::TitleInvalid);
    CHECK(ada.refused(protocol::CreateGroup{world.freshUuid(), std::string(201, 'x'), {}})
          == ErrorCode::TitleInvalid);
    CHECK(ada.refused(protocol::CreateGroup{{}, "group", {}}) == ErrorCode::Malformed);
    CHECK(world.closed.contains(ada.target.connection));
    CHECK(bob.pushes().empty());
    CHECK(world.store.conversations().all().empty());
}

TEST_CASE_FIXTURE(People, "I5: the first message of a direct chat is unread, whoever opened it")
{
    const ConversationState chat = ada.askState(protocol::OpenDirect{"bob"});
    CHECK(chat.kind == ConversationKind::Direct);
    CHECK(chat.peer == bob.user);
    CHECK(bob.pushed<protocol::States>().front().users == std::vector<User>{{ada.user, "ada"}});
    CHECK(bob.askState(protocol::OpenDirect{"ada"}).id == chat.id);
    ada.send(chat.id, "hello");
    CHECK(bob.state(chat.id).counts.unread == 1);
    CHECK(bob.pushed<protocol::Notify>().size() == 1);
    CHECK(ada.refused(protocol::OpenDirect{"nobody"}) == ErrorCode::NoSuchUser);
    CHECK_MESSAGE((eve.refused(protocol::Join{chat.id}) == ErrorCode::NoSuchConversation),
                  "direct chats cannot be found by number");
    CHECK(ada.refused(protocol::Leave{chat.id}) == ErrorCode::NotAllowed);
    CHECK(ada.refused(protocol::AddMember{chat.id, "eve"}) == ErrorCode::NotAllowed);
    CHECK(ada.refused(protocol::Rename{chat.id, "ours"}) == ErrorCode::NotAllowed);
}

TEST_CASE_FIXTURE(People, "the error for a new group lists all unknown names")
{
    const auto error = ada.ask<protocol::Error>(
        protocol::CreateGroup{world.freshUuid(), "group", {"nobody", "bob", "no one"}});
    CHECK(error.code == ErrorCode::NoSuchUser);
    CHECK(error.detail == "nobody\nno one");
}

TEST_CASE_FIXTURE(People, "a chat with oneself has one member and no unread messages")
{
    const ConversationState chat = ada.askState(protocol::OpenDirect{"ada"});
    CHECK(chat.peer == ada.user);
    CHECK(chat.memberCount == 1);
    ada.send(chat.id, "note to self");
    CHECK(ada.state(chat.id).counts.unread == 0);
    CHECK(ada.askState(protocol::OpenDirect{"ada"}).id == chat.id);
}

TEST_CASE_FIXTURE(People, "I5: joining starts at the head, every time")
{
    const ConversationId group = ada.createGroup("group");
    for (int i = 0; i < 3; ++i) {
        ada.send(group, "before");
    }
    ConversationState joined = bob.askState(protocol::Join{group});
    CHECK(joined.generation == Generation(1));
    CHECK(joined.floor == Seq(5));
    CHECK(joined.counts.unread == 0);
    CHECK(fieldsOf(last(ada, group).content).notice == NoticeKind::Joined);
    CHECK(last(ada, group).author == bob.user);
    CHECK_MESSAGE((bob.askState(protocol::Join{group}) == joined), "joining again changes nothing");

    ada.send(group, "unread");
    const ConversationState leaving = bob.askState(protocol::Leave{group});
    CHECK_FALSE(leaving.isMember);
    CHECK_MESSAGE(leaving.counts.unread == 0, "a conversation that was left shows no badge");
    CHECK(fieldsOf(last(ada, group).content).notice == NoticeKind::Left);
    CHECK(bob.askState(protocol::Leave{group}) == leaving);
    CHECK(bob.refused(protocol::Pull{group, leaving.logEpoch, {}, {}, {}, 0}) == ErrorCode::NotMember);

    ada.send(group, "while away");
    joined = bob.askState(protocol::Join{group});
    CHECK(joined.generation == Generation(2));
    CHECK(joined.counts.unread == 0);
    CHECK(joined.floor == joined.head);
    ada.send(group, "again");
    CHECK(bob.state(group).counts.unread == 1);
    CHECK(bob.refused(protocol::Join{ConversationId(99)}) == ErrorCode::NoSuchConversation);
    CHECK(eve.refused(protocol::Leave{group}) == ErrorCode::NotMember);
}

TEST_CASE_FIXTURE(People, "settings survive leaving and coming back")
{
    const ConversationId group = ada.createGroup("group", {"bob"});
    bob.askState(protocol::SetSettings{group, Generation(1), {true, false, false}});
    bob.askState(protocol::Leave{group});
    CHECK(bob.askState(protocol::Join{group}).settings.muted);
}

TEST_CASE_FIXTURE(People, "members add others; added members are notified, and get everything from then on")
{
    const ConversationId group = ada.createGroup("group");
    CHECK(eve.refused(protocol::AddMember{group, "bob"}) == ErrorCode::NotMember);
    CHECK(ada.refused(protocol::AddMember{group, "nobody"}) == ErrorCode::NoSuchUser);
    CHECK(ada.askState(protocol::AddMember{group, "bob"}).memberCount == 2);
    CHECK(fieldsOf(last(ada, group).content).notice == NoticeKind::Added);
    CHECK(fieldsOf(last(ada, group).content).subject == bob.user);
    const auto states = bob.pushed<protocol::States>();
    REQUIRE(states.size() == 1);
    CHECK(states.front().states.front().isMember);
    const Seq head = ada.state(group).head;
    CHECK(ada.askState(protocol::AddMember{group, "bob"}).head == head);
    world.pass(Milliseconds(2000));
    ada.send(group, "welcome");
    CHECK(bob.pushed<protocol::Notify>().back().heads.front().head == Seq(3));
}

TEST_CASE_FIXTURE(People, "former members are not notified any more")
{
    const ConversationId group = ada.createGroup("group", {"bob"});
    bob.askState(protocol::Leave{group});
    bob.pushes();
    ada.send(group, "gone?");
    world.pass(Milliseconds(2000));
    CHECK(bob.pushes().empty());
}

TEST_CASE_FIXTURE(People, "a new title reaches the members")
{
    const ConversationId group = ada.createGroup("old", {"bob"});
    bob.pushes();
    CHECK(eve.refused(protocol::Rename{group, "mine"}) == ErrorCode::NotMember);
    CHECK(ada.refused(protocol::Rename{group, " "}) == ErrorCode::TitleInvalid);
    CHECK(ada.askState(protocol::Rename{group, "new"}).title == "new");
    CHECK(fieldsOf(last(bob, group).content).notice == NoticeKind::Renamed);
    CHECK(textOf(last(bob, group)) == "new");
    CHECK(bob.pushed<protocol::States>().back().states.front().title == "new");
    const Seq head = ada.state(group).head;
    CHECK(ada.askState(protocol::Rename{group, "new"}).head == head);
}

} // namespace tidemark::server::membership_test
