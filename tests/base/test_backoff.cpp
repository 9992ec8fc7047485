#include "core/base/backoff.h"

#include <doctest/doctest.h>

namespace tidemark::backoff_test {
namespace {

using std::chrono::milliseconds;

TEST_CASE("each wait is within its ceiling, which doubles up to the cap")
{
    SplitMix64 random(1);
    for (int round = 0; round < 1000; ++round) {
        Backoff backoff(milliseconds(250), milliseconds(30000));
        milliseconds ceiling(250);
        for (int i = 0; i < 40; ++i) {
            CHECK(backoff.failures() == i);
            const milliseconds wait = backoff.next(random);
            CHECK(wait >= milliseconds(0));
            CHECK(wait <= ceiling);
            ceiling = std::min(ceiling * 2, milliseconds(30000));
        }
    }
}

TEST_CASE("the whole of [0, ceiling] is used, evenly")
{
    SplitMix64 random(2);
    int inUpperHalf = 0;
    bool zero = false;
    bool full = false;
    for (int round = 0; round < 2000; ++round) {
        Backoff backoff(milliseconds(100), milliseconds(100));
        const auto wait = backoff.next(random).count();
        inUpperHalf += wait > 50 ? 1 : 0;
        zero = zero || wait == 0;
        full = full || wait == 100;
    }
    CHECK(zero);
    CHECK(full);
    CHECK(inUpperHalf > 850);
    CHECK(inUpperHalf < 1150);
}

TEST_CASE("a reset starts from the base again")
{
    SplitMix64 random(3);
    Backoff backoff(milliseconds(10), milliseconds(10000));
    for (int i = 0; i < 10; ++i) {
        [[maybe_unused]] const auto wait = backoff.next(random);
    }
    backoff.reset();
    CHECK(backoff.failures() == 0);
    CHECK(backoff.next(random) <= milliseconds(10));
}

} // namespace
} // namespace tidemark::backoff_test
