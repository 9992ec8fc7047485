#include "tests/hub/hub_world.h"

namespace tidemark::server::user_admin_test {

namespace {

using protocol::ErrorCode;

/// Sends an operator's request in a turn of its own.
OperatorResult operate(HubWorld& world, OperatorRequest request)
{
    world.queue(OperatorAsked{OperatorTicket(7), std::move(request)});
    world.turn();
    REQUIRE(world.operatorAnswers.size() == 1);
    return world.operatorAnswers.front().result;
}

std::vector<UserSummary> usersOf(const OperatorResult& result)
{
    REQUIRE(std::holds_alternative<UserList>(result));
    return std::get<UserList>(result).users;
}

ErrorCode refusalOf(const OperatorResult& result)
{
    REQUIRE(std::holds_alternative<protocol::Error>(result));
    return std::get<protocol::Error>(result).code;
}

protocol::SignIn signInOf(const Client& client)
{
    return {protocol::version, client.name, "some password", client.token, client.device, "phone"};
}

struct Operated {
    HubWorld world;
    Client ada{world, "ada"};
    Client phone{world, "ada"};
    Client bob{world, "bob"};

    Operated()
    {
        ada.post(ada.registerFrame("correct horse"));
        world.turn();
        world.queue(PasswordHashed{world.hashJobs[0].ticket, "hash"});
        world.turn();
        ada.hello();
        bob.enter();
    }

