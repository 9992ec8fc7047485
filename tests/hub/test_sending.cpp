#include "tests/hub/hub_world.h"

namespace tidemark::server::sending_test {

using protocol::ErrorCode;

namespace {

struct Group {
    HubWorld world;
    Client ada{world, "ada"};
    Client bob{world, "bob"};
    Client eve{world, "eve"};
    ConversationId group;

    Group()
    {
        ada.enter();
        bob.enter();
        eve.enter();
        group = ada.createGroup("group", {"bob"});
        ada.pushes();
        bob.pushes();
    }

    [[nodiscard]] Entry entry(std::uint64_t seq) { return ada.pullAll(group).at(seq - 1); }
};

} // namespace

TEST_CASE_FIXTURE(Group, "I1: all members see the same order, without a gap")
{
    CHECK(ada.send(group, "one").seq == Seq(2));
    CHECK(bob.send(group, "two").seq == Seq(3));
    const RequestId third = bob.post(bob.message(group, "three"));
    const RequestId fourth = ada.post(ada.message(group, "four"));
    world.turn();
    CHECK(bob.answerTo<protocol::SendAck>(third).seq == Seq(4));
    CHECK(ada.answerTo<protocol::SendAck>(fourth).seq == Seq(5));
    std::vector<std::string> texts;
    for (const Entry& one : bob.pullAll(group)) {
        CHECK(one.seq == Seq(texts.size() + 1));
        texts.push_back(textOf(one));
    }
    CHECK(texts == std::vector<std::string>{"group", "one", "two", "three", "four"});
}

TEST_CASE_FIXTURE(Group, "I2: the same send again gives the same seq, another payload a conflict")
{
    protocol::Send send = ada.message(group, "once");
    const auto first = ada.ask<protocol::SendAck>(send);
    CHECK_FALSE(first.duplicate);
    world.pass(Milliseconds(5000));
    auto again = ada.ask<protocol::SendAck>(send);
    CHECK(again.duplicate);
    CHECK(again.at == first.at);
    CHECK(again.seq == first.seq);
    ada.ask<protocol::SendAck>(
        protocol::Send{group, world.freshUuid(), {}, content::Edit{first.seq, "edited since"}});
    CHECK(ada.ask<protocol::SendAck>(send).seq == first.seq);
    world.restart();
    ada.target.connection = world.connect();
    ada.hello();
    CHECK(ada.ask<protocol::SendAck>(send).seq == first.seq);
    std::get<content::Message>(send.content).text = "twice";
    CHECK(ada.refused(send) == ErrorCode::UuidConflict);
    CHECK_MESSAGE(ada.pullAll(group).size() == 3, "the log has the notice, the message and the edit");
}

TEST_CASE_FIXTURE(Group, "I2: uuids are each author's own, and a retry within one turn counts once")
{
    const protocol::Send send = ada.message(group, "hello");
    const RequestId first = ada.post(send);
    const RequestId second = ada.post(send);
    const RequestId others = bob.post(send);
    world.turn();
    CHECK(ada.answerTo<protocol::SendAck>(first).seq == Seq(2));
    CHECK(ada.answerTo<protocol::SendAck>(second).duplicate);
    CHECK(bob.answerTo<protocol::SendAck>(others).seq == Seq(3));
}

TEST_CASE_FIXTURE(Group, "an accepted message is still acknowledged after leaving")
{
    const protocol::Send send = bob.message(group, "last words");
    const auto first = bob.ask<protocol::SendAck>(send);
    bob.askState(protocol::Leave{group});
    CHECK(bob.ask<protocol::SendAck>(send).seq == first.seq);
    CHECK(bob.refused(bob.message(group, "more")) == ErrorCode::NotMember);
}

TEST_CASE_FIXTURE(Group, "a refused send says what is wrong with it")
{
    CHECK(eve.refused(eve.message(group, "let me in")) == ErrorCode::NotMember);
    CHECK(ada.refused(ada.message(ConversationId(99), "nowhere")) == ErrorCode::NoSuchConversation);
    CHECK(ada.refused(ada.message(group, "")) == ErrorCode::TextEmpty);
    CHECK(ada.refused(ada.message(group, std::string(world.config.limits.maxTextBytes + 1, 'x')))
          == ErrorCode::TextTooLong);
    protocol::Send send = ada.message(group, "answer to nothing");
    std::get<content::Message>(send.content).replyTo = Seq(44);
    CHECK(ada.refused(send) == ErrorCode::NoSuchEntry);
    std::get<content::Message>(send.content).replyTo = Seq(1);
    CHECK_MESSAGE(ada.refused(send) == ErrorCode::NoSuchEntry, "a notice cannot be answered");
    CHECK(ada.state(group).head == Seq(1));
}

TEST_CASE_FIXTURE(Group, "a malformed send ends the connection")
{
    protocol::Send nameless = ada.message(group, "without uuid");
    nameless.uuid = {};
    for (const protocol::Send& send : {nameless, ada.message(group, "\xff\xfe")}) {
        CHECK(ada.refused(send) == ErrorCode::Malformed);
        CHECK(world.closed.contains(ada.target.connection));
        ada.target.connection = world.connect();
        ada.hello();
    }
    CHECK(ada.state(group).head == Seq(1));
}

TEST_CASE_FIXTURE(Group, "pipelined sends keep their order when one of them is refused")
{
    protocol::Send first = ada.message(group, "");
    protocol::Send second = ada.message(group, "second");
    second.after = first.uuid;
    const RequestId one = ada.post(first);
    const RequestId two = ada.post(second);
    world.turn();
    CHECK(ada.answerTo<protocol::Error>(one).code == ErrorCode::TextEmpty);
    CHECK(ada.answerTo<protocol::Error>(two).code == ErrorCode::PredecessorMissing);
    std::get<content::Message>(first.content).text = "first";
    ada.post(first);
    const RequestId again = ada.post(second);
    world.turn();
    CHECK(ada.answerTo<protocol::SendAck>(again).seq == Seq(3));

    protocol::Send third = bob.message(group, "third, after somebody else's");
    third.after = second.uuid;
    CHECK(bob.ask<protocol::SendAck>(third).seq == Seq(4));
    protocol::Send fourth = bob.message(group, "after an old one");
    fourth.after = first.uuid;
    CHECK(bob.ask<protocol::SendAck>(fourth).seq == Seq(5));
}

TEST_CASE_FIXTURE(Group, "replies and mentions name users")
{
    bob.send(group, "question");
    protocol::Send send = ada.message(group, "answer");
    auto& content = std::get<content::Message>(send.content);
    content.replyTo = Seq(2);
    content.mentions = {bob.user, eve.user, bob.user, UserId(1234)};
    ada.ask<protocol::SendAck>(send);
    const Entry answer = entry(3);
    CHECK(fieldsOf(answer.content).replyTo == Seq(2));
    CHECK(fieldsOf(answer.content).replyToAuthor == bob.user);
    CHECK_MESSAGE((fieldsOf(answer.content).mentions == std::vector{bob.user}),
                  "only members can be mentioned");
    CHECK(bob.state(group).counts == ReadCounts{1, 1, 1});
    CHECK(bob.state(group).firstUnread == Seq(3));
    ada.send(group, "more");
    protocol::Send recall = ada.message(group, {});
    recall.content = content::Recall{Seq(3)};
    ada.ask<protocol::SendAck>(recall);
    CHECK(bob.state(group).counts == ReadCounts{1, 0, 0});
    CHECK(bob.state(group).firstUnread == Seq(4));
}

TEST_CASE_FIXTURE(Group, "I15: own messages are never unread")
{
    ada.send(group, "mine");
    CHECK(ada.state(group).counts == ReadCounts{0, 0});
    CHECK(ada.state(group).cursor.readSeq == Seq(1));
    CHECK(bob.state(group).counts == ReadCounts{1, 0});
}

TEST_CASE_FIXTURE(Group, "only the author edits and recalls a message, and no edit follows a recall")
{
    const Seq mine = ada.send(group, "tpyo").seq;
    const auto edit = [&](Seq target) {
        return protocol::Send{group, world.freshUuid(), {}, content::Edit{target, "typo"}};
    };
    const auto recall = [&](Seq target) {
        return protocol::Send{group, world.freshUuid(), {}, content::Recall{target}};
    };
    CHECK(bob.refused(edit(mine)) == ErrorCode::NotAllowed);
    CHECK(bob.refused(recall(mine)) == ErrorCode::NotAllowed);
    CHECK(ada.refused(edit(Seq(1))) == ErrorCode::NoSuchEntry);
    CHECK(ada.refused(recall(Seq(99))) == ErrorCode::NoSuchEntry);

    CHECK(ada.ask<protocol::SendAck>(edit(mine)).seq == Seq(3));
    CHECK(textOf(entry(2)) == "typo");
    CHECK(fieldsOf(entry(2).content).editedBy == Seq(3));
    CHECK(bob.state(group).counts.unread == 1);

    const protocol::Send request = recall(mine);
    CHECK(ada.ask<protocol::SendAck>(request).seq == Seq(4));
    CHECK(textOf(entry(2)).empty());
    CHECK(fieldsOf(entry(2).content).recalledBy == Seq(4));
    CHECK(fieldsOf(entry(4).content).targetAuthor == ada.user);
    CHECK(ada.ask<protocol::SendAck>(request).duplicate);
    CHECK(ada.refused(recall(mine)) == ErrorCode::AlreadyRecalled);
    CHECK(ada.refused(edit(mine)) == ErrorCode::AlreadyRecalled);
    CHECK(bob.state(group).counts.unread == 0);
}

TEST_CASE_FIXTURE(Group, "I8: a recall says for each reader whether it removes a mention")
{
    bob.askState(protocol::AddMember{group, "eve"});
    protocol::Send send = ada.message(group, "bob?");
    std::get<content::Message>(send.content).mentions = {bob.user};
    const Seq seq = ada.ask<protocol::SendAck>(send).seq;
    ada.recall(group, seq);
    const Entry forBob = bob.pullAll(group).back();
    CHECK(forBob.kind() == EntryKind::Recall);
    CHECK(fieldsOf(forBob.content).targetMentionsReader);
    CHECK(fieldsOf(forBob.content).mentions.empty());
    CHECK_FALSE(fieldsOf(eve.pullAll(group).back().content).targetMentionsReader);
    CHECK_MESSAGE((fieldsOf(bob.pullAll(group).at(2).content).mentions == std::vector{bob.user}),
                  "the emptied message still counts until its recall");
}

TEST_CASE_FIXTURE(Group, "uuids are sent to their author only")
{
    const protocol::Send send = ada.message(group, "mine");
    ada.ask<protocol::SendAck>(send);
    CHECK(ada.pullAll(group).back().uuid == send.uuid);
    CHECK_FALSE(bob.pullAll(group).back().uuid.isValid());
}

} // namespace tidemark::server::sending_test
