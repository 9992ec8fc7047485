#include "tests/sync/device.h"

namespace tidemark::test::dots_test {
namespace {

using protocol::ErrorCode;
using Dots = std::vector<Dot>;

Device online()
{
    Device device;
    device.comesOnline({});
    device.catchesUp({});
    return device;
}

protocol::Dots news(std::uint64_t version, std::uint64_t seen)
{
    return {{{"whats-new", version, seen}}};
}

TEST_CASE("the newest version of a dot stays, whatever comes later")
{
    Device device = online();
    device.receives(news(5, 3));
    CHECK(device.changes<change::DotsChanged>().at(0).dots == Dots{{"whats-new", 5, 3}});
    device.receives(news(4, 4));
    CHECK(device.engine().dots() == Dots{{"whats-new", 5, 4}});
    device.receives(news(5, 0));
    CHECK(device.changes<change::DotsChanged>().empty());
    CHECK(device.writes<write::PutDot>() == 0);
    CHECK(device.engine().dots() == Dots{{"whats-new", 5, 4}});
}

TEST_CASE("I13: a seen dot is stored with the intent to report it, sent, and done when acknowledged")
{
    Device device = online();
    device.receives(news(5, 0));
    device.does(input::SeeDot{CommandId(3), "whats-new"});
    CHECK(device.writes<write::PutDot>() == 1);
    CHECK(device.changes<change::CommandDone>().at(0).error == std::nullopt);
    CHECK(device.changes<change::DotsChanged>().at(0).dots == Dots{{"whats-new", 5, 5}});
    CHECK_FALSE(device.engine().isFlushed());
    CHECK(device.sends<protocol::SeeDot>() == protocol::SeeDot{"whats-new", 5});
    device.answers(news(5, 5));
    CHECK(device.engine().isFlushed());
    device.does(input::SeeDot{CommandId(4), "whats-new"});
    device.sendsNothing();
}

TEST_CASE("I13: a dot that was seen offline is reported once online, also after the program has died")
{
    Device device = online();
    device.receives(news(5, 0));
    device.losesConnection();
    device.does(input::SeeDot{{}, "whats-new"});
    device.sendsNothing();
    device.restarts();
    CHECK(device.engine().dots() == Dots{{"whats-new", 5, 5}});
    device.comesOnline({});
    CHECK(device.sends<protocol::SeeDot>() == protocol::SeeDot{"whats-new", 5});
    device.answers(news(5, 5));
    device.restarts();
    device.comesOnline({});
    device.sendsNothing();
}

TEST_CASE("a lost answer and a temporary refusal lead to another try, a final refusal to none")
{
    Device device = online();
    device.receives(news(5, 0));
    device.does(input::SeeDot{{}, "whats-new"});
    device.sends<protocol::SeeDot>();
    device.isRefused(ErrorCode::TooFast, Milliseconds(3000));
    device.waits(Milliseconds(2999));
    device.sendsNothing();
    device.waits(Milliseconds(1));
    device.sends<protocol::SeeDot>();
    device.losesConnection();
    device.waits(Milliseconds(60000));
    device.comesOnline({});
    device.sends<protocol::SeeDot>();
    device.isRefused(ErrorCode::NoSuchEntry);
    CHECK(device.engine().isFlushed());
    device.waits(Milliseconds(5000));
    device.sendsNothing();
}

TEST_CASE("a dot that is raised while it is seen shows again")
{
    Device device = online();
    device.receives(news(5, 0));
    device.does(input::SeeDot{{}, "whats-new"});
    device.sends<protocol::SeeDot>();
    device.receives(news(6, 0));
    device.answers(news(6, 5));
    CHECK(device.engine().dots() == Dots{{"whats-new", 6, 5}});
    CHECK(device.engine().isFlushed());
    device.does(input::SeeDot{{}, "no-such-dot"});
    device.sendsNothing();
}

TEST_CASE("a heartbeat has the acknowledged dots, so that it finds lost pushes")
{
    Device device;
    device.answersHeartbeats = false;
    device.comesOnline({});
    device.receives(news(5, 3));
    device.losesConnection();
    device.does(input::SeeDot{{}, "whats-new"});
    device.waits(Milliseconds(60000));
    device.comesOnline({});
    device.sends<protocol::SeeDot>();
    device.waits(Milliseconds(5000));
    CHECK(device.sends<protocol::Heartbeat>().dots == digestOfDots({{"whats-new", 5, 3}}));
}

TEST_CASE("dots can be requested with a connection")
{
    Device device = online();
    device.does(input::GetDots{CommandId(8)});
    device.sends<protocol::GetDots>();
    device.answers(news(7, 0));
    CHECK(device.changes<change::CommandDone>().at(0).command == CommandId(8));
    CHECK(device.engine().dots() == Dots{{"whats-new", 7, 0}});
    device.losesConnection();
    device.does(input::GetDots{CommandId(9)});
    CHECK(device.changes<change::CommandDone>().at(0).error == ErrorCode::Unavailable);
}

TEST_CASE("invalid names, and dots beyond their number, are ignored")
{
    Device device = online();
    device.receives(protocol::Dots{{{"No Name", 1, 0}, {"", 2, 0}}});
    CHECK(device.engine().dots().empty());
    protocol::Dots many;
    for (std::size_t i = 0; i < maxDots + 5; ++i) {
        many.dots.push_back({"dot-" + std::to_string(i), i + 1, 0});
    }
    device.receives(many);
    CHECK(device.engine().dots().size() == maxDots);
}

} // namespace
} // namespace tidemark::test::dots_test
