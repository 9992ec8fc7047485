// The age of entries, under a wall clock that may show any time.
#include "core/base/random.h"
#include "server-stub/hub/state/age_clock.h"

#include <doctest/doctest.h>

#include <optional>
#include <utility>
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

TEST_CASE("before the age clock has begun nothing is old")
{
    const AgeClock clock;
    CHECK(clock.time(start, wallAt(start), limit) < UnixMs{});
}

TEST_CASE("on an empty database the age clock follows the wall clock")
{
    AgeClock clock;
    clock.begin(start, {}, {});
    CHECK(clock.time(start + hour, wallAt(start + hour), limit) == wallAt(start + hour));
}

TEST_CASE("time before the age clock began counts only when it has run for the limit")
{
    AgeClock clock;
    const UnixMs newest{wallAt(start).value - 5 * hour.count()};
    clock.begin(start, {}, newest);
    CHECK(clock.time(start + hour, wallAt(start + hour), limit) == UnixMs{newest.value + hour.count()});
    CHECK(clock.time(start + limit, wallAt(start + limit), limit) == wallAt(start + limit));
}

TEST_CASE("a forward jump is believed when no earlier record is younger than the limit")
{
    AgeClock clock;
    clock.begin(start, {}, {});
    clock.noteWrite(start, wallAt(start));
    const Milliseconds ahead = 1000 * hour;
    CHECK(clock.time(start + hour, wallAt(start + hour, ahead), limit) == wallAt(start + hour));
    const Instant later = start + limit + Milliseconds(2000);
    CHECK(clock.time(later, wallAt(later, ahead), limit) == wallAt(later, ahead));
}

TEST_CASE("the age clock goes on after a restart, whatever was written while the clock was wrong")
{
    AgeClock before;
    before.begin(start, {}, {});
    before.noteWrite(start, wallAt(start));
    const Instant jumped = start + hour;
    for (const Milliseconds ahead : {1000 * hour, -1000 * hour}) {
        before.noteWrite(jumped, wallAt(jumped, ahead));
    }
    const auto record = before.toStore(jumped);
    REQUIRE(record);
    AgeClock after;
    const Instant other{Milliseconds(70)}; // the monotonic clock counts from another instant
    after.begin(other, *record, wallAt(jumped, 1000 * hour));
    const auto timeIn = [&](Milliseconds time) {
        return after.time(other + time, wallAt(jumped + time, 2000 * hour), limit);
    };
    CHECK(timeIn(hour) == wallAt(jumped + hour, -1000 * hour));
    const UnixMs later = wallAt(jumped + limit + 2 * AgeClock::storeInterval, 2000 * hour);
    CHECK_MESSAGE(timeIn(limit + 2 * AgeClock::storeInterval) == later,
                  "every earlier time is older than the limit");
}

TEST_CASE("time without a running server counts only when servers have run for the limit")
{
    AgeClock clock;
    clock.begin(start, {}, {});
    Milliseconds down{0};
    const UnixMs written = wallAt(start);
    clock.noteWrite(start, written);
    Instant now = start;
    for (int night = 0; night < 5; ++night) {
        const auto record = clock.toStore(now);
        REQUIRE(record);
        clock = AgeClock();
        down += 16 * hour;
        clock.begin(now, *record, {});
        CHECK(clock.time(now, wallAt(now, down), limit) == wallAt(now));
        now += 4 * hour;
        clock.noteWrite(now, wallAt(now, down));
    }
    CHECK(clock.time(now, wallAt(now, down), limit) == wallAt(now));
    now += 4 * hour + 2 * AgeClock::storeInterval;
    CHECK_MESSAGE(clock.time(now, wallAt(now, down), limit) > UnixMs{written.value + limit.count()},
                  "servers have run for a day since then");
}

