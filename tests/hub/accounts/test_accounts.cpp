#include "tests/hub/hub_world.h"

namespace tidemark::server::accounts_test {

using protocol::ErrorCode;

TEST_CASE("before sign-in the server handles only Hello, Register and SignIn")
{
    HubWorld world;
    Client ada(world, "ada");
    CHECK(ada.refused(protocol::GetUsers{}) == ErrorCode::NotSignedIn);
    CHECK(ada.refused(protocol::Heartbeat{}) == ErrorCode::NotSignedIn);
    CHECK(ada.refused(protocol::SignOut{}) == ErrorCode::NotSignedIn);
    CHECK(ada.refused(protocol::UnknownFrame{}) == ErrorCode::Unsupported);
    CHECK(ada.refused(ada.helloFrame()) == ErrorCode::TokenRevoked);
    ada.enter();
    CHECK(ada.refused(protocol::UnknownFrame{}) == ErrorCode::Unsupported);
    CHECK(ada.ask<protocol::Users>(protocol::GetUsers{{ada.user}}).users
          == std::vector<User>{{ada.user, "ada"}});
}

TEST_CASE("a client that is too old is refused before anything else")
{
    HubWorld world;
    Client ada(world, "ada");
    auto request = ada.registerFrame();
    request.protocolVersion = 0;
    CHECK(ada.refused(request) == ErrorCode::ProtocolVersion);
    protocol::SignIn signIn;
    signIn.protocolVersion = 0;
    CHECK(ada.refused(signIn) == ErrorCode::ProtocolVersion);
    ada.signUp();
    auto hello = ada.helloFrame();
    hello.protocolVersion = 0;
    CHECK(ada.refused(hello) == ErrorCode::ProtocolVersion);
}

TEST_CASE("with a newer client the server speaks the lower one of both versions")
{
    for (const std::uint32_t newest : {1U, 2U, 99U}) {
        CAPTURE(newest);
        HubWorld world;
        Client ada(world, "ada");
        auto request = ada.registerFrame();
        request.protocolVersion = newest;
        CHECK(ada.ask<protocol::Authenticated>(request).user.name == "ada");
        protocol::SignIn signIn;
        signIn.protocolVersion = newest;
        signIn.name = "ada";
        signIn.password = "correct horse";
        signIn.token = std::string(32, 's');
        Client other(world, "ada");
        other.post(signIn);
        world.turn();
        CHECK_MESSAGE(world.verifyJobs.size() == 1, "the server verifies the password");
        auto hello = ada.helloFrame();
        hello.protocolVersion = newest;
        const auto answers = ada.ask(hello);
        REQUIRE_FALSE(answers.empty());
        CHECK(std::get<protocol::Welcome>(answers.front()).protocolVersion == 1);
    }
}

TEST_CASE("registering is refused when closed, and when name, token or password are not acceptable")
{
    HubConfig closedConfig;
    HubWorld closedWorld(closedConfig);
    Client late(closedWorld, "late");
    CHECK(late.refused(late.registerFrame()) == ErrorCode::RegistrationClosed);

    HubWorld world;
    for (const std::string& name : {std::string(), std::string(" ada"), std::string("ada "),
                                    std::string("a\nb"), std::string("\xff"), std::string("ada\xe3\x80\x80"),
                                    std::string("\xc0\xaf"), std::string(101, 'x'), std::string("a\0b", 3)}) {
        CAPTURE(name);
        Client client(world, name);
        CHECK(client.refused(client.registerFrame()) == ErrorCode::NameInvalid);
    }
    Client ada(world, "Ada Łovelace 😀");
    auto request = ada.registerFrame();
    request.token.resize(31);
    CHECK(ada.refused(request) == ErrorCode::Malformed);
    CHECK(world.closed.contains(ada.target.connection));
    ada.target.connection = world.connect();
    CHECK(ada.refused(ada.registerFrame("short")) == ErrorCode::PasswordInvalid);
    CHECK(ada.refused(ada.registerFrame(std::string(1025, 'x'))) == ErrorCode::PasswordInvalid);
    CHECK(ada.signUp().user == UserId(1));
}

TEST_CASE("registering the same name with the same token again changes nothing; with another it is taken")
{
    HubWorld world;
    Client ada(world, "ada");
    const auto first = ada.ask<protocol::Authenticated>(ada.registerFrame());
    CHECK(ada.ask<protocol::Authenticated>(ada.registerFrame()) == first);
    CHECK(first.token == ada.token);
    Client thief(world, "ada");
    CHECK(thief.refused(thief.registerFrame()) == ErrorCode::NameTaken);
    Client other(world, "Ada");
    CHECK_MESSAGE(other.refused(other.registerFrame()) == ErrorCode::NameTaken,
                  "names that differ in case are one name");
}

TEST_CASE("a password is hashed outside the hub, and the name is checked again afterwards")
{
    HubWorld world;
    Client ada(world, "ada");
    Client rival(world, "ada");
    const RequestId request = ada.post(ada.registerFrame("correct horse"));
    const RequestId rivals = rival.post(rival.registerFrame("battery staple"));
    world.turn();
    REQUIRE(world.hashJobs.size() == 2);
    CHECK(world.hashJobs[0].password == "correct horse");
    CHECK(ada.answersTo(request).empty());
    CHECK_MESSAGE(ada.refused(ada.registerFrame("correct horse")) == ErrorCode::TooFast,
                  "one job in flight per connection");
    world.queue(PasswordHashed{world.hashJobs[1].ticket, "hash of staple"});
    world.queue(PasswordHashed{world.hashJobs[0].ticket, "hash of horse"});
    world.turn();
    CHECK(rival.answerTo<protocol::Authenticated>(rivals).user.name == "ada");
    CHECK(ada.answerTo<protocol::Error>(request).code == ErrorCode::NameTaken);
    CHECK(world.store.accounts().byName("ada")->passwordHash == "hash of staple");
}

TEST_CASE("a password job without its connection is forgotten; a failed job is Unavailable")
{
    HubWorld world;
    Client gone(world, "gone");
    gone.post(gone.registerFrame("correct horse"));
    world.turn();
    world.queue(Closed{gone.target.connection});
    world.queue(PasswordHashed{world.hashJobs[0].ticket, "hash"});
    world.turn();
    CHECK_FALSE(world.store.accounts().byName("gone"));

    Client ada(world, "ada");
    const RequestId request = ada.post(ada.registerFrame("correct horse"));
    world.turn();
    world.queue(PasswordHashed{world.hashJobs[1].ticket, ""});
    world.turn();
    CHECK(ada.answerTo<protocol::Error>(request).code == ErrorCode::Unavailable);
    ada.post(ada.registerFrame("correct horse"));
    world.turn();
    CHECK(world.hashJobs.size() == 3);
}

struct PasswordAccount {
    HubWorld world;
    Client ada{world, "ada"};
    std::uint64_t lastConnection = 1000;

