#include "tests/sync/device.h"

#include <string>

/// Drafts on all devices (docs/adr/0026). Each report about lost or returned texts in other programs is a
/// test.
namespace tidemark::test::drafts_test {
namespace {

using protocol::ErrorCode;

constexpr DeviceId own(77);
constexpr DeviceId laptop(5);
constexpr Milliseconds rest{1500};

/// A device that holds a chat, and the server's register of its draft.
struct Drafting {
    Chat chat{7};
    Device device;
    Draft server;

    Drafting()
    {
        chat.talks(bob, 3);
        device.comesOnline({&chat});
        device.catchesUp({&chat});
    }
    /// The device connects again. By then the user has rested.
    void comesBack()
    {
        device.waits(rest + Milliseconds(300));
        device.comesOnline({&chat});
    }
    /// The user types, and the composer shows the draft of version `base`.
    void types(const std::string& text, std::optional<std::uint64_t> base = {}, bool isFinished = false)
    {
        device.does(input::SetDraft{.command = {},
                                    .conversation = chat.id,
                                    .uuid = uuidOf(++m_uuids),
                                    .text = text,
                                    .base = base,
                                    .isFinished = isFinished});
    }
    void leaves(const std::string& text) { types(text, {}, true); }
    /// The server takes a change of this device, or finds a conflict.
    protocol::DraftResult accepts(const protocol::SetDraft& request)
    {
        if (request.baseVersion != server.version) {
            return {server, true};
        }
        change(request.text, request.uuid, own);
        return {server, false};
    }
    /// The server takes a message of this device. Returns the answer.
    protocol::SendAck accepts(const protocol::Send& send)
    {
        protocol::SendAck ack = chat.accepts(send);
        if (send.draftVersion && !server.text.empty()
            && (server.version == *send.draftVersion || server.device == own)) {
            change({}, send.uuid, own);
            ack.draftVersion = server.version;
        }
        return ack;
    }
    /// The user writes at the laptop.
    void writesElsewhere(const std::string& text) { change(text, uuidOf(++m_uuids), laptop); }
    void tellsHead() { device.receives(protocol::Drafts{.head = server.version}); }
    /// The device hears of the newest version and pulls it.
    void pulls()
    {
        tellsHead();
        const auto pull = device.sends<protocol::GetDrafts>();
        device.answers(protocol::Drafts{pull.after, server.version, server.version, {server}});
    }
    /// The user has left the composer, and the server has the text.
    void hasShared(const std::string& text)
    {
        leaves(text);
        device.answers(accepts(device.sends<protocol::SetDraft>()));
    }
    [[nodiscard]] const LocalDraft& draft() { return *device.engine().draft(chat.id); }
    [[nodiscard]] bool isOffered(const std::string& text)
    {
        return isInConflict(draft()) && draft().server.text == text;
    }
    [[nodiscard]] const LocalDraft& stored() const { return device.store().drafts().at(chat.id); }

private:
    void change(const std::string& text, MessageUuid uuid, DeviceId by)
    {
        server = {chat.id, text, {}, server.version + 1, uuid, by, by == own ? "desk" : "laptop", UnixMs{5}};
    }

