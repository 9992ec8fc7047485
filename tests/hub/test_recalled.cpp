// Recalled texts never leave the server again.
#include "tests/hub/hub_world.h"

namespace tidemark::server::recalled_test {

namespace {

const std::string secret = "the secret";

/// Whether the secret is in the entry's text, or in the name or preview of its files.
bool hasSecret(const Entry& entry)
{
    std::string all = textOf(entry);
    if (const auto* message = entry.as<content::Message>()) {
        for (const Attachment& file : message->attachments) {
            all += file.name + file.preview;
        }
    }
    return all.find(secret) != std::string::npos;
}

/// A message with a file at seq 5, with edits in later parts of the log. All parts were read.
struct Talk {
    HubWorld world;
    Client ada{world, "ada"};
    Client bob{world, "bob"};
    ConversationId group;
    Seq message;
    std::vector<Seq> edits;
    protocol::Send lastEdit;

    Talk()
    {
        ada.enter();
        bob.enter();
        group = ada.createGroup("group", {"bob"});
        says(3);
        protocol::Send send = ada.message(group, "");
        Attachment file = ada.upload("bytes", secret + ".png");
        file.preview = "a preview of " + secret;
        send.content = content::Message{.text = secret + " as it was sent", .attachments = {file}};
        message = ada.ask<protocol::SendAck>(send).seq;
        for (const int between : {124, 0, 200}) {
            says(between);
            lastEdit = {group, world.freshUuid(), {}, content::Edit{message, secret + " as edited"}};
            edits.push_back(ada.ask<protocol::SendAck>(lastEdit).seq);
        }
        says(100);
    }

    void says(int count)
    {
        for (int i = 0; i < count; ++i) {
            ada.send(group, "hello");
        }
    }
    protocol::Pull pullOf(protocol::PullFrom from, Seq after, Seq through, Seq around)
    {
        return {group, world.store.conversations().find(group)->logEpoch, after, through, around, 500, from};
    }
    /// The number of entries with the text over all ways in which a client can get entries.
    std::size_t copiesOf(Client& client)
    {
        std::size_t copies = 0;
        const auto look = [&](const protocol::Pull& pull) {
            for (const Entry& entry : client.ask<protocol::Range>(pull).entries) {
                copies += hasSecret(entry) ? 1 : 0;
            }
        };
        using protocol::PullFrom;
        const Seq head = world.store.conversations().find(group)->head;
        look(pullOf(PullFrom::Start, Seq(), head, Seq()));
        look(pullOf(PullFrom::End, Seq(), head, Seq()));
        for (std::uint64_t seq = 1; seq <= head.value; ++seq) {
            look(pullOf(PullFrom::Start, Seq(seq - 1), Seq(seq), Seq()));
        }
        for (const Seq edit : edits) {
            look(pullOf(PullFrom::Around, Seq(), head, edit));
        }
        return copies;
    }
};

} // namespace

TEST_CASE_FIXTURE(Talk,
                  "a recalled message and its edits are pulled without text by all users, from any cache")
{
    CHECK_MESSAGE(copiesOf(bob) > 8, "bob finds message and edits in several pulls");
    ada.recall(group, message);
    CHECK(copiesOf(bob) == 0);
    CHECK(copiesOf(ada) == 0);
    Client phone(world, "bob");
    phone.token = bob.token;
    phone.hello();
    CHECK(copiesOf(phone) == 0);
    world.restart();
    bob.target.connection = world.connect();
    bob.hello();
    CHECK(copiesOf(bob) == 0);
}

TEST_CASE_FIXTURE(Talk, "nothing after the recall brings the text back")
{
    static_cast<void>(copiesOf(bob));
    ada.recall(group, message);
    CHECK(ada.ask<protocol::SendAck>(lastEdit).duplicate);
    CHECK(ada.refused(protocol::Send{group, world.freshUuid(), {}, content::Edit{message, secret + " again"}})
          == protocol::ErrorCode::AlreadyRecalled);
    protocol::Send reply = bob.message(group, "to that");
    std::get<content::Message>(reply.content).replyTo = message;
    bob.ask<protocol::SendAck>(reply);
    CHECK(copiesOf(bob) == 0);
}

TEST_CASE_FIXTURE(Talk, "a pull in the turn of the recall, and one after a recall that failed")
{
    static_cast<void>(copiesOf(bob));
    const Seq edit = edits.front();
    ada.post(protocol::Send{group, world.freshUuid(), {}, content::Recall{message}});
    const RequestId pull = bob.post(pullOf(protocol::PullFrom::Start, previous(edit), edit, Seq()));
    world.turn();
    CHECK(textOf(bob.answerTo<protocol::Range>(pull).entries.at(0)).empty());
    const Seq other = ada.send(group, secret).seq;
    world.store.failNextCommit();
    ada.post(protocol::Send{group, world.freshUuid(), {}, content::Recall{other}});
    world.turn();
    CHECK_MESSAGE(copiesOf(bob) > 0, "a failed commit recalls nothing");
    ada.recall(group, other);
    CHECK(copiesOf(bob) == 0);
}

TEST_CASE("a recall at one server removes the text from pulls at another server of the database")
{
    HubWorld first;
    HubWorld second(first, 1);
    Client ada(first, "ada");
    ada.enter();
    Client bob(second, "bob");
    bob.enter();
    const ConversationId group = ada.createGroup("group", {"bob"});
    const Seq message = ada.send(group, secret).seq;
    for (int i = 0; i < 100; ++i) {
        ada.send(group, "hello");
    }
    ada.ask<protocol::SendAck>(
        protocol::Send{group, first.freshUuid(), {}, content::Edit{message, secret + " edited"}});
    CHECK(textOf(bob.pullAll(group).back()) == secret + " edited");
    ada.recall(group, message);
    for (const Entry& entry : bob.pullAll(group)) {
        CHECK(textOf(entry).find(secret) == std::string::npos);
    }
}

} // namespace tidemark::server::recalled_test
