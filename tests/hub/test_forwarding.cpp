#include "server-stub/hub/contract/audit.h"
#include "server-stub/hub/contract/request_cost.h"
#include "tests/hub/hub_world.h"

#include <algorithm>
#include <utility>

namespace tidemark::server::forwarding_test {

using protocol::ErrorCode;

namespace {

/// Ada and Bob are in `from`, Bob and Cleo in `to`.
struct Forwarding {
    HubWorld world;
    Client ada{world, "ada"};
    Client bob{world, "bob"};
    Client cleo{world, "cleo"};
    ConversationId from;
    ConversationId to;

    Forwarding()
    {
        ada.enter();
        bob.enter();
        cleo.enter();
        from = ada.createGroup("from", {"bob"});
        to = bob.createGroup("to", {"cleo"});
    }

    [[nodiscard]] LogEpoch epochOf(ConversationId conversation)
    {
        return world.store.conversations().find(conversation)->logEpoch;
    }
    [[nodiscard]] protocol::Send forward(Seq seq, ConversationId source, ConversationId target)
    {
        const ForwardSource place{source, epochOf(source), seq};
        return {target, world.freshUuid(), {}, content::Message{.source = place}};
    }
    [[nodiscard]] protocol::Send forward(Seq seq) { return forward(seq, from, to); }
    [[nodiscard]] Entry last(Client& reader, ConversationId conversation)
    {
        return reader.pullAll(conversation).back();
    }
    [[nodiscard]] static content::Message messageIn(const Entry& entry)
    {
        REQUIRE(entry.as<content::Message>() != nullptr);
        return *entry.as<content::Message>();
    }
};

} // namespace

TEST_CASE_FIXTURE(Forwarding, "a forwarded message has the words, the author and the time of the log")
{
    const Seq said = ada.send(from, "the plan").seq;
    const UnixMs at = last(bob, from).at;
    protocol::Send request = forward(said);
    // The sender's own copy of the words is not believed.
    auto& copy = std::get<content::Message>(request.content);
    copy.text = "what ada never said";
    copy.mentionsAll = true;
    copy.mentions = {cleo.user};
    copy.forwarded = {cleo.user, UnixMs{1}};
    world.pass(Milliseconds(5000));
    const Seq seq = bob.ask<protocol::SendAck>(request).seq;

    const Entry entry = last(cleo, to);
    CHECK(entry.seq == seq);
    CHECK(entry.author == bob.user);
    CHECK(entry.at > at);
    CHECK(messageIn(entry) == content::Message{.text = "the plan", .forwarded = {ada.user, at}});
    CHECK(audit(world.store) == std::vector<std::string>());
}

TEST_CASE_FIXTURE(Forwarding, "I4: a forwarded message counts like a message of the one who forwards it")
{
    const Seq said = ada.send(from, "look, @cleo and @all").seq;
    const ConversationState before = cleo.state(to);
    bob.ask<protocol::SendAck>(forward(said));
    const ConversationState after = cleo.state(to);
    CHECK(after.counts.unread == before.counts.unread + 1);
    CHECK_MESSAGE(after.counts.mentions == 0, "the old words mention nobody");
    CHECK(after.counts.replies == 0);
    CHECK_MESSAGE(bob.state(to).counts.unread == 0, "an own message is not unread (I15)");
    const content::Message message = messageIn(last(cleo, to));
    CHECK(message.mentions.empty());
    CHECK_FALSE(message.mentionsAll);
}

TEST_CASE_FIXTURE(Forwarding, "a forwarded answer answers nothing, and an action stays one")
{
    const Seq said = ada.send(from, "shall we?").seq;
    protocol::Send answer = ada.message(from, "yes");
    answer.content = content::Message{.text = "nods", .isAction = true, .replyTo = said};
    const Seq nod = ada.ask<protocol::SendAck>(answer).seq;
    bob.ask<protocol::SendAck>(forward(nod));
    const content::Message message = messageIn(last(cleo, to));
    CHECK(message.isAction);
    CHECK_FALSE(message.replyTo.isValid());
    CHECK_FALSE(message.replyToAuthor.isValid());
}

TEST_CASE_FIXTURE(Forwarding, "a forward of a forward keeps who said it first, and when")
{
    const Seq said = ada.send(from, "the plan").seq;
    const Forwarded first{ada.user, last(bob, from).at};
    world.pass(Milliseconds(1000));
    const Seq once = bob.ask<protocol::SendAck>(forward(said)).seq;
    world.pass(Milliseconds(1000));
    const ConversationId third = cleo.createGroup("third", {"bob"});
    cleo.ask<protocol::SendAck>(forward(once, to, third));
    const Entry entry = last(bob, third);
    CHECK(entry.author == cleo.user);
    CHECK(messageIn(entry).forwarded == first);
}

TEST_CASE_FIXTURE(Forwarding, "the names of those who said something come with the entries")
{
    bob.ask<protocol::SendAck>(forward(ada.send(from, "the plan").seq));
    const auto range = cleo.ask<protocol::Range>(protocol::Pull{to, epochOf(to), {}, {}, {}, 0});
    const auto named = std::count_if(range.users.begin(), range.users.end(), [&](const User& user) {
        return user == User{ada.user, "ada"};
    });
    CHECK(named == 1);
}

TEST_CASE_FIXTURE(Forwarding, "only what the sender can read is forwarded")
{
    const Seq hidden = ada.send(from, "before cleo").seq;
    CHECK_MESSAGE(cleo.refused(forward(hidden)) == ErrorCode::NotMember, "of the source");
    CHECK_MESSAGE(ada.refused(forward(hidden)) == ErrorCode::NotMember, "of the target");
    ada.askState(protocol::AddMember{from, "cleo"});
    CHECK(cleo.refused(forward(hidden)) == ErrorCode::NoSuchEntry);
    const Seq seen = ada.send(from, "for all").seq;
    cleo.ask<protocol::SendAck>(forward(seen));

    CHECK(bob.refused(forward(Seq(99))) == ErrorCode::NoSuchEntry);
    CHECK_MESSAGE(bob.refused(forward(Seq(1))) == ErrorCode::NoSuchEntry, "a notice");
    const protocol::Send nowhere{
        to, world.freshUuid(), {}, content::Message{.source = {ConversationId(77), LogEpoch(1), Seq(1)}}};
    CHECK(bob.refused(nowhere) == ErrorCode::NoSuchConversation);
    protocol::Send other = forward(seen);
    std::get<content::Message>(other.content).source.logEpoch = LogEpoch(12345);
    CHECK(bob.refused(other) == ErrorCode::LogEpochChanged);

    cleo.askState(protocol::ClearHistory{from, epochOf(from), cleo.state(from).generation, seen});
    CHECK(cleo.refused(forward(seen)) == ErrorCode::NoSuchEntry);
    cleo.askState(protocol::Leave{from});
    CHECK(cleo.refused(forward(ada.send(from, "after cleo").seq)) == ErrorCode::NotMember);
}

TEST_CASE_FIXTURE(Forwarding,
                  "a recalled or trimmed message is not forwarded; what was forwarded before stays")
{
    const Seq said = ada.send(from, "oops").seq;
    const protocol::Send request = forward(said);
    const Seq seq = bob.ask<protocol::SendAck>(request).seq;
    ada.recall(from, said);
    CHECK(bob.refused(forward(said)) == ErrorCode::AlreadyRecalled);
    CHECK(messageIn(last(cleo, to)).text == "oops");
    const auto again = bob.ask<protocol::SendAck>(request);
    CHECK_MESSAGE(again.duplicate, "I2: the repetition finds the entry, not the source");
    CHECK(again.seq == seq);

    const Seq old = ada.send(from, "old").seq;
    world.store.begin();
    world.store.log().trim(from, old);
    CHECK(world.store.commit());
    CHECK(bob.refused(forward(old)) == ErrorCode::NoSuchEntry);
}

TEST_CASE_FIXTURE(Forwarding,
                  "an edited message is forwarded as it is then, and a later edit changes nothing")
{
    const Seq said = ada.send(from, "frist").seq;
    ada.ask<protocol::SendAck>(protocol::Send{from, world.freshUuid(), {}, content::Edit{said, "first"}});
    bob.ask<protocol::SendAck>(forward(said));
    ada.ask<protocol::SendAck>(protocol::Send{from, world.freshUuid(), {}, content::Edit{said, "second"}});
    const content::Message message = messageIn(last(cleo, to));
    CHECK(message.text == "first");
    CHECK_FALSE(message.editedBy.isValid());
}

TEST_CASE_FIXTURE(Forwarding, "a forwarded message can be recalled and not edited")
{
    const Seq seq = bob.ask<protocol::SendAck>(forward(ada.send(from, "the plan").seq)).seq;
    CHECK(bob.refused(protocol::Send{to, world.freshUuid(), {}, content::Edit{seq, "ada lied"}})
          == ErrorCode::NotAllowed);
    bob.recall(to, seq);
    const std::vector<Entry> entries = cleo.pullAll(to);
    const content::Message gone = messageIn(entries[seq.value - 1]);
    CHECK(gone.text.empty());
    CHECK_FALSE(gone.forwarded.isValid());
    CHECK(cleo.state(to).counts.unread == 0);
    CHECK(audit(world.store) == std::vector<std::string>());
}

TEST_CASE_FIXTURE(Forwarding, "I2: a repeated forward is the same entry; another source is a conflict")
{
    const Seq said = ada.send(from, "one").seq;
    const Seq other = ada.send(from, "two").seq;
    protocol::Send request = forward(said);
    const Seq seq = bob.ask<protocol::SendAck>(request).seq;
    world.restart();
    bob.target.connection = world.connect();
    bob.hello();
    const auto again = bob.ask<protocol::SendAck>(request);
    CHECK(again.duplicate);
    CHECK(again.seq == seq);
    std::get<content::Message>(request.content).source.seq = other;
    CHECK(bob.refused(request) == ErrorCode::UuidConflict);
    protocol::Send words = bob.message(to, "one");
    words.uuid = request.uuid;
    CHECK(bob.refused(words) == ErrorCode::UuidConflict);
}

TEST_CASE_FIXTURE(Forwarding, "several forwards keep the order in which they were sent")
{
    std::vector<std::string> words;
    std::vector<RequestId> asked;
    MessageUuid previous;
    for (const char* text : {"one", "two", "three", "four"}) {
        protocol::Send request = forward(ada.send(from, text).seq);
        request.after = std::exchange(previous, request.uuid);
        asked.push_back(bob.post(request));
        words.emplace_back(text);
    }
    world.turn();
    std::vector<std::string> found;
    for (const Entry& entry : cleo.pullAll(to)) {
        if (const auto* message = entry.as<content::Message>()) {
            found.push_back(message->text);
        }
    }
    CHECK(found == words);
}

TEST_CASE_FIXTURE(Forwarding, "the receivers get the files of a forwarded message, as long as it is there")
{
    const Attachment file = ada.upload("a picture", "holiday.txt");
    const Attachment second = ada.upload("another", "tide.txt");
    protocol::Send album = ada.message(from, "look");
    album.content = content::Message{.text = "look", .attachments = {file, second}};
    const Seq said = ada.ask<protocol::SendAck>(album).seq;
    CHECK(std::get<protocol::Error>(cleo.fetch(from, said)).code == ErrorCode::NotMember);
    const Seq seq = bob.ask<protocol::SendAck>(forward(said)).seq;
    const content::Message message = messageIn(last(cleo, to));
    CHECK(message.text == "look");
    CHECK(message.attachments == std::vector{file, second});
    CHECK(world.store.blobs().references(to).size() == 2);

    // The files outlive the message from which they came.
    ada.recall(from, said);
    world.workOnBlobs();
    CHECK(std::get<protocol::BlobPart>(cleo.fetch(to, seq, 1)).bytes == "another");
    bob.recall(to, seq);
    world.workOnBlobs();
    CHECK(world.store.blobs().references(to).empty());
    CHECK(std::holds_alternative<protocol::Error>(cleo.fetch(to, seq)));
    CHECK(audit(world.store) == std::vector<std::string>());
}

TEST_CASE_FIXTURE(Forwarding, "a forward costs more than a message, and more with files")
{
    const Limits limits;
    const std::uint32_t message = costOf(bob.message(to, "words"), limits);
    CHECK(costOf(forward(Seq(1)), limits) == message + 1);
    CHECK(costOfForwarded(content::Message{.text = "words"}) == 0);
    CHECK(costOfForwarded(content::Message{.attachments = std::vector<Attachment>(10)}) == 5);
}

TEST_CASE_FIXTURE(Forwarding, "who may not post forwards nothing, and news come from their first author")
{
    const ConversationId channel = ada.askState(protocol::CreateChannel{world.freshUuid(), "news"}).id;
    bob.askState(protocol::Follow{channel});
    const Seq said = ada.send(from, "the plan").seq;
    CHECK(bob.refused(forward(said, from, channel)) == ErrorCode::NotAllowed);
    const Seq news = ada.ask<protocol::SendAck>(forward(said, from, channel)).seq;
    bob.ask<protocol::SendAck>(forward(news, channel, to));
    CHECK(messageIn(last(cleo, to)).forwarded.from == ada.user);
}

TEST_CASE_FIXTURE(Forwarding, "a conversation can forbid that its messages are forwarded")
{
    const Seq said = ada.send(from, "the plan").seq;
    const protocol::Send sent = forward(said);
    const Seq seq = bob.ask<protocol::SendAck>(sent).seq;
    CHECK(bob.refused(protocol::SetForwarding{from, true}) == ErrorCode::NotAllowed);
    const ConversationState before = bob.state(from);
    static_cast<void>(bob.pushes());
    CHECK(ada.askState(protocol::SetForwarding{from, true}).forwardingForbidden);
    const auto pushed = bob.pushed<protocol::States>();
    REQUIRE(pushed.size() == 1);
    CHECK(pushed.front().states.front().forwardingForbidden);
    CHECK_MESSAGE(bob.state(from).counts == before.counts, "I4: a notice counts as nothing");
    CHECK(last(bob, from).content == EntryContent(content::Notice{NoticeKind::ForwardingForbidden}));

    CHECK(bob.refused(forward(said)) == ErrorCode::ForwardingForbidden);
    CHECK_MESSAGE(ada.refused(forward(said, from, from)) == ErrorCode::ForwardingForbidden,
                  "also for the author, and in the conversation itself");
    CHECK(bob.ask<protocol::SendAck>(sent).duplicate);
    // A message that has left the conversation before is not part of it.
    bob.ask<protocol::SendAck>(forward(seq, to, to));

    const Seq head = ada.state(from).head;
    CHECK_MESSAGE(ada.askState(protocol::SetForwarding{from, true}).head == head, "nothing changes");
    CHECK_FALSE(ada.askState(protocol::SetForwarding{from, false}).forwardingForbidden);
    CHECK(last(bob, from).content == EntryContent(content::Notice{NoticeKind::ForwardingAllowed}));
    bob.ask<protocol::SendAck>(forward(said));
}

TEST_CASE_FIXTURE(Forwarding, "the owner of a channel forbids forwarding; in a direct chat nobody does")
{
    const ConversationId channel = ada.askState(protocol::CreateChannel{world.freshUuid(), "news"}).id;
    bob.askState(protocol::Follow{channel});
    const Seq news = ada.send(channel, "news").seq;
    CHECK(bob.refused(protocol::SetForwarding{channel, true}) == ErrorCode::NotAllowed);
    ada.askState(protocol::SetForwarding{channel, true});
    CHECK(bob.state(channel).forwardingForbidden);
    CHECK(bob.refused(forward(news, channel, to)) == ErrorCode::ForwardingForbidden);
    const ConversationId chat = ada.askState(protocol::OpenDirect{"bob"}).id;
    CHECK(ada.refused(protocol::SetForwarding{chat, true}) == ErrorCode::NotAllowed);
}

TEST_CASE_FIXTURE(Forwarding, "an announcement is not forwarded: no user has said it")
{
    world.queue(OperatorAsked{OperatorTicket(7), Announce{world.freshUuid(), "maintenance at noon"}});
    world.turn();
    const ConversationId list = world.store.conversations().noticeList().value();
    CHECK(bob.refused(forward(Seq(1), list, to)) == ErrorCode::NotAllowed);
}

} // namespace tidemark::server::forwarding_test
