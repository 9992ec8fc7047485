#include "tests/hub/hub_world.h"

namespace tidemark::server::dots_test {

namespace {

using protocol::ErrorCode;

OperatorResult operate(HubWorld& world, OperatorRequest request)
{
    world.queue(OperatorAsked{OperatorTicket(7), std::move(request)});
    world.turn();
    REQUIRE(world.operatorAnswers.size() == 1);
    return world.operatorAnswers.front().result;
}

std::uint64_t raise(HubWorld& world, const std::string& name)
{
    const OperatorResult result = operate(world, RaiseDot{world.freshUuid(), name});
    REQUIRE(std::holds_alternative<DotList>(result));
    return std::get<DotList>(result).dots.at(0).version;
}

ErrorCode refused(HubWorld& world, OperatorRequest request)
{
    const OperatorResult result = operate(world, std::move(request));
    REQUIRE(std::holds_alternative<protocol::Error>(result));
    return std::get<protocol::Error>(result).code;
}

using Dots = std::vector<Dot>;

struct Dotted {
    HubWorld world;
    Client phone{world, "ada"};
    Client laptop{world, "ada"};

    Dotted()
    {
        phone.enter();
        laptop.token = phone.token;
        laptop.device = phone.device;
        laptop.hello();
    }
    Dots dotsOf(Client& client) { return client.ask<protocol::Dots>(protocol::GetDots{}).dots; }
};

} // namespace

TEST_CASE("names of dots are short and plain")
{
    for (const char* name : {"a", "whats-new", "0", "12345678901234567890123456789012"}) {
        CHECK(isDotName(name));
    }
    for (const char* name :
         {"", "-a", "a-", "A", "a b", "ä", "a_b", "123456789012345678901234567890123", "a\n"}) {
        CHECK_FALSE(isDotName(name));
    }
}

TEST_CASE_FIXTURE(Dotted, "a dot shows to all until it was seen, on any device, and again when it is raised")
{
    const std::uint64_t first = raise(world, "whats-new");
    CHECK(phone.pushed<protocol::Dots>().at(0).dots == Dots{{"whats-new", first, 0}});
    CHECK(laptop.pushed<protocol::Dots>().at(0).dots == Dots{{"whats-new", first, 0}});
    const auto seen = phone.ask<protocol::Dots>(protocol::SeeDot{"whats-new", first});
    CHECK(seen.dots == Dots{{"whats-new", first, first}});
    CHECK(laptop.pushed<protocol::Dots>().at(0).dots == seen.dots);
    CHECK(phone.pushed<protocol::Dots>().empty());
    const std::uint64_t second = raise(world, "whats-new");
    CHECK(second > first);
    CHECK(dotsOf(laptop) == Dots{{"whats-new", second, first}});
    CHECK(isLit(dotsOf(laptop).front()));
}

TEST_CASE_FIXTURE(Dotted, "the seen version only rises, and not beyond the dot's")
{
    raise(world, "whats-new");
    const std::uint64_t second = raise(world, "whats-new");
    CHECK(phone.ask<protocol::Dots>(protocol::SeeDot{"whats-new", second + 5}).dots.front().seen == second);
    laptop.pushes();
    CHECK(phone.ask<protocol::Dots>(protocol::SeeDot{"whats-new", second - 1}).dots.front().seen == second);
    CHECK(laptop.pushes().empty());
    CHECK(phone.refused(protocol::SeeDot{"nothing", 1}) == ErrorCode::NoSuchEntry);
}

TEST_CASE_FIXTURE(Dotted, "a new user sees no old dots; versions of all dots ascend together")
{
    const std::uint64_t first = raise(world, "whats-new");
    const std::uint64_t other = raise(world, "search");
    CHECK(other > first);
    Client bob(world, "bob");
    bob.enter();
    for (const Dot& dot : dotsOf(bob)) {
        CHECK_FALSE(isLit(dot));
    }
    raise(world, "search");
    CHECK(isLit(dotsOf(bob).at(0)));
    CHECK_FALSE(isLit(dotsOf(bob).at(1)));
    CHECK(dotsOf(phone).at(0).seen == 0);
}

TEST_CASE_FIXTURE(Dotted, "I9: dots come with the connection, and a heartbeat repairs a lost push")
{
    phone.hello();
    CHECK(phone.pushes().empty());
    const std::uint64_t version = raise(world, "whats-new");
    phone.pushes();
    phone.hello();
    CHECK(phone.pushed<protocol::Dots>().at(0).dots == Dots{{"whats-new", version, 0}});
    phone.ask(protocol::Heartbeat{0, digestOfDots({{"whats-new", version, 0}})});
    CHECK(phone.pushes().empty());
    phone.ask(protocol::Heartbeat{0, digestOfDots({})});
    CHECK(phone.pushed<protocol::Dots>().at(0).dots == Dots{{"whats-new", version, 0}});
    // A device that does not send a digest of dots gets none.
    phone.ask(protocol::Heartbeat{0});
    CHECK(phone.pushes().empty());
}

TEST_CASE_FIXTURE(Dotted, "I2: a dot that is raised again under the same uuid is raised once")
{
    const MessageUuid uuid = world.freshUuid();
    const OperatorResult once = operate(world, RaiseDot{uuid, "whats-new"});
    phone.pushes();
    CHECK(operate(world, RaiseDot{uuid, "whats-new"}) == once);
    CHECK(phone.pushes().empty());
    CHECK(refused(world, RaiseDot{world.freshUuid(), "No Such Name"}) == ErrorCode::NameInvalid);
    CHECK(refused(world, RaiseDot{{}, "whats-new"}) == ErrorCode::Malformed);
}

TEST_CASE_FIXTURE(Dotted, "the number of dots is bounded")
{
    for (std::size_t i = 0; i < maxDots; ++i) {
        raise(world, "dot-" + std::to_string(i));
    }
    CHECK(refused(world, RaiseDot{world.freshUuid(), "one-more"}) == ErrorCode::NotAllowed);
    CHECK(raise(world, "dot-5") == maxDots + 1);
    CHECK(std::get<DotList>(operate(world, ListDots{})).dots.size() == maxDots);
}

TEST_CASE_FIXTURE(Dotted, "I12: a dot that could not be committed is not raised")
{
    world.store.failNextCommit();
    CHECK(refused(world, RaiseDot{world.freshUuid(), "whats-new"}) == ErrorCode::Unavailable);
    CHECK(phone.pushes().empty());
    CHECK(std::get<DotList>(operate(world, ListDots{})).dots.empty());
}

} // namespace tidemark::server::dots_test
