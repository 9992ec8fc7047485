#include "core/base/server_round.h"

#include <doctest/doctest.h>

#include <set>
#include <vector>

namespace tidemark::server_round_test {
namespace {

TEST_CASE("a round is one try of each server, and the next one begins where it began")
{
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        SplitMix64 random(seed);
        ServerRound round(4, random);
        for (int i = 0; i < 3; ++i) {
            const std::size_t first = round.current();
            std::set<std::size_t> tried{first};
            while (round.moveOn()) {
                tried.insert(round.current());
            }
            CHECK(tried.size() == 4);
            CHECK(round.current() == first);
        }
    }
}

TEST_CASE("a server that works is kept, and after it all others are tried before it is again")
{
    SplitMix64 random(3);
    ServerRound round(3, random);
    CHECK(round.moveOn());
    const std::size_t works = round.current();
    round.settle();
    CHECK(round.current() == works);
    CHECK(round.moveOn());
    CHECK(round.current() != works);
    CHECK(round.moveOn());
    CHECK(round.current() != works);
    CHECK_FALSE(round.moveOn());
    CHECK(round.current() == works);
}

TEST_CASE("a single server leaves no choice, and uses no random number")
{
    for (const std::size_t count : {0U, 1U}) {
        SplitMix64 random(7);
        ServerRound round(count, random);
        CHECK(round.current() == 0);
        CHECK_FALSE(round.moveOn());
        CHECK(round.current() == 0);
        CHECK(random.next() == SplitMix64(7).next());
    }
}

TEST_CASE("clients spread evenly at the start, and again when a server ends")
{
    constexpr int clients = 3000;
    std::vector<int> first(3);
    std::vector<int> afterFirst(3); ///< by clients that began with server 0
    for (std::uint64_t seed = 1; seed <= clients; ++seed) {
        SplitMix64 random(seed);
        ServerRound round(3, random);
        ++first[round.current()];
        if (round.current() == 0) {
            static_cast<void>(round.moveOn());
            ++afterFirst[round.current()];
        }
    }
    for (const int count : first) {
        CHECK(count > clients / 3 * 85 / 100);
        CHECK(count < clients / 3 * 115 / 100);
    }
    CHECK(afterFirst[0] == 0);
    CHECK(afterFirst[1] > first[0] * 40 / 100);
    CHECK(afterFirst[2] > first[0] * 40 / 100);
}

} // namespace
} // namespace tidemark::server_round_test