    PasswordAccount()
    {
        ada.post(ada.registerFrame("correct horse"));
        world.turn();
        world.queue(PasswordHashed{world.hashJobs[0].ticket, "hash"});
        world.turn();
    }
    /// A client on a connection from this address.
    Client from(const char* address, const char* name)
    {
        const ConnectionId connection(++lastConnection);
        world.queue(Connected{connection, address});
        return {world, name, connection};
    }
    static protocol::SignIn signInFrame(const Client& client)
    {
        return {protocol::version, client.name, "some password", client.token, client.device, "phone"};
    }
};

TEST_CASE_FIXTURE(PasswordAccount, "signing in goes the same way whether or not the account exists")
{
    Client phone(world, "ada");
    Client stranger(world, "nobody");
    const RequestId right = phone.post(signInFrame(phone));
    const RequestId wrong = stranger.post(signInFrame(stranger));
    world.turn();
    REQUIRE(world.verifyJobs.size() == 2);
    CHECK(world.verifyJobs[0].hash == "hash");
    CHECK(world.verifyJobs[1].hash.empty());
    world.queue(PasswordVerified{world.verifyJobs[0].ticket, true});
    world.queue(PasswordVerified{world.verifyJobs[1].ticket, true});
    world.turn();
    CHECK(phone.answerTo<protocol::Authenticated>(right).token == phone.token);
    CHECK(stranger.answerTo<protocol::Error>(wrong).code == ErrorCode::BadCredentials);
    CHECK(phone.hello().empty());
    CHECK_MESSAGE(ada.hello().empty(), "the first device's token still holds");
}

TEST_CASE_FIXTURE(PasswordAccount,
                  "a name that no account can have is refused at once, without a password job")
{
    Client endless(world, std::string(900000, 'n'));
    CHECK(endless.refused(signInFrame(endless)) == ErrorCode::BadCredentials);
    CHECK(world.verifyJobs.empty());
    Client longest(world, std::string(world.config.limits.maxNameBytes, 'n'));
    longest.post(signInFrame(longest));
    world.turn();
    CHECK_MESSAGE(world.verifyJobs.size() == 1, "a name of this length is possible");
}

TEST_CASE_FIXTURE(PasswordAccount, "a wrong password is BadCredentials")
{
    Client phone(world, "ada");
    const RequestId request = phone.post(signInFrame(phone));
    world.turn();
    world.queue(PasswordVerified{world.verifyJobs[0].ticket, false});
    world.turn();
    CHECK(phone.answerTo<protocol::Error>(request).code == ErrorCode::BadCredentials);
    CHECK(phone.refused(phone.helloFrame()) == ErrorCode::TokenRevoked);
}

TEST_CASE_FIXTURE(PasswordAccount, "password jobs of one network leave room for those of others")
{
    // Registering costs a password job as well, and there is no account by which to count it.
    world.hashJobs.clear();
    std::vector<Client> clients;
    for (int i = 100; i < 200; ++i) {
        const std::string number = std::to_string(i);
        clients.push_back(from(("2001:0db8:0007:0" + number).c_str(), ("user" + number).c_str()));
        clients.back().post(clients.back().registerFrame("a password"));
    }
    Client other = from("2001:0db8:0008:0001", "other");
    other.post(other.registerFrame("a password"));
    world.turn();
    CHECK(world.hashJobs.size() == 17);
    world.queue(PasswordHashed{world.hashJobs.front().ticket, "hash"});
    world.turn();
    Client later = from("2001:0db8:0007:ffff", "later");
    later.post(later.registerFrame("a password"));
    world.turn();
    CHECK_MESSAGE(world.hashJobs.size() == 18, "a finished job counts no longer");
}

/// Answers the last password job.
RequestId tried(PasswordAccount& account, Client& client, const protocol::SignIn& frame, bool matches)
{
    const std::size_t jobs = account.world.verifyJobs.size();
    const RequestId request = client.post(frame);
    account.world.turn();
    if (account.world.verifyJobs.size() > jobs) {
        account.world.queue(PasswordVerified{account.world.verifyJobs.back().ticket, matches});
        account.world.turn();
    }
    return request;
}

TEST_CASE_FIXTURE(PasswordAccount, "guesses wait longer and longer, whether or not the account exists")
{
    for (const char* name : {"ada", "nobody"}) {
        Client guesser = from("192.0.2.1", name);
        for (int i = 0; i < 5; ++i) {
            const RequestId request = tried(*this, guesser, signInFrame(guesser), false);
            CHECK(guesser.answerTo<protocol::Error>(request).code == ErrorCode::BadCredentials);
        }
        const std::size_t jobs = world.verifyJobs.size();
        for (const int wait : {1000, 2000, 4000}) {
            const RequestId early = guesser.post(signInFrame(guesser));
            world.turn();
            const auto refusal = guesser.answerTo<protocol::Error>(early);
            CHECK(refusal.code == ErrorCode::TooFast);
            CHECK(refusal.retryAfter == Milliseconds(wait));
            world.pass(refusal.retryAfter);
            const RequestId late = tried(*this, guesser, signInFrame(guesser), false);
            CHECK(guesser.answerTo<protocol::Error>(late).code == ErrorCode::BadCredentials);
        }
        CHECK_MESSAGE(world.verifyJobs.size() == jobs + 3, "a guess that comes too early costs no work");
    }
    CHECK(world.stats().signInsHeldBack == 6);
}

TEST_CASE_FIXTURE(PasswordAccount, "guesses of others do not keep out a device that has signed in before")
{
    Client guesser = from("192.0.2.1", "ada");
    for (int i = 0; i < 5; ++i) {
        tried(*this, guesser, signInFrame(guesser), false);
    }
    const RequestId request = tried(*this, ada, signInFrame(ada), true);
    CHECK(ada.answerTo<protocol::Authenticated>(request).user.name == "ada");
    const RequestId refused = tried(*this, guesser, signInFrame(guesser), true);
    CHECK(guesser.answerTo<protocol::Error>(refused).code == ErrorCode::TooFast);
}

TEST_CASE_FIXTURE(PasswordAccount, "guesses at another address do not make the owner wait")
{
    Client guesser = from("192.0.2.1", "ada");
    for (int i = 0; i < 5; ++i) {
        tried(*this, guesser, signInFrame(guesser), false);
    }
    Client owner = from("198.51.100.7", "ada");
    const RequestId request = tried(*this, owner, signInFrame(owner), true);
    CHECK(owner.answerTo<protocol::Authenticated>(request).user.name == "ada");
    Client behindProxy(world, "ada");
    const RequestId later = tried(*this, behindProxy, signInFrame(behindProxy), true);
    CHECK(behindProxy.answerTo<protocol::Authenticated>(later).user.name == "ada");
}

TEST_CASE_FIXTURE(PasswordAccount, "a password that was not compared is not counted")
{
    Client phone(world, "ada");
    for (int i = 0; i < 20; ++i) {
        const RequestId request = phone.post(signInFrame(phone));
        world.turn();
        world.queue(PasswordVerified{world.verifyJobs.back().ticket, false, false});
        world.turn();
        CHECK(phone.answerTo<protocol::Error>(request).code == ErrorCode::TooFast);
    }
    CHECK(world.verifyJobs.size() == 20);
}

TEST_CASE_FIXTURE(PasswordAccount, "a stronger hash replaces the hash that matched")
{
    Client phone(world, "ada");
    phone.post(signInFrame(phone));
    world.turn();
    world.queue(PasswordVerified{world.verifyJobs.back().ticket, true, true, "stronger"});
    world.turn();
    CHECK(world.store.accounts().byName("ada")->passwordHash == "stronger");
}

TEST_CASE("an old token is followed by a new one, and ends when the new one is used")
{
    HubWorld world;
    Client ada(world, "ada");
    ada.enter();
    world.store.accounts().putPasswordHash(ada.user, "hash");
    const auto welcomed = [&ada] {
        const auto frames = ada.ask(ada.helloFrame());
        return std::get<protocol::Welcome>(frames.front()).nextToken;
    };
    CHECK(welcomed().empty());
    world.pass(world.config.rotateTokensAfter);
    const std::string next = welcomed();
    CHECK(next.size() == 32);
    CHECK(next != ada.token);
    CHECK_MESSAGE(welcomed() == next, "a repeated Hello is answered with the same token");

    Client stale(world, "ada");
    stale.device = ada.device;
    stale.token = ada.token;
    CHECK_MESSAGE(stale.hello().empty(), "the old token stays valid, because the answer may be lost");
    const std::string old = ada.token;
    ada.token = next;
    CHECK_MESSAGE(welcomed().empty(), "a new token is not rotated at once");
    Client thief(world, "ada");
    thief.token = old;
    CHECK(thief.refused(thief.helloFrame()) == ErrorCode::TokenRevoked);

    CHECK_MESSAGE(stale.ask<protocol::Users>(protocol::GetUsers{}).users.empty(),
                  "the connection stays signed in");
    stale.ask<protocol::Done>(protocol::SignOut{});
    CHECK_MESSAGE(ada.refused(protocol::GetUsers{}) == ErrorCode::NotSignedIn,
                  "signing out ends the newest token of the device, too");
    CHECK(ada.refused(ada.helloFrame()) == ErrorCode::TokenRevoked);
}

TEST_CASE("the configuration of that moment says when a token is old")
{
    HubWorld world;
    Client ada(world, "ada");
    ada.enter();
    world.store.accounts().putPasswordHash(ada.user, "hash");
    HubConfig config = world.config;
    config.rotateTokensAfter = Milliseconds(1000);
    world.pass(config.rotateTokensAfter);
    CHECK(std::get<protocol::Welcome>(ada.ask(ada.helloFrame()).front()).nextToken.empty());
    world.reconfigure(config);
    CHECK(!std::get<protocol::Welcome>(ada.ask(ada.helloFrame()).front()).nextToken.empty());
}

TEST_CASE("a session that stores nothing gets no new token")
{
    HubWorld world;
    Client ada(world, "ada");
    ada.enter();
    world.store.accounts().putPasswordHash(ada.user, "hash");
    world.pass(world.config.rotateTokensAfter);
    protocol::Hello hello = ada.helloFrame();
    hello.silent = true;
    CHECK(ada.ask<protocol::Welcome>(hello).nextToken.empty());
    hello.silent = false;
    hello.totalsOnly = true;
    const auto frames = ada.ask(hello);
    CHECK(std::get<protocol::Welcome>(frames.front()).nextToken.empty());
}

TEST_CASE("an account without a password, and a session that keeps its token, get no new token")
{
    HubWorld world;
    Client bot(world, "bot");
    bot.enter();
    const auto given = [&bot](bool keepsToken) {
        protocol::Hello hello = bot.helloFrame();
        hello.keepsToken = keepsToken;
        const auto frames = bot.ask(hello);
        return !std::get<protocol::Welcome>(frames.front()).nextToken.empty();
    };
    world.pass(world.config.rotateTokensAfter);
    CHECK_MESSAGE(!given(false), "an account without a password keeps its token");
    world.store.accounts().putPasswordHash(bot.user, "hash");
    CHECK_MESSAGE(!given(true), "a device that keeps its token gets no other");
    CHECK(given(false));
    CHECK_MESSAGE(!given(true), "a device that keeps its token gets none later either");
    CHECK(world.store.tokens().find(PlainSecrets().hashOf(bot.token)));
}

TEST_CASE("a token belongs to its device")
{
    HubWorld world;
    Client laptop(world, "ada");
    laptop.enter();
    Client phone(world, "ada");
    phone.device = DeviceId(laptop.device.value + 1);
    phone.token = std::string(32, 'p');
    world.store.tokens().put(PlainSecrets().hashOf(phone.token), laptop.user, phone.device, "phone",
                             UnixMs{1});

    protocol::Hello hello = phone.helloFrame();
    hello.device = laptop.device;
    CHECK_MESSAGE(phone.refused(hello) == ErrorCode::TokenRevoked,
                  "the token belongs to the user's other device");
    hello.keepsToken = true;
    CHECK_MESSAGE(std::holds_alternative<protocol::Welcome>(phone.ask(hello).front()),
                  "a token from the command line works on any device");
    hello.keepsToken = false;
    hello.device = DeviceId(4711);
    CHECK_MESSAGE(std::holds_alternative<protocol::Welcome>(phone.ask(hello).front()),
                  "the token works on an installation without a token of its own");
    const auto devices = laptop.ask<protocol::Devices>(protocol::GetDevices{}).devices;
    REQUIRE(devices.size() == 2);
    CHECK_MESSAGE(devices.back().id == phone.device,
                  "the connection acts as the device to which the token was given");
    CHECK(devices.back().isConnected);
    CHECK(std::holds_alternative<protocol::Welcome>(phone.ask(phone.helloFrame()).front()));
}

TEST_CASE("signing out revokes the token everywhere it is used")
{
    HubWorld world;
    Client ada(world, "ada");
    ada.enter();
    Client other(world, "ada");
    other.token = ada.token;
    other.hello();
    ada.ask<protocol::Done>(protocol::SignOut{});
    CHECK(ada.refused(protocol::GetUsers{}) == ErrorCode::NotSignedIn);
    CHECK(other.refused(protocol::GetUsers{}) == ErrorCode::NotSignedIn);
    CHECK(ada.refused(ada.helloFrame()) == ErrorCode::TokenRevoked);
}

TEST_CASE("several accounts share a connection as sessions")
{
    HubWorld world;
    const ConnectionId connection = world.connect();
    Client ada(world, "ada", connection, 1);
    Client bob(world, "bob", connection, 2);
    ada.enter();
    CHECK(bob.refused(protocol::GetUsers{}) == ErrorCode::NotSignedIn);
    bob.enter();
    const ConversationId group = ada.createGroup("both", {"bob"});
    CHECK(bob.pushed<protocol::States>().size() == 1);
    CHECK(bob.send(group, "hello").seq == Seq(2));
    CHECK(ada.pullAll(group).back().author == bob.user);
    ada.ask<protocol::Done>(protocol::SignOut{});
    CHECK(bob.send(group, "still here").seq == Seq(3));
}

TEST_CASE("a frame that makes no sense is answered once and ends the connection")
{
    HubWorld world;
    Client ada(world, "ada");
    ada.enter();
    world.queue(ReceivedGarbage{ada.target.connection, "what"});
    const RequestId late = ada.post(protocol::GetUsers{});
    world.turn();
    CHECK(world.closed.contains(ada.target.connection));
    CHECK(ada.pushed<protocol::Error>().front().code == ErrorCode::Malformed);
    CHECK(ada.answersTo(late).empty());
}

TEST_CASE("at shutdown the server tells all clients when to come back")
{
    HubWorld world;
    Client ada(world, "ada");
    ada.enter();
    Client stranger(world, "stranger");
    world.queue(ShutDown{Milliseconds(500), Milliseconds(2000)});
    world.turn();
    for (Client* client : {&ada, &stranger}) {
        CHECK(client->pushed<protocol::GoAway>()
              == std::vector{protocol::GoAway{Milliseconds(500), Milliseconds(2000)}});
        CHECK(world.closed.contains(client->target.connection));
    }
}

TEST_CASE("drained clients leave with their answers, and the others are served on")
{
    HubWorld world;
    Client ada(world, "ada");
    ada.enter();
    Client bea(world, "bea");
    bea.enter();
    Client stranger(world, "stranger");
    const RequestId inTime = ada.post(protocol::GetUsers{});
    world.queue(ShutDown{Milliseconds(0),
                         Milliseconds(0),
                         {ada.target.connection, stranger.target.connection, ConnectionId(999)}});
    const RequestId late = ada.post(protocol::GetUsers{});
    world.turn();
    CHECK(ada.pushed<protocol::GoAway>() == std::vector{protocol::GoAway{}});
    CHECK(world.closed.contains(ada.target.connection));
    CHECK(ada.answersTo(inTime).size() == 1);
    CHECK(ada.answersTo(late).empty());
    // Clients that have not signed in yet may still do so.
    for (Client* client : {&bea, &stranger}) {
        CHECK(client->pushed<protocol::GoAway>().empty());
        CHECK_FALSE(world.closed.contains(client->target.connection));
    }
    bea.ask<protocol::Users>(protocol::GetUsers{});
}

TEST_CASE("a new token of a device ends the sessions that signed in by the old one")
{
    HubWorld world;
    Client old(world, "ada");
    old.enter();
    Client fresh(world, "ada");
    fresh.device = old.device;
    const RequestId request = fresh.post(
        protocol::SignIn{protocol::version, "ada", "a password", std::string(32, 'n'), old.device, "new"});
    world.turn();
    REQUIRE(world.verifyJobs.size() == 1);
    world.queue(PasswordVerified{world.verifyJobs.front().ticket, true, true});
    world.turn();
    CHECK(fresh.answerTo<protocol::Authenticated>(request).token == std::string(32, 'n'));
    CHECK(old.refused(protocol::GetUsers{}) == ErrorCode::NotSignedIn);
}

TEST_CASE("a token belongs to one account")
{
    HubWorld world;
    Client ada(world, "ada");
    ada.enter();
    Client thief(world, "eve");
    protocol::Register request = thief.registerFrame();
    request.token = ada.token;
    CHECK(thief.refused(request) == ErrorCode::BadCredentials);
    Client again(world, "ada");
    again.token = ada.token;
    CHECK(std::get<protocol::Welcome>(again.ask(again.helloFrame()).front()).user.name == "ada");
}

TEST_CASE("a hello that names many conversations is limited like other requests")
{
    HubConfig config = HubWorld::openConfig();
    config.limits.requestBurst = 100;
    HubWorld world(config);
    Client ada(world, "ada");
    ada.enter();
    protocol::Hello hello = ada.helloFrame();
    hello.held.resize(4000);
    CHECK(ada.ask(hello).size() > 0);
    CHECK(ada.refused(hello) == ErrorCode::TooFast);
}

} // namespace tidemark::server::accounts_test