    std::uint64_t m_uuids = 500;
};

TEST_CASE_FIXTURE(Drafting, "a draft is stored at once, and sent when the user rests")
{
    const LocalConversation before = device.in(chat);
    types("hel");
    CHECK(device.writes<write::PutDraft>() == 1);
    CHECK(stored().text == "hel");
    device.waits(rest - Milliseconds(1));
    device.sendsNothing();
    types("hello");
    device.waits(rest - Milliseconds(1));
    device.sendsNothing();
    device.waits(Milliseconds(1));
    const auto request = device.sends<protocol::SetDraft>();
    CHECK(request.text == "hello");
    CHECK(request.baseVersion == 0);
    CHECK(request.uuid == stored().uuid);
    device.answers(accepts(request));
    CHECK_FALSE(stored().uuid.isValid());
    CHECK(stored().base == 1);
    CHECK(device.engine().isFlushed());
    CHECK_MESSAGE(device.in(chat) == before, "nothing of the conversation moves");
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Drafting, "a draft that the user leaves is sent without a rest")
{
    types("hello");
    device.sendsNothing();
    leaves("hello");
    CHECK(device.sends<protocol::SetDraft>().text == "hello");
}

TEST_CASE_FIXTURE(Drafting, "what another device writes is shown here")
{
    writesElsewhere("from the laptop");
    pulls();
    CHECK(draft().text == "from the laptop");
    CHECK(draft().base == 1);
    CHECK_FALSE(device.changes<change::ConversationChanged>().empty());
    device.sendsNothing();
    CHECK_MESSAGE(device.engine().isQuiescent(), "nothing is left to pull");
}

TEST_CASE_FIXTURE(Drafting, "a lost push is found by the next heartbeat, which names the known version")
{
    hasShared("one");
    device.answersHeartbeats = false;
    device.waits(Milliseconds(5000));
    CHECK(device.sends<protocol::Heartbeat>().drafts == 1);
    device.losesConnection();
    device.waits(Milliseconds(300));
    device.connects();
    CHECK(device.sends<protocol::Hello>().drafts == 1);
}

TEST_CASE_FIXTURE(Drafting,
                  "lost text: an old text of another device never replaces a newer one (tdesktop 29111)")
{
    hasShared("twenty words");
    device.losesConnection();
    types("two thousand words");
    writesElsewhere("twenty words more");
    comesBack();
    CHECK(device.sends<protocol::SetDraft>().baseVersion == 1);
    device.answers(protocol::DraftResult{server, true});
    CHECK(draft().text == "two thousand words");
    CHECK(isOffered("twenty words more"));
    CHECK_MESSAGE(stored() == draft(), "both texts are stored");
    device.waits(Milliseconds(10 * rest.count()));
    device.sendsNothing();
    CHECK_MESSAGE(server.text == "twenty words more", "the server's text stays until the user has chosen");
}

TEST_CASE_FIXTURE(Drafting, "lost text: a push while the user types replaces nothing (tdesktop 9928)")
{
    types("I am typ");
    writesElsewhere("something else");
    pulls();
    CHECK(draft().text == "I am typ");
    CHECK(isOffered("something else"));
    types("I am typing");
    CHECK(draft().text == "I am typing");
    CHECK(isOffered("something else"));
    device.waits(rest);
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Drafting,
                  "lost text: keys that were typed over an older version are kept beside the newer one")
{
    hasShared("one");
    writesElsewhere("two");
    pulls();
    // The composer had the focus, so it still shows version 1.
    types("one and a half", 1);
    CHECK(draft().text == "one and a half");
    CHECK(isOffered("two"));
}

TEST_CASE_FIXTURE(Drafting, "keys that were typed before the composer heard of the answer are no conflict")
{
    types("one", 0, true);
    device.answers(accepts(device.sends<protocol::SetDraft>()));
    types("one two", 0, true);
    const auto request = device.sends<protocol::SetDraft>();
    CHECK(request.baseVersion == 1);
    device.answers(accepts(request));
    CHECK_FALSE(isInConflict(draft()));
}

TEST_CASE_FIXTURE(Drafting,
                  "lost text: a draft typed offline survives the death of the program (tdesktop 8595)")
{
    device.losesConnection();
    types("offline");
    device.restarts();
    CHECK(draft().text == "offline");
    comesBack();
    CHECK(device.sends<protocol::SetDraft>().text == "offline");
}

TEST_CASE_FIXTURE(Drafting,
                  "lost text: nothing of a step that was not committed is sent or shown (tdesktop 4060)")
{
    types("one");
    device.crashesOn(
        input::SetDraft{.command = {}, .conversation = chat.id, .uuid = uuidOf(900), .text = "one two"});
    CHECK(draft().text == "one");
    comesBack();
    CHECK(device.sends<protocol::SetDraft>().text == "one");
}

TEST_CASE_FIXTURE(Drafting,
                  "lost text: if the program dies between the server's commit and the answer, the change is "
                  "its own (tdesktop 2315)")
{
    leaves("hello");
    accepts(device.sends<protocol::SetDraft>()); // the answer is lost
    device.restarts();
    types("hello world");
    comesBack();
    const auto again = device.sends<protocol::SetDraft>();
    CHECK(again.baseVersion == 0);
    device.answers(accepts(again));
    CHECK_MESSAGE(!isInConflict(draft()), "no conflict with oneself");
    CHECK(draft().text == "hello world");
    device.answers(accepts(device.sends<protocol::SetDraft>()));
    CHECK(server.text == "hello world");
    CHECK(stored().base == 2);
}

TEST_CASE_FIXTURE(Drafting, "a ghost: the sent text does not come back on this device (tdesktop 2229)")
{
    hasShared("hello");
    device.does(input::Send{chat.id, uuidOf(1), content::Message{"hello"}, draft().base});
    CHECK_MESSAGE(device.writes<write::PutPending>() + device.writes<write::PutDraft>() == 2,
                  "message and end of the draft are one transaction");
    CHECK(draft().text.empty());
    const auto send = device.sends<protocol::Send>();
    CHECK(send.draftVersion == 1);
    device.answers(accepts(send));
    CHECK(server.text.empty());
    CHECK(draft().base == 2);
    device.waits(rest);
    device.sendsNothing();
    CHECK(draft().text.empty());
}

TEST_CASE_FIXTURE(Drafting,
                  "a ghost: a change in flight does not come back after the message (tdesktop 26236)")
{
    leaves("hello");
    const auto change = device.sends<protocol::SetDraft>();
    const RequestId first = device.lastRequest();
    device.does(input::Send{chat.id, uuidOf(1), content::Message{"hello"}, draft().base});
    const auto send = device.sends<protocol::Send>();
    const RequestId second = device.lastRequest();
    const auto changed = accepts(change);
    const auto sent = accepts(send);
    SUBCASE("the answers come in order")
    {
        device.receives(changed, first);
        device.receives(sent, second);
        device.sendsNothing();
    }
    SUBCASE("the answers are lost, and the program dies")
    {
        device.losesConnection();
        device.restarts();
        comesBack();
        protocol::SendAck again = sent;
        again.duplicate = true;
        device.sends<protocol::Send>();
        device.answers(again);
        device.pulls(chat);
        pulls();
    }
    CHECK(server.text.empty());
    CHECK(draft().text.empty());
    CHECK_FALSE(draft().uuid.isValid());
    CHECK(draft().base == 2);
    CHECK(device.engine().isFlushed());
}

TEST_CASE_FIXTURE(Drafting, "a ghost: what was sent offline clears the draft later, and only that one")
{
    hasShared("hello");
    device.losesConnection();
    device.does(input::Send{chat.id, uuidOf(1), content::Message{"hello"}, draft().base});
    types("next");
    SUBCASE("nobody has changed it")
    {
        device.restarts();
        comesBack();
        const auto send = device.sends<protocol::Send>();
        const RequestId sending = device.lastRequest();
        device.receives(accepts(send), sending);
        device.answers(accepts(device.sends<protocol::SetDraft>()));
        CHECK(server.text == "next");
        CHECK_FALSE(isInConflict(draft()));
    }
    SUBCASE("another device has written on")
    {
        writesElsewhere("hello there");
        comesBack();
        device.answers(accepts(device.sends<protocol::Send>()));
        CHECK_MESSAGE(server.text == "hello there", "that text was not sent");
        device.answers(accepts(device.sends<protocol::SetDraft>()));
        CHECK(draft().text == "next");
        CHECK(isOffered("hello there"));
    }
}

TEST_CASE_FIXTURE(Drafting, "lost text: a message leaves a newer text of another device that was not shown")
{
    hasShared("one");
    writesElsewhere("two");
    pulls();
    // The composer had the focus, so it still shows version 1.
    device.does(input::Send{chat.id, uuidOf(1), content::Message{"one"}, 1U});
    CHECK(draft().text == "two");
    const auto send = device.sends<protocol::Send>();
    CHECK(send.draftVersion == 1);
    device.answers(accepts(send));
    CHECK(server.text == "two");
    types("", 1, true);
    CHECK_MESSAGE(draft().text == "two", "the empty composer is no text to choose");
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Drafting,
                  "lost text: a draft waits for the answer to the message before it, which would clear it")
{
    hasShared("one");
    device.does(input::Send{chat.id, uuidOf(1), content::Message{"one"}, 1U});
    auto send = device.sends<protocol::Send>();
    leaves("next");
    device.waits(rest);
    device.sendsNothing();
    SUBCASE("the answer comes")
    {
        device.answers(accepts(send));
    }
    SUBCASE("the connection and the program end before it")
    {
        device.losesConnection();
        device.restarts();
        comesBack();
        send = device.sends<protocol::Send>();
        device.sendsNothing();
        device.answers(accepts(send));
    }
    SUBCASE("the message is given up")
    {
        device.isRefused(ErrorCode::TextTooLong);
    }
    device.answers(accepts(device.sends<protocol::SetDraft>()));
    CHECK(server.text == "next");
    CHECK(draft().text == "next");
    CHECK_FALSE(isInConflict(draft()));
}

TEST_CASE_FIXTURE(Drafting, "lost text: a message that was given up and is sent again clears no later draft")
{
    hasShared("one");
    device.does(input::Send{chat.id, uuidOf(1), content::Message{"one"}, 1U});
    device.sends<protocol::Send>();
    device.isRefused(ErrorCode::TextTooLong);
    hasShared("next");
    device.does(input::RetryPending{uuidOf(1)});
    const auto send = device.sends<protocol::Send>();
    CHECK_FALSE(send.draftVersion);
    device.answers(accepts(send));
    CHECK(server.text == "next");
    CHECK(draft().text == "next");
}

TEST_CASE_FIXTURE(
    Drafting,
    "lost text: a message that reaches the server although it was paused does not end a later draft")
{
    hasShared("one");
    device.does(input::Send{chat.id, uuidOf(1), content::Message{"one"}, 1U});
    const auto send = device.sends<protocol::Send>();
    device.losesConnection();
    device.does(input::PausePending{uuidOf(1), true});
    leaves("next");
    comesBack();
    device.answers(accepts(device.sends<protocol::SetDraft>()));
    accepts(send); // another server took it from the lost connection
    CHECK_MESSAGE(server.text.empty(), "the server cannot know that this is another text");
    pulls();
    CHECK(draft().text == "next");
    device.waits(rest);
    device.answers(accepts(device.sends<protocol::SetDraft>()));
    CHECK(server.text == "next");
    CHECK(draft().text == "next");
}

TEST_CASE_FIXTURE(Drafting, "a ghost: a change that reaches the server after the message is cleared again")
{
    leaves("hello");
    const auto late = device.sends<protocol::SetDraft>();
    device.losesConnection();
    device.does(input::Send{chat.id, uuidOf(1), content::Message{"hello"}, draft().base});
    comesBack();
    device.answers(accepts(device.sends<protocol::Send>()));
    accepts(late); // another server took it from the lost connection
    pulls();
    CHECK(server.text == "hello");
    CHECK_MESSAGE(draft().text.empty(), "this device knows that it was sent");
    device.waits(rest);
    const auto clearing = device.sends<protocol::SetDraft>();
    CHECK(clearing.text.empty());
    device.answers(accepts(clearing));
    CHECK(server.text.empty());
    CHECK(device.engine().isFlushed());
}

TEST_CASE_FIXTURE(Drafting, "a draft in a conversation that the device does not know yet is kept until then")
{
    Chat other{8};
    other.talks(bob, 1);
    const Draft early{other.id, "early", {}, 1, uuidOf(600), laptop, "laptop", UnixMs{5}};
    device.receives(protocol::Drafts{.head = 1});
    device.sends<protocol::GetDrafts>();
    device.answers(protocol::Drafts{0, 1, 1, {early}});
    CHECK(device.engine().draft(other.id) == nullptr);
    SUBCASE("its state comes later") {}
    SUBCASE("the program ends in between: the draft is pulled again")
    {
        device.restarts();
        comesBack();
        device.receives(protocol::Drafts{.head = 1});
        CHECK(device.sends<protocol::GetDrafts>().after == 0);
        device.answers(protocol::Drafts{0, 1, 1, {early}});
    }
    device.receives(other.states());
    REQUIRE(device.engine().draft(other.id) != nullptr);
    CHECK(device.engine().draft(other.id)->text == "early");
}

TEST_CASE_FIXTURE(Drafting, "a ghost: two computers do not refill each other's draft (telegram-tt 486)")
{
    hasShared("hello");
    device.losesConnection();
    types("hello!");
    writesElsewhere("");
    comesBack();
    device.answers(accepts(device.sends<protocol::SetDraft>()));
    CHECK_MESSAGE(draft().text == "hello!", "the text stays in the composer");
    device.waits(Milliseconds(10 * rest.count()));
    device.sendsNothing();
    CHECK_MESSAGE(server.text.empty(), "and does not return to the other computer by itself");
    types("hello! and more");
    device.waits(rest);
    device.answers(accepts(device.sends<protocol::SetDraft>()));
    CHECK_MESSAGE(server.text == "hello! and more", "until the user writes on here");
}

TEST_CASE_FIXTURE(Drafting, "a conflict ends as the user chooses (Expensify 5536)")
{
    hasShared("one");
    types("mine");
    writesElsewhere("theirs");
    pulls();
    REQUIRE(isOffered("theirs"));
    SUBCASE("the other text is taken over")
    {
        device.does(input::SettleDraft{CommandId(), chat.id, true});
        CHECK(draft().text == "theirs");
        CHECK(draft().base == 2);
        device.waits(rest);
        device.sendsNothing();
    }
    SUBCASE("the other text is discarded")
    {
        device.does(input::SettleDraft{CommandId(), chat.id, false});
        const auto request = device.sends<protocol::SetDraft>();
        CHECK(request.baseVersion == 2);
        device.answers(accepts(request));
        CHECK(server.text == "mine");
        CHECK(draft().text == "mine");
    }
    SUBCASE("both have written the same")
    {
        types("theirs");
        CHECK_FALSE(draft().uuid.isValid());
        CHECK(draft().base == 2);
        device.waits(rest);
        device.sendsNothing();
    }
    SUBCASE("the user sends: the text that was not sent is the draft")
    {
        device.does(input::Send{chat.id, uuidOf(1), content::Message{"mine"}, draft().base});
        device.answers(accepts(device.sends<protocol::Send>()));
        CHECK(server.text == "theirs");
        CHECK(draft().text == "theirs");
    }
    SUBCASE("the program ends in between")
    {
        device.restarts();
        CHECK(draft().text == "mine");
        CHECK(isOffered("theirs"));
        CHECK_MESSAGE(device.engine().isFlushed(), "it does not hold up the end of the program");
    }
}

TEST_CASE_FIXTURE(Drafting, "a command waits for the answer, and says that another device was faster")
{
    device.does(input::SetDraft{CommandId(4), chat.id, uuidOf(900), "text", {}, {}, true});
    const auto request = device.sends<protocol::SetDraft>();
    CHECK(device.changes<change::CommandDone>().empty());
    SUBCASE("the server has it")
    {
        device.answers(accepts(request));
        CHECK(device.changes<change::CommandDone>().at(0).error == std::nullopt);
    }
    SUBCASE("another device was faster")
    {
        writesElsewhere("theirs");
        device.answers(accepts(request));
        CHECK(device.changes<change::CommandDone>().at(0).error == ErrorCode::DraftConflict);
        device.does(input::SetDraft{CommandId(5), chat.id, uuidOf(901), "another text", {}, {}, true});
        CHECK_MESSAGE(device.changes<change::CommandDone>().at(0).error == ErrorCode::DraftConflict,
                      "and says so again as long as nobody has chosen");
        device.does(input::SetDraft{CommandId(6), chat.id, uuidOf(902), "theirs", {}, {}, true});
        CHECK(device.changes<change::CommandDone>().at(0).error == std::nullopt);
    }
    SUBCASE("the server refuses it: it stays on this device")
    {
        device.isRefused(ErrorCode::TooManyDrafts);
        CHECK(device.changes<change::CommandDone>().at(0).error == ErrorCode::TooManyDrafts);
        CHECK(draft().text == "text");
        device.waits(Milliseconds(60000));
        device.sendsNothing();
        CHECK(device.engine().isFlushed());
    }
    SUBCASE("the server cannot commit: it is sent again")
    {
        device.isRefused(ErrorCode::Unavailable);
        CHECK(device.changes<change::CommandDone>().empty());
        device.waits(Milliseconds(1000));
        CHECK(device.sends<protocol::SetDraft>() == request);
    }
    SUBCASE("the connection is lost: it is kept")
    {
        device.losesConnection();
        CHECK(device.changes<change::CommandDone>().at(0).error == std::nullopt);
        CHECK_FALSE(device.engine().isFlushed());
    }
}

TEST_CASE_FIXTURE(Drafting, "with sharing turned off, drafts stay on this device, until it is turned on")
{
    hasShared("one");
    device.does(input::ShareDrafts{false});
    types("two");
    writesElsewhere("theirs");
    tellsHead();
    device.waits(rest);
    device.sendsNothing();
    CHECK(draft().text == "two");
    CHECK_MESSAGE(device.engine().isFlushed(), "nothing waits");
    device.restarts();
    device.connects();
    CHECK_MESSAGE(!device.sends<protocol::Hello>().drafts, "the choice is stored");
    device.isWelcomed({chat.state()});
    device.does(input::ShareDrafts{true});
    device.answers(accepts(device.sends<protocol::SetDraft>()));
    CHECK(isOffered("theirs"));
    device.sends<protocol::GetDrafts>();
}

TEST_CASE_FIXTURE(Drafting, "I14: a server that has lost drafts gets them again, and no text is lost")
{
    hasShared("one");
    hasShared("two");
    hasShared("three");
    server = {chat.id, "one", {}, 1, uuidOf(501), own, "desk", UnixMs{5}};
    tellsHead();
    const auto change = device.sends<protocol::SetDraft>();
    CHECK(change.baseVersion == 0);
    CHECK(change.text == "three");
    device.answers(accepts(change));
    CHECK(draft().text == "three");
    CHECK(isOffered("one"));
    CHECK(device.sends<protocol::GetDrafts>().after == 0);
}

TEST_CASE_FIXTURE(Drafting, "I14: a restored server gives a version again, and no text is lost")
{
    hasShared("one");
    hasShared("two");
    device.losesConnection();
    // The backup had version 1, and another device has made another version 2 since.
    server = {chat.id, "other", {}, 2, uuidOf(600), laptop, "laptop", UnixMs{5}};
    chat.losesLogAfter(Seq(1), LogEpoch(99));
    device.comesOnline({&chat});
    device.pulls(chat);
    device.answers(accepts(device.sends<protocol::SetDraft>()));
    CHECK(draft().text == "two");
    CHECK(isOffered("other"));
    CHECK(device.sends<protocol::GetDrafts>().after == 0);
}

TEST_CASE_FIXTURE(Drafting, "a later page is asked for until the newest version is known")
{
    device.receives(protocol::Drafts{.head = 9});
    CHECK(device.sends<protocol::GetDrafts>().after == 0);
    device.receives(protocol::Drafts{.head = 10});
    device.sendsNothing();
    device.answers(protocol::Drafts{0, 4, 9, {{chat.id, "a", {}, 4, uuidOf(1), laptop, "laptop", {}}}});
    CHECK(device.sends<protocol::GetDrafts>().after == 4);
    device.answers(protocol::Drafts{4, 10, 10, {{chat.id, "b", {}, 10, uuidOf(2), laptop, "laptop", {}}}});
    CHECK(draft().text == "b");
    device.sendsNothing();
    device.receives(protocol::Drafts{.head = 11});
    device.sends<protocol::GetDrafts>();
    device.answers(protocol::Drafts{10, 10, 11, {}}); // a server that answers nothing
    device.sendsNothing();
    device.waits(Milliseconds(1000));
    CHECK(device.sends<protocol::GetDrafts>().after == 10);
}

TEST_CASE_FIXTURE(Drafting, "a cleared draft goes to the other devices, too")
{
    hasShared("one");
    leaves("");
    const auto request = device.sends<protocol::SetDraft>();
    CHECK(request.text.empty());
    device.answers(accepts(request));
    CHECK(server.text.empty());
    CHECK(server.version == 2);
}

TEST_CASE_FIXTURE(Drafting, "a draft in a conversation that the user has left stays on this device")
{
    types("half");
    chat.leaves();
    device.receives(chat.states());
    device.waits(rest);
    device.sendsNothing();
    CHECK(draft().text == "half");
    CHECK(device.engine().isFlushed());
}

} // namespace
} // namespace tidemark::test::drafts_test
