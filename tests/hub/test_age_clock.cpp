// What is old, by a clock on the wall that may say anything.
#include "core/base/random.h"
#include "server-stub/hub/age_clock.h"

#include <doctest/doctest.h>

#include <vector>

namespace tidemark::server::age_clock_test {

namespace {

constexpr Milliseconds hour{3600000};
constexpr Milliseconds limit = 24 * hour;
constexpr Instant start{Milliseconds(5000)};
constexpr std::int64_t today = 1790000000000;

UnixMs wallAt(Instant now, Milliseconds ahead = Milliseconds(0))
{
    return UnixMs{today + (now - start).count() + ahead.count()};
}

} // namespace

TEST_CASE("before it has begun nothing is old")
{
    const AgeClock clock;
    CHECK(clock.time(start, wallAt(start), limit) < UnixMs{});
}

TEST_CASE("on an empty database it is as late as the clock on the wall says")
{
    AgeClock clock;
    clock.begin(start, {});
    CHECK(clock.time(start + hour, wallAt(start + hour), limit) == wallAt(start + hour));
}

TEST_CASE("the time before the server began does not count until it has run for the limit")
{
    AgeClock clock;
    const UnixMs newest{wallAt(start).value - 5 * hour.count()};
    clock.begin(start, newest);
    CHECK(clock.time(start + hour, wallAt(start + hour), limit) == UnixMs{newest.value + hour.count()});
    CHECK(clock.time(start + limit, wallAt(start + limit), limit) == wallAt(start + limit));
}

TEST_CASE("a clock that jumps forward is believed when no entry of before is younger than the limit")
{
    AgeClock clock;
    clock.begin(start, {});
    clock.noteEntry(start, wallAt(start));
    const Milliseconds ahead = 1000 * hour;
    CHECK(clock.time(start + hour, wallAt(start + hour, ahead), limit) == wallAt(start + hour));
    const Instant later = start + limit + Milliseconds(2000);
    CHECK(clock.time(later, wallAt(later, ahead), limit) == wallAt(later, ahead));
}

TEST_CASE("no entry looks as old as the limit before it is, whatever the clock does")
{
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        SplitMix64 random(seed);
        AgeClock clock;
        clock.begin(start, {});
        Instant now = start;
        Milliseconds ahead{0};
        struct Written {
            Instant when;
            UnixMs at;
        };
        std::vector<Written> written;
        const Milliseconds shortLimit{60000};
        for (int i = 0; i < 400; ++i) {
            now += Milliseconds(random.below(3000));
            if (random.below(20) == 0) {
                ahead = Milliseconds(static_cast<std::int64_t>(random.below(400000)) - 200000);
            }
            if (random.below(2) == 0) {
                clock.noteEntry(now, wallAt(now, ahead));
                written.push_back({now, wallAt(now, ahead)});
            }
            const UnixMs time = clock.time(now, wallAt(now, ahead), shortLimit);
            for (const Written& one : written) {
                const bool seemsOld = time.value - one.at.value >= shortLimit.count();
                if (seemsOld && now - one.when < shortLimit) {
                    INFO("seed ", seed);
                    FAIL_CHECK("an entry of " << (now - one.when).count() << " ms seems old");
                }
            }
        }
    }
}

TEST_CASE("a clock that gains all the time takes a bounded number of notes, and stays on the safe side")
{
    AgeClock clock;
    clock.begin(start, {});
    Instant now = start;
    for (int i = 0; i < 20000; ++i) {
        now += Milliseconds(1500);
        clock.noteEntry(now, wallAt(now, Milliseconds(i)));
    }
    const Milliseconds ago{1500 * 5000};
    CHECK(clock.time(now, wallAt(now, Milliseconds(20000)), ago) <= wallAt(now, Milliseconds(15000)));
    CHECK(clock.time(now, wallAt(now, Milliseconds(20000)), ago) > wallAt(now, Milliseconds(0)));
}

} // namespace tidemark::server::age_clock_test
