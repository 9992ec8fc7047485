// Measures the cost of many sessions in allocated bytes. A list that is copied for each session shows in
// them, and a slow machine does not.
#include "tests/hub/hub_world.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

thread_local std::size_t allocated = 0;

} // namespace

// NOLINTBEGIN(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory): these implement new and delete.
void* operator new(std::size_t size)
{
    allocated += size;
    if (void* memory = std::malloc(size > 0 ? size : 1)) {
        return memory;
    }
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}
// NOLINTEND(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)

namespace tidemark::server::session_cost_test {

namespace {

constexpr std::uint32_t few = 500;
constexpr std::uint32_t many = 8 * few;

/// The bytes that are allocated while a user signs in many times on one connection, and while the
/// connection is closed.
struct Cost {
    std::size_t signingIn = 0;
    std::size_t closing = 0;
};

Cost costOf(std::uint32_t sessions)
{
    HubConfig config = HubWorld::openConfig();
    config.limits.maxSessionsPerConnection = sessions;
    config.limits.maxSessionsPerUser = sessions;
    config.limits.requestBurst = 10 * sessions;
    HubWorld world(config);
    Client first(world, "ada");
    first.enter();
    const ConversationId group = first.createGroup("group");
    first.send(group, "message");
    const auto turn = [&](const auto& prepare) {
        prepare();
        const std::size_t before = allocated;
        world.turn();
        return allocated - before;
    };
    Cost cost;
    for (std::uint32_t session = 1; session < sessions; ++session) {
        Client client(world, "ada", first.target.connection, session);
        client.token = first.token;
        client.device = first.device;
        cost.signingIn += turn([&] { client.post(client.helloFrame()); });
    }
    REQUIRE(world.stats().sessions == sessions);
    cost.closing = turn([&] { world.queue(Closed{first.target.connection}); });
    REQUIRE(world.stats().sessions == 0);
    return cost;
}

} // namespace

TEST_CASE("many sessions cost in proportion to their number")
{
    const Cost one = costOf(few);
    const Cost eight = costOf(many);
    CHECK_MESSAGE(one.signingIn > few, "the work is counted");
    CHECK(eight.signingIn < 12 * one.signingIn);
    CHECK_MESSAGE(one.closing > few, "the work is counted");
    CHECK(eight.closing < 12 * one.closing);
}

} // namespace tidemark::server::session_cost_test