    /// The phone has begun to sign in, and its password is being compared.
    RequestId beginSignIn()
    {
        const RequestId request = phone.post(signInOf(phone));
        world.turn();
        REQUIRE(world.verifyJobs.size() == 1);
        return request;
    }
    void passwordMatches()
    {
        world.queue(PasswordVerified{world.verifyJobs[0].ticket, true});
        world.turn();
    }
};

} // namespace

TEST_CASE("the operator makes accounts while registration is closed, each once")
{
    HubWorld world{HubConfig()};
    const auto made = usersOf(operate(world, AddUser{"ada", "hash"}));
    CHECK(made == std::vector{UserSummary{UserId(1), "ada", false, true, 0, {}}});
    CHECK(usersOf(operate(world, AddUser{"ada", "hash"})) == made);
    CHECK(refusalOf(operate(world, AddUser{"ada", "another hash"})) == ErrorCode::NameTaken);
    CHECK(refusalOf(operate(world, AddUser{" ada", "hash"})) == ErrorCode::NameInvalid);
    CHECK(refusalOf(operate(world, AddUser{"", "hash"})) == ErrorCode::NameInvalid);
    CHECK(refusalOf(operate(world, AddUser{"bob", ""})) == ErrorCode::PasswordInvalid);
    CHECK(refusalOf(operate(world, AddUser{"Ada", "hash"})) == ErrorCode::NameTaken);
    const std::string cyrillic = std::string("\xd0\xb0") + "da"; // its first letter is Cyrillic
    const auto lookalike = operate(world, AddUser{cyrillic, "hash"});
    CHECK(refusalOf(lookalike) == ErrorCode::NameTaken);
    CHECK(std::get<protocol::Error>(lookalike).detail == "the name looks like that of user 'ada'");
    CHECK(refusalOf(operate(world, AddUser{"ada\xe2\x80\x8d", "hash"})) == ErrorCode::NameInvalid);
    CHECK(world.store.accounts().after(UserId(), 9).size() == 1);
    CHECK_MESSAGE(usersOf(operate(world, SetUserDisabled{"ADA", true})).front().name == "ada",
                  "the operator may write a name in any case");
    CHECK(refusalOf(operate(world, SetUserDisabled{cyrillic, true})) == ErrorCode::NoSuchUser);
}

TEST_CASE_FIXTURE(Operated, "a disabled user is cut off at once and cannot come back until enabled")
{
    const auto disabled = usersOf(operate(world, SetUserDisabled{"ada", true}));
    REQUIRE(disabled.size() == 1);
    CHECK(disabled.front().disabled);
    const auto received = ada.pushed<protocol::Error>();
    REQUIRE(received.size() == 1);
    CHECK(received.front().code == ErrorCode::AccountDisabled);
    CHECK(world.closed.contains(ada.target.connection));
    CHECK_FALSE(world.closed.contains(bob.target.connection));

    Client again(world, "ada");
    again.token = ada.token;
    CHECK(again.refused(again.helloFrame()) == ErrorCode::AccountDisabled);
    const RequestId signIn = beginSignIn();
    passwordMatches();
    CHECK(phone.answerTo<protocol::Error>(signIn).code == ErrorCode::AccountDisabled);

    operate(world, SetUserDisabled{"ada", false});
    CHECK(std::get<protocol::Welcome>(again.ask(again.helloFrame()).front()).user.name == "ada");
}

TEST_CASE_FIXTURE(Operated, "a user who is disabled during the password check does not get in")
{
    const RequestId signIn = beginSignIn();
    operate(world, SetUserDisabled{"ada", true});
    passwordMatches();
    CHECK(std::holds_alternative<protocol::Error>(phone.answersTo(signIn).front()));
}

TEST_CASE("other sessions on the connection of a disabled user stay")
{
    HubWorld world;
    const ConnectionId shared = world.connect();
    Client ada(world, "ada", shared, 1);
    Client bob(world, "bob", shared, 2);
    ada.enter();
    bob.enter();
    operate(world, SetUserDisabled{"ada", true});
    CHECK(ada.pushed<protocol::Error>().size() == 1);
    CHECK(bob.pushed<protocol::Error>().empty());
    CHECK_FALSE(world.closed.contains(shared));
    CHECK(ada.refused(protocol::GetUsers{}) == ErrorCode::NotSignedIn);
    bob.ask<protocol::TotalsNow>(protocol::GetTotals{});
}

TEST_CASE_FIXTURE(Operated, "a new password signs all devices out, and the old one is invalid")
{
    const RequestId signIn = beginSignIn();
    const auto changed = usersOf(operate(world, ResetPassword{"ada", "new hash"}));
    REQUIRE(changed.size() == 1);
    CHECK(changed.front().devices == 0);
    CHECK(world.store.accounts().find(UserId(1))->passwordHash == "new hash");
    const auto received = ada.pushed<protocol::Error>();
    REQUIRE(received.size() == 1);
    CHECK(received.front().code == ErrorCode::TokenRevoked);
    CHECK(world.closed.contains(ada.target.connection));
    Client again(world, "ada");
    again.token = ada.token;
    CHECK(again.refused(again.helloFrame()) == ErrorCode::TokenRevoked);
    // The password matched the old hash.
    passwordMatches();
    CHECK(phone.answerTo<protocol::Error>(signIn).code == ErrorCode::BadCredentials);
    CHECK(refusalOf(operate(world, ResetPassword{"ada", ""})) == ErrorCode::PasswordInvalid);
}

TEST_CASE_FIXTURE(Operated, "unknown users are refused, and a failed commit changes nothing")
{
    CHECK(refusalOf(operate(world, SetUserDisabled{"eve", true})) == ErrorCode::NoSuchUser);
    CHECK(refusalOf(operate(world, ResetPassword{"eve", "x"})) == ErrorCode::NoSuchUser);
    world.store.failNextCommit();
    CHECK(refusalOf(operate(world, SetUserDisabled{"ada", true})) == ErrorCode::Unavailable);
    CHECK_FALSE(world.store.accounts().find(UserId(1))->disabled);
}

TEST_CASE("accounts are listed in parts")
{
    HubWorld world;
    for (int number = 1; number <= 1001; ++number) {
        world.store.accounts().insert("user" + std::to_string(number), "");
    }
    const auto first = usersOf(operate(world, ListUsers{}));
    REQUIRE(first.size() == 1000);
    CHECK(first.front() == UserSummary{UserId(1), "user1", false, false, 0, {}});
    CHECK(usersOf(operate(world, ListUsers{first.back().id})).size() == 1);
    CHECK(usersOf(operate(world, ListUsers{UserId(1001)})).empty());
}

TEST_CASE("another configuration applies from the next turn on")
{
    HubConfig config = HubWorld::openConfig();
    config.limits.sendsPerSecond = 1;
    config.limits.sendBurst = 1;
    HubWorld world(config);
    Client ada(world, "ada");
    ada.enter();
    const ConversationId group = ada.createGroup("group");
    ada.send(group, "one");
    CHECK(ada.refused(ada.message(group, "two")) == ErrorCode::TooFast);
    config.limits.sendBurst = 100;
    config.registrationOpen = false;
    world.reconfigure(config);
    ada.send(group, "two");
    ada.send(group, "three");
    Client bob(world, "bob");
    CHECK(bob.refused(bob.registerFrame()) == ErrorCode::RegistrationClosed);
    CHECK(world.store.conversations().find(group)->trimmedThrough == Seq());
    config.retention.keepEntries = 2;
    world.reconfigure(config);
    world.turn();
    CHECK(world.store.conversations().find(group)->trimmedThrough > Seq());
}

} // namespace tidemark::server::user_admin_test
