#include "tests/hub/hub_world.h"

namespace tidemark::server::passwords_test {

using protocol::ErrorCode;

namespace {

/// Ada's laptop and her phone are signed in.
struct Passwords {
    HubWorld world;
    Client laptop{world, "ada"};
    Client phone{world, "ada"};

    Passwords()
    {
        laptop.enter();
        world.store.accounts().putPasswordHash(laptop.user, "hash of old one");
        const RequestId signIn = phone.post(signInFrame("old one"));
        world.turn();
        verify(true);
        phone.answerTo<protocol::Authenticated>(signIn);
        phone.hello();
    }

    [[nodiscard]] protocol::SignIn signInFrame(const std::string& password) const
    {
        return {protocol::version, phone.name, password, phone.token, phone.device, "phone"};
    }
    void verify(bool matches)
    {
        REQUIRE(world.verifyJobs.size() == 1);
        world.queue(PasswordVerified{world.verifyJobs.front().ticket, matches});
        world.verifyJobs.clear();
        world.turn();
    }
    void hash()
    {
        REQUIRE(world.hashJobs.size() == 1);
        world.queue(PasswordHashed{world.hashJobs.front().ticket, "hash of new one"});
        world.hashJobs.clear();
        world.turn();
    }
    RequestId begin(bool revokeOthers)
    {
        const RequestId request =
            laptop.post(protocol::ChangePassword{"old one", "the new one", revokeOthers});
        world.turn();
        return request;
    }
    [[nodiscard]] std::string stored() { return world.store.accounts().find(laptop.user)->passwordHash; }
};

} // namespace

TEST_CASE_FIXTURE(Passwords, "a password is changed only with the old one")
{
    const RequestId change = begin(false);
    CHECK(world.verifyJobs.front().password == "old one");
    CHECK(world.verifyJobs.front().hash == "hash of old one");
    verify(true);
    CHECK_MESSAGE(laptop.answersTo(change).empty(), "the answer waits for the commit");
    CHECK(world.hashJobs.front().password == "the new one");
    hash();
    laptop.answerTo<protocol::Done>(change);
    CHECK(stored() == "hash of new one");
    CHECK(phone.ask<protocol::Devices>(protocol::GetDevices{}).devices.size() == 2);
}

TEST_CASE_FIXTURE(Passwords, "a wrong password changes nothing, and guesses wait longer and longer")
{
    for (int i = 0; i < 20; ++i) {
        const RequestId change = begin(true);
        if (world.verifyJobs.empty()) {
            CHECK(laptop.answerTo<protocol::Error>(change).code == ErrorCode::TooFast);
            CHECK_MESSAGE(i > 4, "the first guesses do not wait");
            CHECK(stored() == "hash of old one");
            return;
        }
        verify(false);
        CHECK(laptop.answerTo<protocol::Error>(change).code == ErrorCode::BadCredentials);
        world.pass(Milliseconds(5000)); // the bucket of password changes has one token again
    }
    FAIL("no guess had to wait");
}

TEST_CASE_FIXTURE(Passwords, "a password may be changed a few times at once, then slowly")
{
    for (int i = 0; i < 3; ++i) {
        const RequestId change = begin(false);
        verify(true);
        hash();
        laptop.answerTo<protocol::Done>(change);
    }
    const auto refusal =
        phone.ask<protocol::Error>(protocol::ChangePassword{"old one", "the new one", false});
    CHECK(refusal.code == ErrorCode::TooFast);
    CHECK(refusal.retryAfter == Milliseconds(5000));
    CHECK_MESSAGE(world.verifyJobs.empty(), "a refused request costs no work");
    world.pass(refusal.retryAfter);
    begin(false);
    CHECK(world.verifyJobs.size() == 1);
}

TEST_CASE_FIXTURE(Passwords, "one change at a time is handled, over all connections")
{
    const protocol::ChangePassword request{"old one", "the new one", false};
    const RequestId change = begin(false);
    CHECK(phone.refused(request) == ErrorCode::TooFast);
    CHECK(world.verifyJobs.size() == 1);
    verify(true);
    CHECK_MESSAGE(phone.refused(request) == ErrorCode::TooFast, "the server is hashing the new password");
    hash();
    laptop.answerTo<protocol::Done>(change);
    world.pass(Milliseconds(5000));
    begin(false);
    CHECK(world.verifyJobs.size() == 1);
}

TEST_CASE_FIXTURE(Passwords, "a new password has a valid length")
{
    CHECK(laptop.refused(protocol::ChangePassword{"old one", "short"}) == ErrorCode::PasswordInvalid);
    CHECK(laptop.refused(protocol::ChangePassword{std::string(2000, 'x'), "long enough"})
          == ErrorCode::BadCredentials);
    CHECK(world.verifyJobs.empty());
}

TEST_CASE_FIXTURE(Passwords, "the other devices are signed out at once if the request says so")
{
    const RequestId change = begin(true);
    verify(true);
    CHECK(phone.pushes().empty());
    hash();
    laptop.answerTo<protocol::Done>(change);
    CHECK(phone.pushed<protocol::Error>().back().code == ErrorCode::TokenRevoked);
    CHECK(world.closed.contains(phone.target.connection));
    CHECK_FALSE(world.closed.contains(laptop.target.connection));
    CHECK(laptop.ask<protocol::Devices>(protocol::GetDevices{}).devices.size() == 1);
    Client again(world, "ada");
    again.token = phone.token;
    CHECK(again.refused(again.helloFrame()) == ErrorCode::TokenRevoked);
}

TEST_CASE_FIXTURE(Passwords, "a sign-in by the old password during its change is refused")
{
    const RequestId change = begin(false);
    verify(true);
    Client tablet(world, "ada");
    const RequestId signIn = tablet.post(
        protocol::SignIn{protocol::version, "ada", "old one", tablet.token, tablet.device, "tablet"});
    world.turn();
    hash();
    laptop.answerTo<protocol::Done>(change);
    verify(true);
    CHECK(tablet.answerTo<protocol::Error>(signIn).code == ErrorCode::BadCredentials);
}

TEST_CASE_FIXTURE(Passwords, "a device that is signed out meanwhile changes nothing")
{
    const RequestId change = begin(true);
    verify(true);
    phone.ask<protocol::Done>(protocol::RevokeDevice{laptop.device});
    hash();
    CHECK(stored() == "hash of old one");
    CHECK(laptop.answersTo(change).empty());
    CHECK(phone.ask<protocol::Devices>(protocol::GetDevices{}).devices.size() == 1);
}

TEST_CASE_FIXTURE(Passwords, "I12: a change that cannot be committed has not happened")
{
    const RequestId change = begin(true);
    verify(true);
    world.store.failNextCommit();
    hash();
    CHECK(stored() == "hash of old one");
    CHECK(laptop.answerTo<protocol::Error>(change).code == ErrorCode::Unavailable);
}

} // namespace tidemark::server::passwords_test
