#include "server-stub/hub/rate_limiter.h"
#include "server-stub/hub/text_rules.h"
#include "tests/hub/hub_world.h"

namespace tidemark::server::bounds_test {

using protocol::ErrorCode;

TEST_CASE("sends are limited per user, over all connections, and say when to try again")
{
    HubWorld world;
    world.config.limits.sendsPerSecond = 10;
    world.config.limits.sendBurst = 3;
    world.restart();
    Client laptop(world, "ada");
    laptop.enter();
    Client phone(world, "ada");
    phone.token = laptop.token;
    phone.hello();
    const ConversationId group = laptop.createGroup("group");
    laptop.send(group, "one");
    phone.send(group, "two");
    laptop.send(group, "three");
    const auto error = phone.ask<protocol::Error>(phone.message(group, "four"));
    CHECK(error.code == ErrorCode::TooFast);
    CHECK(error.retryAfter == Milliseconds(100));
    CHECK_MESSAGE(laptop.state(group).head == Seq(4), "other requests have a bucket of their own");
    world.pass(error.retryAfter);
    CHECK(phone.send(group, "four").seq == Seq(5));
}

TEST_CASE("other requests are limited too, and cost by what they name")
{
    HubWorld world;
    world.config.limits.requestsPerSecond = 1;
    world.config.limits.requestBurst = 11; // the first goes for the hello
    world.restart();
    Client ada(world, "ada");
    ada.enter();
    ada.ask<protocol::Users>(protocol::GetUsers{std::vector<UserId>(400, UserId(1))});
    ada.ask<protocol::Users>(protocol::GetUsers{});
    CHECK(ada.ask<protocol::Error>(protocol::GetUsers{}).retryAfter == Milliseconds(1000));
    world.pass(Milliseconds(60000));
    ada.ask<protocol::Users>(protocol::GetUsers{std::vector<UserId>(100000, UserId(1))});
}

TEST_CASE("each kind of request has a bucket of its own")
{
    HubWorld world;
    world.config.limits.requestsPerSecond = 1;
    world.config.limits.requestBurst = 2;
    world.restart();
    Client ada(world, "ada");
    ada.enter();
    const ConversationId group = ada.createGroup("group");
    const LogEpoch epoch = world.store.conversation(group)->logEpoch;
    const protocol::Pull pull{group, epoch, Seq(), Seq(), Seq(), 1};
    ada.ask<protocol::Range>(pull);
    ada.ask<protocol::Range>(pull);
    CHECK(ada.refused(pull) == ErrorCode::TooFast);
    for (int i = 0; i < 5; ++i) {
        ada.post(protocol::Typing{group});
    }
    world.turn();
    CHECK_MESSAGE(ada.ask(protocol::Rename{group, "renamed"}).size() == 1, "changes are not held up");
    CHECK(ada.refused(protocol::Rename{group, "renamed again"}) == ErrorCode::TooFast);
    ada.ask<protocol::Users>(protocol::GetUsers{});
    CHECK(ada.refused(protocol::GetUsers{}) == ErrorCode::TooFast);
    CHECK(world.stats().refusedTooFast >= 3);
}

TEST_CASE("in a very large group each user sends a message a second for long")
{
    HubWorld world;
    world.config.limits.largeGroupMembers = 2;
    world.restart();
    Client ada(world, "ada");
    ada.enter();
    Client bob(world, "bob");
    bob.enter();
    Client eve(world, "eve");
    eve.enter();
    const ConversationId small = ada.createGroup("small", {"bob"});
    const ConversationId large = ada.createGroup("large", {"bob", "eve"});
    for (std::uint32_t i = 0; i < RateLimiter::largeGroupBurst; ++i) {
        ada.send(large, "many");
    }
    const protocol::Send next = ada.message(large, "too many");
    const auto error = ada.ask<protocol::Error>(next);
    CHECK(error.code == ErrorCode::TooFast);
    CHECK(error.retryAfter == Milliseconds(1000));
    Client phone(world, "ada");
    phone.token = ada.token;
    phone.hello();
    CHECK_MESSAGE(phone.refused(next) == ErrorCode::TooFast, "whatever the connection");
    ada.send(small, "elsewhere as ever");
    bob.send(large, "and others as ever");
    world.pass(error.retryAfter);
    const Seq seq = ada.ask<protocol::SendAck>(next).seq;
    CHECK_MESSAGE(ada.ask<protocol::SendAck>(next).seq == seq, "what was accepted costs nothing again");
    CHECK(ada.refused(ada.message(large, "one more")) == ErrorCode::TooFast);
}

TEST_CASE("connections of a user and sessions of a connection are bounded")
{
    HubWorld world;
    world.config.limits.maxConnectionsPerUser = 2;
    world.config.limits.maxSessionsPerConnection = 2;
    world.restart();
    Client first(world, "ada");
    first.enter();
    const auto another = [&] {
        Client client(world, "ada");
        client.token = first.token;
        return client;
    };
    Client second = another();
    second.hello();
    Client third = another();
    CHECK(third.refused(third.helloFrame()) == ErrorCode::TooManyConnections);
    second.hello();
    world.queue(Closed{second.target.connection});
    world.turn();
    third.hello();

    const ConnectionId shared = world.connect();
    for (const std::uint32_t session : {1U, 2U}) {
        Client(world, "user" + std::to_string(session), shared, session).enter();
    }
    Client surplus(world, "surplus", shared, 3);
    surplus.signUp();
    CHECK(surplus.refused(surplus.helloFrame()) == ErrorCode::TooManyConnections);
}

TEST_CASE("UTF-8 is checked to the letter")
{
    for (const char* good : {"", "abc", "é", "中文", "😀", "\xed\x9f\xbf", "\xf4\x8f\xbf\xbf"}) {
        CHECK(isValidUtf8(good));
    }
    for (const char* bad :
         {"\x80", "\xc3", "\xc0\xaf", "\xc1\x81", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf0\x80\x80\x80",
          "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xe4\xb8", "a\xff"}) {
        CHECK_FALSE(isValidUtf8(bad));
    }
    CHECK(isValidLabel("a b", 3));
    CHECK_FALSE(isValidLabel("a b", 2));
    CHECK_FALSE(isValidLabel("a\x7f", 9));
    CHECK_FALSE(isValidLabel("a\xc2\x85"
                             "b",
                             9));
    CHECK_FALSE(isValidLabel("\xc2\xa0x", 9));
    CHECK_FALSE(isValidLabel("x\xe2\x80\x8b", 9));
}

} // namespace tidemark::server::bounds_test