TEST_CASE("the stored record is good for a minute, unless the clock has jumped")
{
    AgeClock clock;
    CHECK_FALSE(clock.toStore(start));
    clock.begin(start, {}, {});
    clock.noteWrite(start, wallAt(start));
    const auto store = [&](Instant now) {
        const auto record = clock.toStore(now);
        if (record) {
            clock.noteStored(*record);
        }
        return record.has_value();
    };
    CHECK(clock.toStore(start));
    CHECK_MESSAGE(store(start), "the clock offers a record again after a failed commit");
    Instant now = start;
    int stored = 0;
    for (int i = 0; i < 600; ++i) {
        now += Milliseconds(1000);
        clock.noteWrite(now, wallAt(now));
        stored += store(now) ? 1 : 0;
    }
    CHECK(stored == 10);
    clock.noteWrite(now, wallAt(now, -hour));
    CHECK(store(now));
    clock.noteWrite(now, wallAt(now, hour));
    CHECK(store(now));
    CHECK_FALSE(store(now));
}

namespace {

/// A server writes, is killed and starts again, while the wall clock jumps all the time.
class JumpingRun {
public:
    explicit JumpingRun(std::uint64_t seed) : m_random(seed) { m_clock.begin(monotonic(), {}, {}); }

    void step()
    {
        m_now += Milliseconds(m_random.below(3000));
        if (m_random.below(20) == 0) {
            m_ahead = Milliseconds(static_cast<std::int64_t>(m_random.below(400000)) - 200000);
        }
        if (m_random.below(40) == 0) {
            restart();
        }
        if (m_random.below(2) == 0) {
            write();
        }
    }

    /// The true age of an entry that seems to be `limit` old too early; empty if there is none.
    [[nodiscard]] std::optional<Milliseconds> tooEarly(Milliseconds shortLimit) const
    {
        const UnixMs time = m_clock.time(monotonic(), wall(), shortLimit);
        for (const Written& one : m_written) {
            if (time.value - one.at.value >= shortLimit.count() && m_now - one.when < shortLimit) {
                return m_now - one.when;
            }
        }
        return std::nullopt;
    }

private:
    struct Written {
        Instant when;
        UnixMs at;
    };

    [[nodiscard]] Instant monotonic() const { return m_now - m_down; }
    [[nodiscard]] UnixMs wall() const { return wallAt(m_now, m_ahead); }
    void write()
    {
        m_clock.noteWrite(monotonic(), wall());
        m_written.push_back({m_now, wall()});
        if (auto record = m_clock.toStore(monotonic())) {
            m_stored = *record;
            m_clock.noteStored(*std::move(record));
        }
    }
    void restart()
    {
        const Milliseconds pause(m_random.below(30000));
        m_now += pause;
        m_down += pause;
        m_clock = AgeClock();
        m_clock.begin(monotonic(), m_stored, {});
    }

    SplitMix64 m_random;
    AgeClock m_clock;
    AgeRecord m_stored;
    Instant m_now = start;
    Milliseconds m_down{0};
    Milliseconds m_ahead{0};
    std::vector<Written> m_written;
};

} // namespace

TEST_CASE("nothing looks as old as the limit before it is, whatever the clock does, and after a restart")
{
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        CAPTURE(seed);
        JumpingRun run(seed);
        for (int i = 0; i < 400; ++i) {
            run.step();
            REQUIRE_FALSE(run.tooEarly(Milliseconds(60000)));
            REQUIRE_FALSE(run.tooEarly(Milliseconds(300000)));
        }
    }
}

TEST_CASE("a clock that always gains makes a bounded number of records, and nothing looks too old")
{
    AgeClock clock;
    clock.begin(start, {}, {});
    Instant now = start;
    for (int i = 0; i < 20000; ++i) {
        now += Milliseconds(1500);
        clock.noteWrite(now, wallAt(now, Milliseconds(100 * i)));
    }
    const Milliseconds ago{1500 * 5000};
    const UnixMs wall = wallAt(now, Milliseconds(2000000));
    CHECK(clock.time(now, wall, ago) <= wallAt(now, Milliseconds(1500000)));
    CHECK(clock.time(now, wall, ago) > wallAt(now, Milliseconds(0)));
    const auto record = clock.toStore(now);
    REQUIRE(record);
    CHECK(record->leads.size() <= 64);
}

} // namespace tidemark::server::age_clock_test
