// The account of the device is deleted.
#include "tests/sync/device.h"

namespace tidemark::test::deletion_test {
namespace {

using protocol::ErrorCode;

const protocol::Error deleted{ErrorCode::AccountDeleted, Milliseconds(0), {}};

/// A device that has written a message and read, which the server does not know.
struct InUse {
    Chat chat{7};
    Device device;

    InUse()
    {
        chat.talks(bob, 3);
        device.comesOnline({&chat});
        device.catchesUp({&chat});
        device.does(input::GoOffline{});
        device.types(chat, 1, "never sent");
        device.reads(chat, Seq(2));
    }
    void goesOnline()
    {
        device.does(input::Connect{});
        device.connects();
        device.sends<protocol::Hello>();
    }
    /// All of the account is gone, and the user is told what is lost.
    void isErased() const
    {
        CHECK(device.writes<write::EraseEverything>() == 1);
        const auto told = device.changes<change::AccountDeleted>();
        REQUIRE(told.size() == 1);
        CHECK(told.front().name == me.name);
        CHECK(told.front().unsent == std::vector<std::string>{"never sent"});
        CHECK(device.phase() == ConnectionPhase::SignedOut);
        CHECK(device.effects().order == ConnectionOrder::Close);
        const Snapshot stored = device.store().snapshot();
        CHECK_FALSE(stored.account);
        CHECK(stored.conversations.empty());
        CHECK(stored.pending.empty());
        CHECK(stored.intents.empty());
        CHECK(stored.totals == Totals());
    }
};

} // namespace

TEST_CASE_FIXTURE(InUse, "a device that was offline is told at its next connection, and erases everything")
{
    goesOnline();
    device.isRefused(ErrorCode::AccountDeleted);
    isErased();
    CHECK(device.engine().connection().error == ErrorCode::AccountDeleted);
    device.waits(Milliseconds(60000));
    CHECK(device.phase() == ConnectionPhase::SignedOut);
    device.restarts();
    CHECK(device.phase() == ConnectionPhase::SignedOut);
}

TEST_CASE_FIXTURE(InUse, "a connected device is told at once")
{
    goesOnline();
    device.isWelcomed({});
    device.receives(deleted);
    isErased();
}

TEST_CASE("the user deletes the account with the password, which is stored nowhere")
{
    Chat chat(7);
    chat.talks(bob, 3);
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    device.does(input::DeleteAccount{CommandId(5), "a guess"});
    CHECK(device.sends<protocol::DeleteAccount>().password == "a guess");
    device.isRefused(ErrorCode::BadCredentials);
    CHECK(device.changes<change::CommandDone>().at(0).error == ErrorCode::BadCredentials);
    CHECK_MESSAGE(device.holdsAllOf(chat), "nothing has changed");
    CHECK(device.phase() == ConnectionPhase::Online);

    device.does(input::DeleteAccount{CommandId(6), "the password"});
    device.sends<protocol::DeleteAccount>();
    device.answers(protocol::Done{});
    CHECK(device.writes<write::EraseEverything>() == 1);
    CHECK(device.changes<change::AccountDeleted>().size() == 1);
    REQUIRE(device.changes<change::CommandDone>().size() == 1);
    CHECK(device.changes<change::CommandDone>().front().command == CommandId(6));
    CHECK_FALSE(device.changes<change::CommandDone>().front().error);
    CHECK_FALSE(device.store().snapshot().account);
}

TEST_CASE("without a connection the account is not deleted")
{
    Device device;
    device.does(input::DeleteAccount{CommandId(5), "the password"});
    CHECK(device.changes<change::CommandDone>().at(0).error == ErrorCode::Unavailable);
    CHECK(device.writes<write::EraseEverything>() == 0);
}

TEST_CASE("an answer that was lost comes with the next connection")
{
    Chat chat(7);
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    device.does(input::DeleteAccount{CommandId(5), "the password"});
    device.sends<protocol::DeleteAccount>();
    device.losesConnection();
    REQUIRE(device.changes<change::CommandDone>().size() == 1);
    CHECK(device.changes<change::CommandDone>().front().error == ErrorCode::Unavailable);
    CHECK(device.writes<write::EraseEverything>() == 0);
    device.waits(Milliseconds(60000));
    device.connects();
    device.sends<protocol::Hello>();
    device.isRefused(ErrorCode::AccountDeleted);
    CHECK(device.writes<write::EraseEverything>() == 1);
}

TEST_CASE("the push that ends the session may come before the answer")
{
    Device device;
    device.comesOnline({});
    device.does(input::DeleteAccount{CommandId(5), "the password"});
    device.sends<protocol::DeleteAccount>();
    device.receives(deleted);
    CHECK(device.changes<change::AccountDeleted>().size() == 1);
    REQUIRE(device.changes<change::CommandDone>().size() == 1);
    CHECK_FALSE(device.changes<change::CommandDone>().front().error);
}

TEST_CASE_FIXTURE(InUse, "a crash before the commit erases nothing, and the next connection does")
{
    goesOnline();
    device.crashesOn(input::FrameArrived{{device.lastRequest(), 0, deleted}});
    CHECK(device.store().snapshot().pending.size() == 1);
    device.connects();
    device.sends<protocol::Hello>();
    device.isRefused(ErrorCode::AccountDeleted);
    isErased();
}

TEST_CASE_FIXTURE(InUse, "a user who is signed out is told by signing in, and not about other accounts")
{
    device.does(input::SignOut{CommandId(1)});
    device.does(input::SignIn{CommandId(2), "other", "secret", std::string(32, 't')});
    device.connects();
    device.sends<protocol::SignIn>();
    device.isRefused(ErrorCode::AccountDeleted);
    CHECK(device.writes<write::EraseEverything>() == 0);
    CHECK(device.store().snapshot().pending.size() == 1);
    device.does(input::SignIn{CommandId(3), me.name, "secret", std::string(32, 't')});
    device.connects();
    device.sends<protocol::SignIn>();
    device.isRefused(ErrorCode::AccountDeleted);
    isErased();
}

TEST_CASE("a refusal about another user's account erases nothing")
{
    Device device;
    device.comesOnline({});
    device.does(input::OpenDirect{CommandId(5), "bob"});
    device.sends<protocol::OpenDirect>();
    device.isRefused(ErrorCode::AccountDeleted);
    CHECK(device.writes<write::EraseEverything>() == 0);
    CHECK(device.phase() == ConnectionPhase::Online);
    CHECK(device.changes<change::CommandDone>().front().error == ErrorCode::AccountDeleted);
}

TEST_CASE("a device learns from a notice who deleted the account, and no number changes")
{
    Chat chat(7);
    chat.talks(bob, 3);
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    const ReadCounts before = device.badge(chat);
    chat.notes(NoticeKind::AccountDeleted, bob);
    device.receives(chat.notify());
    protocol::Range range = chat.answer(device.sends<protocol::Pull>());
    range.users = {{bob, "bob", true}};
    device.answers(range);
    CHECK(device.changes<change::NamesChanged>().size() == 1);
    CHECK(device.badge(chat) == before);
    device.agreesWith(chat);
}

TEST_CASE("views are told once that a user is shown by another name")
{
    const auto told = [](const Device& device) { return device.changes<change::NamesChanged>().size(); };
    Device device;
    device.comesOnline({});
    device.receives(protocol::States{{}, {{bob, "bob"}, {carol, "carol"}}});
    CHECK(told(device) == 0);
    device.receives(protocol::States{{}, {{bob, "bob", true}, {carol, "carol"}}});
    CHECK(told(device) == 1);
    CHECK(device.writes<write::PutUsers>() == 1);
    device.receives(protocol::States{{}, {{bob, "bob", true}}});
    CHECK(told(device) == 0);
    device.receives(protocol::States{{}, {{bob, "bob"}}});
    CHECK_MESSAGE(told(device) == 1, "a server that was restored from a backup has the account again");
}

TEST_CASE("a group has one member less, and a direct chat still has two")
{
    Chat group(7);
    Chat direct(8);
    direct.kind = ConversationKind::Direct;
    Chat channel(9);
    channel.kind = ConversationKind::Channel;
    Device device;
    device.comesOnline({&group, &direct, &channel});
    device.catchesUp({&group, &direct, &channel});
    for (Chat* chat : {&group, &direct, &channel}) {
        const std::uint32_t before = device.in(*chat).memberCount;
        chat->notes(NoticeKind::AccountDeleted, bob);
        device.receives(chat->notify());
        device.catchesUp({chat});
        CHECK(device.in(*chat).memberCount == (chat == &direct ? before : before - 1));
        CHECK(device.badge(*chat) == ReadCounts());
    }
}

} // namespace tidemark::test::deletion_test
