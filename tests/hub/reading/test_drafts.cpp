#include "core/domain/request_caps.h"
#include "server-stub/hub/contract/request_cost.h"
#include "tests/hub/hub_world.h"

/// Registers of drafts (docs/adr/0026).
namespace tidemark::server::drafts_test {

using protocol::ErrorCode;

namespace {

/// Ada, with two devices, and bob in a group.
struct Drafting {
    HubWorld world{HubWorld::openConfig()};
    Client ada{world, "ada"};
    Client phone{world, "ada"};
    Client bob{world, "bob"};
    Client cat{world, "cat"};
    ConversationId group;

    Drafting()
    {
        ada.enter();
        phone.device = DeviceId(ada.device.value + 7);
        phone.token = std::string(32, 'p');
        world.store.begin();
        world.store.tokens().put(PlainSecrets().hashOf(phone.token), ada.user, phone.device, "phone",
                                 UnixMs{1});
        REQUIRE(world.store.commit());
        phone.hello();
        bob.enter();
        cat.enter();
        group = ada.createGroup("group", {"bob"});
        ada.send(group, "hello");
        for (Client* client : {&ada, &phone, &bob, &cat}) {
            client->pushes();
        }
    }
    [[nodiscard]] protocol::SetDraft change(std::uint64_t base, const std::string& text)
    {
        return {group, base, text, {}, world.freshUuid()};
    }
    /// The draft after a change that is accepted.
    Draft set(Client& by, std::uint64_t base, const std::string& text)
    {
        const auto result = by.ask<protocol::DraftResult>(change(base, text));
        CHECK_FALSE(result.isConflict);
        CHECK(result.draft.text == text);
        return result.draft;
    }
    protocol::SendAck sendDraft(Client& by, const std::string& text, std::optional<std::uint64_t> version)
    {
        protocol::Send send = by.message(group, text);
        send.draftVersion = version;
        return by.ask<protocol::SendAck>(send);
    }
    [[nodiscard]] Draft current()
    {
        const auto drafts = phone.ask<protocol::Drafts>(protocol::GetDrafts{}).drafts;
        return drafts.empty() ? Draft() : drafts.back();
    }
    protocol::HeartbeatAck beats(Client& client, std::optional<std::uint64_t> known)
    {
        protocol::Heartbeat heartbeat;
        heartbeat.drafts = known;
        return client.ask<protocol::HeartbeatAck>(heartbeat);
    }
};

} // namespace

TEST_CASE_FIXTURE(Drafting, "a draft reaches the user's other devices, and nobody else")
{
    const Draft set = this->set(ada, 0, "half a sen");
    CHECK(set.version == 1);
    CHECK(set.device == ada.device);
    const auto told = phone.pushed<protocol::Drafts>();
    REQUIRE(told.size() == 1);
    CHECK(told.front() == protocol::Drafts{.head = 1});
    CHECK(ada.pushes().empty());
    CHECK(bob.pushes().empty());
    const auto pulled = phone.ask<protocol::Drafts>(protocol::GetDrafts{});
    REQUIRE(pulled.drafts.size() == 1);
    CHECK(pulled.drafts.front() == set);
    CHECK(pulled.through == 1);
    CHECK(pulled.head == 1);
    CHECK(bob.ask<protocol::Drafts>(protocol::GetDrafts{}).drafts.empty());
}

TEST_CASE_FIXTURE(Drafting, "a draft moves no head, version, unread number or time of a conversation")
{
    const ConversationState before = ada.state(group);
    const ConversationState bobBefore = bob.state(group);
    set(ada, 0, "text");
    set(phone, 1, "other text");
    CHECK(ada.state(group) == before);
    CHECK(bob.state(group) == bobBefore);
}

TEST_CASE_FIXTURE(Drafting, "a change of an older version is a conflict that brings the newer draft")
{
    set(ada, 0, "one");
    const Draft newer = set(phone, 1, "two");
    const auto late = ada.ask<protocol::DraftResult>(change(1, "three"));
    CHECK(late.isConflict);
    CHECK(late.draft == newer);
    CHECK(newer.deviceName == "phone");
    CHECK(current() == newer);
    CHECK(ada.ask<protocol::DraftResult>(change(7, "from a future")).isConflict);
    CHECK(set(ada, 2, "three").version == 3);
}

TEST_CASE_FIXTURE(Drafting, "a repeated change is answered as the first time, and changes nothing")
{
    const protocol::SetDraft request = change(0, "one");
    const auto first = ada.ask<protocol::DraftResult>(request);
    phone.pushes();
    CHECK(ada.ask<protocol::DraftResult>(request) == first);
    CHECK(phone.pushes().empty());
    set(phone, 1, "two");
    const auto late = ada.ask<protocol::DraftResult>(request);
    CHECK(late.isConflict);
    CHECK(late.draft.text == "two");
}

TEST_CASE_FIXTURE(Drafting,
                  "a cleared draft keeps its version, so that an older change does not bring it back")
{
    set(ada, 0, "one");
    CHECK(set(ada, 1, "").version == 2);
    const auto late = phone.ask<protocol::DraftResult>(change(1, "one"));
    CHECK(late.isConflict);
    CHECK(late.draft.text.empty());
    CHECK(late.draft.version == 2);
    CHECK(set(phone, 2, "one").version == 3);
    const auto nothing = ada.ask<protocol::DraftResult>(
        protocol::SetDraft{ada.createGroup("other"), 0, "", {}, world.freshUuid()});
    CHECK_MESSAGE(nothing.draft.version == 0, "there was nothing to clear");
}

TEST_CASE_FIXTURE(Drafting, "a message clears the draft that it was, in the same transaction")
{
    set(ada, 0, "hello");
    set(phone, 1, "hello world");
    phone.pushes();
    SUBCASE("the device knew the newest version")
    {
        const auto ack = sendDraft(ada, "hello world", 2);
        CHECK(ack.draftVersion == 3);
        CHECK(phone.pushed<protocol::Drafts>().at(0).head == 3);
        CHECK(current().text.empty());
        CHECK(current().version == 3);
    }
    SUBCASE("the answer to the device's own change was lost")
    {
        CHECK(sendDraft(phone, "hello world", 1).draftVersion == 3);
        CHECK(current().text.empty());
    }
    SUBCASE("another device has written on: that text was not sent")
    {
        CHECK(sendDraft(ada, "hello", 1).draftVersion == 0);
        CHECK(current().text == "hello world");
    }
    SUBCASE("the message was no draft")
    {
        CHECK(sendDraft(ada, "hello", {}).draftVersion == 0);
        CHECK(current().text == "hello world");
    }
    SUBCASE("it is sent twice")
    {
        protocol::Send send = ada.message(group, "hello world");
        send.draftVersion = 2;
        CHECK(ada.ask<protocol::SendAck>(send).draftVersion == 3);
        const auto again = ada.ask<protocol::SendAck>(send);
        CHECK(again.duplicate);
        CHECK(again.draftVersion == 3);
        set(phone, 3, "next");
        CHECK_MESSAGE(ada.ask<protocol::SendAck>(send).draftVersion == 0, "the draft has changed since");
        CHECK(current().text == "next");
    }
    SUBCASE("the commit fails: neither happens")
    {
        protocol::Send send = ada.message(group, "hello world");
        send.draftVersion = 2;
        world.store.failNextCommit();
        CHECK(ada.refused(send) == ErrorCode::Unavailable);
        CHECK(current().text == "hello world");
    }
    SUBCASE("the message is refused: the draft stays")
    {
        protocol::Send send = ada.message(group, "");
        send.draftVersion = 2;
        CHECK(ada.refused(send) == ErrorCode::TextEmpty);
        CHECK(current().text == "hello world");
    }
}

TEST_CASE_FIXTURE(Drafting,
                  "a device that missed a push is told by Welcome, and by the answer to a heartbeat")
{
    set(ada, 0, "one");
    phone.pushes();
    beats(phone, 0);
    CHECK(phone.pushed<protocol::Drafts>().at(0).head == 1);
    beats(phone, 1);
    CHECK(phone.pushes().empty());
    beats(phone, std::nullopt);
    CHECK_MESSAGE(phone.pushes().empty(), "a device that does not know drafts is told nothing");
    beats(phone, 5);
    CHECK_MESSAGE(phone.pushed<protocol::Drafts>().at(0).head == 1, "the server has lost drafts");
    protocol::Hello hello = phone.helloFrame();
    CHECK(std::get<protocol::Welcome>(phone.ask(hello).front()).drafts == std::nullopt);
    hello.drafts = 0;
    CHECK(std::get<protocol::Welcome>(phone.ask(hello).front()).drafts == 1);
}

TEST_CASE_FIXTURE(Drafting, "what has changed is paged by version, and a page ends when it gets long")
{
    std::vector<ConversationId> groups;
    for (int i = 0; i < 7; ++i) {
        groups.push_back(ada.createGroup("group " + std::to_string(i)));
        ada.ask<protocol::DraftResult>(
            protocol::SetDraft{groups.back(), 0, std::string(60000, 'x'), {}, world.freshUuid()});
    }
    ada.ask<protocol::DraftResult>(protocol::SetDraft{groups[1], 2, "changed", {}, world.freshUuid()});
    const auto first = phone.ask<protocol::Drafts>(protocol::GetDrafts{0, 2});
    CHECK(first.drafts.size() == 2);
    CHECK(first.through == 3); // version 2 was replaced
    CHECK(first.head == 8);
    const auto second = phone.ask<protocol::Drafts>(protocol::GetDrafts{first.through});
    CHECK(second.drafts.size() == 5);
    CHECK(second.through == 8);
    CHECK(second.drafts.back().text == "changed");
    const auto all = phone.ask<protocol::Drafts>(protocol::GetDrafts{});
    CHECK(all.drafts.size() == 5);
    CHECK(all.through == 6);
    const auto none = phone.ask<protocol::Drafts>(protocol::GetDrafts{8});
    CHECK(none == protocol::Drafts{8, 8, 8, {}});
    CHECK(phone.ask<protocol::Drafts>(protocol::GetDrafts{99}) == protocol::Drafts{99, 99, 8, {}});
}

TEST_CASE_FIXTURE(Drafting, "a change is refused for what a message is refused for, and beyond the bounds")
{
    CHECK(ada.refused(change(0, std::string(world.config.limits.maxTextBytes + 1, 'x')))
          == ErrorCode::TextTooLong);
    CHECK(cat.refused(change(0, "text")) == ErrorCode::NotMember);
    CHECK(ada.refused(protocol::SetDraft{ConversationId(999), 0, "text", {}, world.freshUuid()})
          == ErrorCode::NoSuchConversation);
    protocol::SetDraft answering = change(0, "text");
    answering.replyTo = Seq(1);
    CHECK(ada.ask<protocol::DraftResult>(answering).draft.replyTo == Seq(1));
    answering = change(1, "text");
    answering.replyTo = Seq(~std::uint64_t{0});
    CHECK_MESSAGE(ada.ask<protocol::DraftResult>(answering).draft.replyTo == Seq(), "beyond the head");
    CHECK(costOf(change(0, std::string(40960, 'x')), {}) == 11);
}

TEST_CASE_FIXTURE(Drafting, "a malformed draft ends the connection, as a malformed message does")
{
    for (const protocol::SetDraft& request :
         {change(0, "\xff"), protocol::SetDraft{group, 0, "text", {}, {}}}) {
        CHECK(ada.refused(request) == ErrorCode::Malformed);
        CHECK(world.closed.contains(ada.target.connection));
        ada.target.connection = world.connect();
        ada.hello();
    }
    CHECK(phone.ask<protocol::Drafts>(protocol::GetDrafts{}).head == 0);
}

TEST_CASE_FIXTURE(Drafting, "a user has at most a thousand drafts with a text")
{
    world.store.begin();
    for (std::size_t i = 0; i < caps::maxDrafts; ++i) {
        DraftRecord record{ada.user, ConversationId(1000 + i), "text"};
        record.version = 1 + i;
        world.store.drafts().put(record, 0);
    }
    REQUIRE(world.store.commit());
    CHECK(ada.refused(change(0, "one more")) == ErrorCode::TooManyDrafts);
    CHECK(set(bob, 0, "bob's").version == 1);
    world.store.begin();
    DraftRecord record{ada.user, ConversationId(1000), ""};
    record.version = caps::maxDrafts + 1;
    world.store.drafts().put(record, 1);
    REQUIRE(world.store.commit());
    const Draft last = set(ada, 0, "one more");
    CHECK_MESSAGE(set(ada, last.version, "one more, longer").text == "one more, longer", "it counts once");
}

TEST_CASE_FIXTURE(Drafting, "who has left sets no draft, and the draft waits for the return")
{
    set(bob, 0, "bob's");
    bob.askState(protocol::Leave{group});
    CHECK(bob.refused(change(1, "more")) == ErrorCode::NotMember);
    const auto kept = bob.ask<protocol::Drafts>(protocol::GetDrafts{}).drafts;
    REQUIRE(kept.size() == 1);
    CHECK(kept.front().text == "bob's");
}

} // namespace tidemark::server::drafts_test
