#include "core/domain/request_caps.h"
#include "tests/sync/device.h"

namespace tidemark::test::hiding_test {
namespace {

using protocol::ErrorCode;
using protocol::HideMessages;
using Seqs = std::vector<Seq>;

/// A device that holds a chat with six unread messages: 2 mentions me, 5 is of carol, the others are of bob.
struct Hiding {
    Chat chat{7};
    Device device;

    Hiding()
    {
        chat.says(bob, "one");
        chat.says(bob, "two", true);
        chat.talks(bob, 2);
        chat.says(carol, "five");
        chat.says(bob, "six");
        device.comesOnline({&chat});
        device.catchesUp({&chat});
    }
    void hides(const Seqs& seqs, CommandId command = {})
    {
        device.does(input::HideMessages{command, chat.id, seqs});
    }
    /// The server takes what the device sends, and answers.
    Seqs sendsAndAnswers()
    {
        const auto sent = device.sends<HideMessages>();
        chat.hides(sent.seqs);
        device.answers(chat.states());
        return sent.seqs;
    }
    void recalls(std::uint64_t seq)
    {
        chat.recalls(Seq(seq));
        device.receives(chat.notify());
        device.catchesUp({&chat});
    }
    [[nodiscard]] const LocalConversation& state() const { return device.in(chat); }
    void isWithoutWords(std::uint64_t seq) const
    {
        const Entry* entry = device.store().entry(chat.id, Seq(seq));
        REQUIRE(entry != nullptr);
        CHECK(isHidden(*entry));
        CHECK(textOf(*entry).empty());
    }
    void isSettled()
    {
        device.sendsNothing();
        CHECK(device.engine().isFlushed());
        CHECK(state().exact);
        CHECK(device.changes<change::Mismatch>().empty());
        device.agreesWith(chat);
    }
};

TEST_CASE_FIXTURE(Hiding, "a hidden message is gone at once, counts in nothing, and is hidden on the server")
{
    hides({Seq(2), Seq(1)}, CommandId(5));
    CHECK(device.badge(chat) == ReadCounts{4, 0, 0});
    CHECK(state().exact);
    CHECK(device.engine().totals().unread == 4);
    isWithoutWords(1);
    isWithoutWords(2);
    CHECK(device.changes<change::EntriesAdded>().at(0).marked == Seqs{Seq(1), Seq(2)});
    CHECK_MESSAGE(state().cursor == Cursor(), "hiding is not reading");
    CHECK_FALSE(device.engine().isFlushed());
    CHECK(sendsAndAnswers() == Seqs{Seq(1), Seq(2)});
    CHECK(device.changes<change::CommandDone>().at(0).command == CommandId(5));
    isSettled();
    hides({Seq(2)});
    isSettled();
}

TEST_CASE_FIXTURE(
    Hiding, "I13: what was hidden offline survives a restart, and no later pull or state brings it back")
{
    device.losesConnection();
    hides({Seq(3)}, CommandId(5));
    CHECK_MESSAGE(device.changes<change::CommandDone>().size() == 1, "it is kept, and sent later");
    device.restarts();
    CHECK(device.badge(chat).unread == 5);
    chat.says(bob, "meanwhile");
    device.comesOnline({&chat});
    CHECK_MESSAGE(device.badge(chat).unread <= 6, "the state of before says seven");
    CHECK(device.sends<HideMessages>().seqs == Seqs{Seq(3)});
    chat.hides({Seq(3)});
    device.answers(chat.states());
    device.catchesUp({&chat});
    CHECK(device.badge(chat).unread == 6);
    isWithoutWords(3);
    isSettled();
}

TEST_CASE_FIXTURE(Hiding, "another device has hidden messages: they go here too")
{
    chat.hides({Seq(2), Seq(6)});
    device.receives(chat.states());
    isWithoutWords(2);
    isWithoutWords(6);
    CHECK(device.badge(chat) == ReadCounts{4, 0, 0});
    isSettled();
}

TEST_CASE_FIXTURE(Hiding,
                  "messages that another device hides while a read waits here are not taken off twice")
{
    device.losesConnection();
    device.reads(chat, Seq(3));
    chat.hides({Seq(2), Seq(5)});
    device.comesOnline({&chat});
    CHECK(device.badge(chat) == ReadCounts{2, 0, 0});
    const auto read = device.sends<protocol::Read>();
    device.answers(chat.accepts(read.intents.at(0)));
    isSettled();
}

TEST_CASE_FIXTURE(Hiding,
                  "a message that is hidden before it arrives arrives without words, and counts in nothing")
{
    chat.says(bob, "seven");
    chat.hides({Seq(7)});
    device.receives(chat.states());
    device.catchesUp({&chat});
    isWithoutWords(7);
    CHECK(device.badge(chat).unread == 6);
    isSettled();
}

TEST_CASE_FIXTURE(Hiding, "a message that is hidden and recalled, in either order, is taken off once")
{
    hides({Seq(3)});
    sendsAndAnswers();
    recalls(3);
    CHECK(device.badge(chat).unread == 5);
    isWithoutWords(3);
    recalls(4);
    hides({Seq(4)});
    CHECK(device.badge(chat).unread == 4);
    sendsAndAnswers();
    isWithoutWords(4);
    isSettled();
}

TEST_CASE_FIXTURE(Hiding,
                  "a recall that arrives with a state of before it takes nothing off for a hidden message")
{
    const ConversationState early = chat.state();
    chat.recalls(Seq(3));
    device.receives(chat.notify());
    device.catchesUp({&chat});
    chat.hides({Seq(3)});
    ConversationState late = early;
    late.version = chat.version;
    late.hidden = {Seq(3)};
    late.counts = {5, 1, 0};
    device.receives(protocol::States{{late}, {}, 0});
    CHECK(device.badge(chat).unread == 5);
    device.receives(chat.states());
    isSettled();
}

TEST_CASE_FIXTURE(Hiding, "hidden messages of ignored users, own ones and read ones are not taken off")
{
    device.does(input::SetIgnored{{}, carol, IgnoreLevel::Ignored, uuidOf(900), {}});
    CHECK(device.badge(chat).unread == 5);
    hides({Seq(5)});
    CHECK(device.badge(chat).unread == 5);
    device.reads(chat, Seq(1));
    hides({Seq(1)});
    CHECK(device.badge(chat).unread == 4);
    device.marksUnread(chat, Seq(1));
    CHECK_MESSAGE(device.badge(chat).unread == 4, "a mark on a hidden message goes to the next counted one");
}

TEST_CASE_FIXTURE(Hiding, "I14: a server that has lost the hidden messages gets them again")
{
    hides({Seq(2), Seq(3)});
    sendsAndAnswers();
    device.losesConnection();
    chat.hidden = {Seq(2)};
    ++chat.version;
    device.comesOnline({&chat});
    CHECK(device.badge(chat) == ReadCounts{4, 0, 0});
    CHECK(sendsAndAnswers() == Seqs{Seq(3)});
    isSettled();
}

TEST_CASE_FIXTURE(Hiding, "many messages go in several requests; the command waits for the last one")
{
    chat.talks(bob, 150);
    device.receives(chat.notify());
    device.catchesUp({&chat});
    Seqs all;
    for (std::uint64_t seq = 7; seq <= 156; ++seq) {
        all.emplace_back(seq);
    }
    hides(all, CommandId(5));
    CHECK(device.badge(chat).unread == 6);
    CHECK(sendsAndAnswers().size() == caps::maxHiddenAtOnce);
    CHECK(device.changes<change::CommandDone>().empty());
    CHECK(sendsAndAnswers().size() == 50);
    CHECK(device.changes<change::CommandDone>().size() == 1);
    isSettled();
}

TEST_CASE_FIXTURE(Hiding,
                  "requests that cannot be are refused here; a refusal by the server ends the command")
{
    const auto result = [this] { return device.changes<change::CommandDone>().at(0).error; };
    hides({Seq(7)}, CommandId(1));
    CHECK(result() == ErrorCode::NoSuchEntry);
    hides({Seq(0)}, CommandId(2));
    CHECK(result() == ErrorCode::NoSuchEntry);
    device.does(input::HideMessages{CommandId(3), ConversationId(99), {Seq(1)}});
    CHECK(result() == ErrorCode::NoSuchConversation);
    device.sendsNothing();
    hides({Seq(1)}, CommandId(5));
    device.sends<HideMessages>();
    device.isRefused(ErrorCode::TooFast, Milliseconds(2000));
    device.sendsNothing();
    device.waits(Milliseconds(2000));
    device.sends<HideMessages>();
    device.isRefused(ErrorCode::TooManyHidden);
    CHECK(result() == ErrorCode::TooManyHidden);
    device.sendsNothing();
}

TEST_CASE_FIXTURE(Hiding, "hidden messages go with the log, and cleared ones need not be kept")
{
    hides({Seq(2), Seq(6)});
    sendsAndAnswers();
    chat.clearedThrough = chat.floor = Seq(4);
    ++chat.version;
    device.receives(chat.states());
    CHECK(state().hidden == Seqs{Seq(6)});
    isSettled();
    device.losesConnection();
    chat.hidden.clear();
    chat.clearedThrough = {};
    chat.losesLogAfter(Seq(5), LogEpoch(99));
    device.comesOnline({&chat});
    CHECK(state().hidden.empty());
    device.catchesUp({&chat});
    isSettled();
}

} // namespace
} // namespace tidemark::test::hiding_test
