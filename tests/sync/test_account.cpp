#include "tests/sync/device.h"

namespace tidemark::test::account_test {
namespace {

using protocol::ErrorCode;

const std::string token(32, 's');

/// A device of `me` with one chat, and stored data of each kind.
Device deviceInUse(const Chat& chat, AccountSettings settings = {})
{
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    device.receives(settings);
    device.does(input::GoOffline{});
    device.types(chat, 1);
    device.reads(chat, Seq(2));
    return device;
}

TEST_CASE("signing in: the token is stored, then the session begins on the same connection")
{
    Device device = Device::blank();
    device.does(input::Tick{});
    CHECK(device.phase() == ConnectionPhase::SignedOut);
    device.does(input::SignIn{CommandId(1), "me", "secret", token});
    CHECK(device.effects().order == ConnectionOrder::Open);
    device.connects();
    const auto signIn = device.sends<protocol::SignIn>();
    CHECK(signIn.name == "me");
    CHECK(signIn.password == "secret");
    CHECK(signIn.token == token);
    CHECK(signIn.device == DeviceId(77));
    device.answers(protocol::Authenticated{me, token});
    CHECK(device.changes<change::CommandDone>().at(0).error == std::nullopt);
    CHECK(device.changes<change::AccountChanged>().at(0).user == me);
    CHECK(device.store().snapshot().account == Account{me, token});
    CHECK(device.sends<protocol::Hello>().token == token);
    device.isWelcomed({});
    CHECK(device.phase() == ConnectionPhase::Online);
}

TEST_CASE("a new token is stored when it arrives, and used from the next connection on")
{
    Chat chat(7);
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    const std::string before = device.store().snapshot().account->token;
    device.does(input::ConnectionLost{});
    device.waits(Milliseconds(60000));
    device.connects();
    CHECK(device.sends<protocol::Hello>().token == before);
    protocol::Welcome welcome;
    welcome.user = device.store().snapshot().account->user;
    welcome.nextToken = token;
    device.answers(welcome);
    CHECK(device.store().snapshot().account->token == token);
    device.does(input::ConnectionLost{});
    device.waits(Milliseconds(60000));
    device.connects();
    CHECK(device.sends<protocol::Hello>().token == token);
}

TEST_CASE("Hello says whether the device keeps its token")
{
    for (const bool keepsToken : {false, true}) {
        EngineConfig config;
        config.keepsToken = keepsToken;
        Device device = Device::blank(config);
        device.does(input::SignIn{CommandId(1), "me", "secret", token});
        device.connects();
        device.sends<protocol::SignIn>();
        device.answers(protocol::Authenticated{me, token});
        CHECK(device.sends<protocol::Hello>().keepsToken == keepsToken);
    }
}

TEST_CASE("registering works the same way")
{
    Device device = Device::blank();
    device.does(input::RegisterAccount{CommandId(1), "me", "", token});
    device.connects();
    CHECK(device.sends<protocol::Register>().password.empty());
    SUBCASE("done")
    {
        device.answers(protocol::Authenticated{me, token});
        device.sends<protocol::Hello>();
    }
    SUBCASE("name taken")
    {
        device.isRefused(ErrorCode::NameTaken);
        CHECK(device.changes<change::CommandDone>().at(0).error == ErrorCode::NameTaken);
        CHECK(device.phase() == ConnectionPhase::SignedOut);
        CHECK(device.effects().order == ConnectionOrder::Close);
    }
}

TEST_CASE("a wrong password changes nothing, and may be corrected")
{
    Device device = Device::blank();
    device.does(input::SignIn{CommandId(1), "me", "wrong", token});
    device.connects();
    device.sends<protocol::SignIn>();
    device.isRefused(ErrorCode::BadCredentials);
    CHECK(device.changes<change::CommandDone>().at(0).error == ErrorCode::BadCredentials);
    CHECK(device.phase() == ConnectionPhase::SignedOut);
    CHECK_FALSE(device.engine().account().has_value());
    device.does(input::SignIn{CommandId(2), "me", "right", token});
    device.connects();
    device.sends<protocol::SignIn>();
    device.answers(protocol::Authenticated{me, token});
    CHECK(device.engine().account().has_value());
}

TEST_CASE("a wrong password for another account leaves the old one in place")
{
    Chat chat(7);
    chat.talks(bob, 3);
    Device device = deviceInUse(chat);
    device.does(input::SignIn{CommandId(1), "other", "wrong", token});
    device.connects();
    device.sends<protocol::SignIn>();
    device.isRefused(ErrorCode::BadCredentials);
    CHECK(device.engine().account()->user == me);
    CHECK(device.holdsAllOf(chat));
    CHECK(device.phase() == ConnectionPhase::Waiting);
    device.comesOnline({&chat});
}

TEST_CASE("a connection that cannot be made ends the sign-in")
{
    Device device = Device::blank();
    device.does(input::SignIn{CommandId(1), "me", "secret", token});
    SUBCASE("lost")
    {
        device.does(input::ConnectionLost{});
    }
    SUBCASE("lost before the answer")
    {
        device.connects();
        device.does(input::ConnectionLost{});
    }
    SUBCASE("given up by the user")
    {
        device.does(input::GoOffline{});
    }
    REQUIRE(device.changes<change::CommandDone>().size() == 1);
    CHECK(device.changes<change::CommandDone>()[0].error == ErrorCode::Unavailable);
    CHECK(device.phase() == ConnectionPhase::SignedOut);
    device.waits(Milliseconds(60000));
    CHECK(device.phase() == ConnectionPhase::SignedOut);
}

TEST_CASE("an untrusted certificate is reported as such, until the connection ends otherwise")
{
    Device device = Device::blank();
    device.does(input::SignIn{CommandId(1), "me", "secret", token});
    device.does(input::ConnectionLost{"expired", true});
    REQUIRE(device.changes<change::CommandDone>().size() == 1);
    CHECK(device.changes<change::CommandDone>()[0].error == ErrorCode::CertificateRefused);
    CHECK(device.phase() == ConnectionPhase::SignedOut);

    Chat chat(7);
    Device inUse;
    inUse.comesOnline({&chat});
    inUse.does(input::ConnectionLost{"expired", true});
    CHECK(inUse.engine().connection().error == ErrorCode::CertificateRefused);
    CHECK(inUse.phase() == ConnectionPhase::Waiting);
    inUse.waits(Milliseconds(60000));
    CHECK(inUse.phase() == ConnectionPhase::Connecting);
    CHECK(inUse.engine().connection().error == ErrorCode::CertificateRefused);
    inUse.does(input::ConnectionLost{"no route", false});
    CHECK(!inUse.engine().connection().error);
}

TEST_CASE("the list of the user's devices says which of them this one is")
{
    Chat chat(7);
    Device device;
    device.does(input::GetDevices{CommandId(4)});
    REQUIRE(device.changes<change::CommandDone>().size() == 1);
    CHECK(device.changes<change::CommandDone>().front().error == protocol::ErrorCode::Unavailable);
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    device.does(input::GetDevices{CommandId(5)});
    device.sends<protocol::GetDevices>();
    const std::vector<protocol::Device> all{{DeviceId(77), "laptop", "tidemark", true, {}, UnixMs{5}, true},
                                            {DeviceId(78), "phone", "tidemark", false, {}, {}, false}};
    device.answers(protocol::Devices{all});
    const auto done = device.changes<change::CommandDone>();
    REQUIRE(done.size() == 1);
    CHECK(done.front().command == CommandId(5));
    const auto own = done.front().resultAs<change::OwnDevices>();
    CHECK(own.devices == all);
    CHECK(own.thisDevice == DeviceId(77));
}

TEST_CASE("another device is signed out by its id")
{
    Device device;
    device.comesOnline({});
    device.does(input::RevokeDevice{CommandId(5), DeviceId(78)});
    CHECK(device.sends<protocol::RevokeDevice>().device == DeviceId(78));
    device.answers(protocol::Done{});
    REQUIRE(device.changes<change::CommandDone>().size() == 1);
    CHECK(device.changes<change::CommandDone>().front().command == CommandId(5));
    CHECK_FALSE(device.changes<change::CommandDone>().front().error);
    CHECK(device.phase() == ConnectionPhase::Online);
}

TEST_CASE("a new password goes to the server with the old one, and nowhere else")
{
    Device device;
    device.comesOnline({});
    device.does(input::ChangePassword{CommandId(5), "old one", "the new one", true});
    const auto sent = device.sends<protocol::ChangePassword>();
    CHECK(sent.oldPassword == "old one");
    CHECK(sent.newPassword == "the new one");
    CHECK(sent.revokeOthers);
    device.isRefused(ErrorCode::BadCredentials);
    REQUIRE(device.changes<change::CommandDone>().size() == 1);
    CHECK(device.changes<change::CommandDone>()[0].error == ErrorCode::BadCredentials);
    CHECK_MESSAGE(device.phase() == ConnectionPhase::Online, "the device stays signed in");
    device.does(input::ChangePassword{CommandId(6), "the right one", "the new one", false});
    device.sends<protocol::ChangePassword>();
    device.answers(protocol::Done{});
    CHECK_FALSE(device.changes<change::CommandDone>().at(0).error);
}

TEST_CASE("a sign-out by another device has an effect at once, with the reason, and keeps all written data")
{
    Chat chat(7);
    chat.talks(bob, 3);
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    device.types(chat, 1, "unsent");
    device.does(input::GetDevices{CommandId(6)});
    device.receives(protocol::Error{ErrorCode::TokenRevoked, Milliseconds(0), {}});
    CHECK(device.phase() == ConnectionPhase::SignedOut);
    CHECK(device.engine().connection().error == ErrorCode::TokenRevoked);
    CHECK(device.effects().order == ConnectionOrder::Close);
    CHECK(device.changes<change::AccountChanged>().at(0).user == std::nullopt);
    REQUIRE(device.changes<change::CommandDone>().size() == 1);
    CHECK(device.changes<change::CommandDone>()[0].error == ErrorCode::Unavailable);
    CHECK(device.store().snapshot().account->token.empty());
    CHECK(device.store().snapshot().pending.size() == 1);
    CHECK(device.holdsAllOf(chat));
    device.waits(Milliseconds(60000));
    CHECK_MESSAGE(device.phase() == ConnectionPhase::SignedOut, "the device does not sign in by itself");
}

TEST_CASE("any other error about the connection leaves the account as it is")
{
    Device device;
    device.comesOnline({});
    device.receives(protocol::Error{ErrorCode::Malformed, Milliseconds(0), {}});
    CHECK(device.phase() == ConnectionPhase::Online);
}

TEST_CASE("a sign-in without an answer ends after its time")
{
    Device device = Device::blank();
    device.does(input::SignIn{CommandId(1), "me", "secret", token});
    device.connects();
    device.sends<protocol::SignIn>();
    device.waits(Milliseconds(15000));
    REQUIRE(device.changes<change::CommandDone>().size() == 1);
    CHECK(device.phase() == ConnectionPhase::SignedOut);
}

TEST_CASE("signing in as another user erases all of the old one; the device stays the same")
{
    Chat chat(7);
    chat.talks(bob, 3);
    Device device = deviceInUse(chat, {ReceiptPrivacy::Private, 3});
    device.does(input::SignIn{CommandId(1), "other", "secret", token});
    device.connects();
    device.sends<protocol::SignIn>();
    const User other{UserId(50), "other"};
    device.answers(protocol::Authenticated{other, token});
    CHECK(device.writes<write::EraseEverything>() == 1);
    CHECK(device.changes<change::LogDropped>().size() == 1);
    const Snapshot stored = device.store().snapshot();
    CHECK_MESSAGE((stored.account == Account{other, token}),
                  "the settings of the old user are not the new one's");
    CHECK(stored.conversations.empty());
    CHECK(stored.pending.empty());
    CHECK(stored.intents.empty());
    CHECK(stored.totals == Totals{});
    CHECK(device.engine().totals() == Totals{});
    const auto hello = device.sends<protocol::Hello>();
    CHECK(hello.held.empty());
    CHECK(hello.device == DeviceId(77));

    // The other user's view of the same conversation.
    chat.reads(Seq(1));
    device.isWelcomed({chat.state()});
    device.catchesUp({&chat});
    CHECK(device.badge(chat).unread == 2);
    CHECK(device.engine().totals().unread == 2);
    CHECK(device.engine().isQuiescent());
}

TEST_CASE("signing in as the same user keeps everything")
{
    Chat chat(7);
    chat.talks(bob, 3);
    Device device = deviceInUse(chat);
    device.does(input::SignIn{CommandId(1), "me", "secret", token});
    device.connects();
    device.sends<protocol::SignIn>();
    device.answers(protocol::Authenticated{me, token});
    CHECK(device.sends<protocol::Hello>().held.size() == 1);
    CHECK(device.store().pending().size() == 1);
    CHECK(device.store().intents().size() == 1);
    CHECK(device.holdsAllOf(chat));
}

TEST_CASE("signing out revokes the token and keeps the data")
{
    Chat chat(7);
    chat.talks(bob, 3);
    Device device;
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    SUBCASE("online")
    {
        device.does(input::SignOut{CommandId(1)});
        device.sends<protocol::SignOut>();
        SUBCASE("answered")
        {
            device.answers(protocol::Done{});
        }
        SUBCASE("refused")
        {
            device.isRefused(ErrorCode::Unavailable);
        }
        SUBCASE("not answered")
        {
            device.waits(Milliseconds(15000));
        }
    }
    SUBCASE("offline")
    {
        device.does(input::GoOffline{});
        device.does(input::SignOut{CommandId(1)});
    }
    REQUIRE(device.changes<change::CommandDone>().size() == 1);
    CHECK(device.changes<change::CommandDone>()[0].error == std::nullopt);
    CHECK(device.changes<change::AccountChanged>().at(0).user == std::nullopt);
    CHECK(device.phase() == ConnectionPhase::SignedOut);
    CHECK(device.store().snapshot().account == Account{me, ""});
    CHECK(device.holdsAllOf(chat));
    device.does(input::Connect{});
    device.waits(Milliseconds(60000));
    CHECK(device.phase() == ConnectionPhase::SignedOut);
}

TEST_CASE("a lost connection does not stop signing out")
{
    Device device;
    device.comesOnline({});
    device.does(input::SignOut{CommandId(1)});
    device.sends<protocol::SignOut>();
    device.losesConnection();
    REQUIRE(device.changes<change::CommandDone>().size() == 1);
    CHECK(device.phase() == ConnectionPhase::SignedOut);
    CHECK(device.engine().account()->token.empty());
}

TEST_CASE("a token from elsewhere is used at once, and the user is known after the welcome")
{
    Device device = Device::blank();
    SUBCASE("on a new device") {}
    SUBCASE("while another token is in use")
    {
        device.does(input::UseToken{{}, "me", std::string(32, 'o')});
        device.comesOnline({});
    }
    device.does(input::UseToken{CommandId(1), "me", token});
    CHECK(device.changes<change::CommandDone>().size() == 1);
    device.waits(Milliseconds(0));
    device.connects();
    CHECK(device.sends<protocol::Hello>().token == token);
    device.isWelcomed({});
    CHECK(device.engine().account()->user == me);
    CHECK(device.store().snapshot().account == Account{me, token});
}

TEST_CASE("another user's token on a new server erases the held data")
{
    Chat chat(7);
    chat.talks(bob, 3);
    Device device = deviceInUse(chat);
    device.does(input::Connect{});
    device.connects();
    device.sends<protocol::Hello>();
    const User other{UserId(50), "me"};
    device.answers(protocol::Welcome{protocol::version, other, "server", {}, {}, 1});
    CHECK(device.store().snapshot().account->user == other);
    CHECK(device.store().conversations().empty());
    CHECK(device.store().pending().empty());
    Chat fresh(7);
    fresh.talks(carol, 1);
    device.answers(fresh.states());
    device.catchesUp({&fresh});
    CHECK(device.badge(fresh).unread == 1);
    CHECK(device.engine().isQuiescent());
}

TEST_CASE("names are stored as they become known, and only when they change")
{
    Chat chat(7);
    chat.talks(bob, 1);
    Device device;
    device.comesOnline({&chat});
    device.sends<protocol::Pull>();
    protocol::Range range = chat.range({}, Seq(1));
    range.users = {{bob, "bob"}};
    device.answers(range);
    CHECK(device.store().users().at(bob) == "bob");
    CHECK(device.writes<write::PutUsers>() == 1);
    device.receives(protocol::States{{chat.state()}, {{bob, "bob"}}, 0});
    CHECK(device.writes<write::PutUsers>() == 0);
    device.receives(protocol::States{{chat.state()}, {{bob, "Robert"}}, 0});
    CHECK(device.store().users().at(bob) == "Robert");
}

} // namespace
} // namespace tidemark::test::account_test
