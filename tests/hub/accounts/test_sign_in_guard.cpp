#include "server-stub/hub/requests/sign_in_guard.h"

#include <doctest/doctest.h>

#include <string>

namespace tidemark::sign_in_guard_test {

using namespace tidemark::server;

namespace {

constexpr Milliseconds none{0};
constexpr AttemptTable::Rule rule{2, Milliseconds(1000), Milliseconds(4000)};

SignInGuard::Attempt attemptAt(std::uint8_t account, std::string address)
{
    SignInGuard::Attempt attempt;
    attempt.name[0] = account;
    attempt.address = std::move(address);
    return attempt;
}

/// Guesses as often as the guard allows in this time, and returns how often.
int guess(SignInGuard& guard, const SignInGuard::Attempt& attempt, Instant from, Milliseconds time)
{
    int made = 0;
    for (Instant now = from; now < from + time;) {
        const Milliseconds wait = guard.wait(attempt, now);
        now += wait;
        if (wait == none) {
            guard.begun(attempt, now);
            ++made;
        }
    }
    return made;
}

} // namespace

TEST_CASE("waits double up to a bound, and are forgotten")
{
    AttemptTable table(rule, 10);
    Instant now{Milliseconds(5000)};
    for (const int wait : {0, 0, 1000, 2000, 4000, 4000, 4000}) {
        CHECK(table.wait("a", now) == Milliseconds(wait));
        now += Milliseconds(wait);
        CHECK(table.wait("a", now) == none);
        table.count("a", now);
    }
    CHECK(table.wait("b", now) == none);
    now += AttemptTable::forgetAfter;
    CHECK(table.wait("a", now) == none);
    table.count("a", now);
    CHECK_MESSAGE(table.wait("a", now) == none, "a forgotten name is counted from the start");
}

TEST_CASE("an attempt that is taken back does not count")
{
    AttemptTable table(rule, 10);
    const Instant now{Milliseconds(5000)};
    table.count("a", now);
    table.count("a", now);
    CHECK(table.wait("a", now) > none);
    table.takeBack("a");
    CHECK(table.wait("a", now) == none);
    table.takeBack("a");
    table.takeBack("a");
    CHECK(table.size() == 0);
}

TEST_CASE("the memory is bounded, and keeps the newest attempts")
{
    AttemptTable table(rule, 100);
    Instant now{Milliseconds(5000)};
    for (int i = 0; i < 1000; ++i) {
        now += Milliseconds(1);
        table.count(std::to_string(i), now);
        table.count(std::to_string(i), now);
        CHECK(table.size() <= 100);
    }
    CHECK(table.wait("999", now) > none);
    CHECK(table.wait("0", now) == none);
    SignInGuard guard(50);
    for (int i = 0; i < 1000; ++i) {
        guard.begun(attemptAt(std::uint8_t(i % 250), std::to_string(i)), now);
    }
    CHECK(guard.size() <= 200);
}

TEST_CASE("one address gets few guesses at one account, and few at many")
{
    SignInGuard guard;
    const Instant now{Milliseconds(5000)};
    constexpr Milliseconds hour{3600 * 1000};
    CHECK(guess(guard, attemptAt(1, "here"), now, hour) < 75);
    SignInGuard other;
    int made = 0;
    Instant later = now;
    for (int i = 0; i < 200; ++i) {
        const auto attempt = attemptAt(std::uint8_t(i), "here");
        if (other.wait(attempt, later) == none) {
            other.begun(attempt, later);
            ++made;
        }
    }
    CHECK(made == 20);
}

TEST_CASE("a network of 48 bits does not get the guesses of 65,536 addresses")
{
    SignInGuard guard;
    const Instant now{Milliseconds(5000)};
    int made = 0;
    for (int i = 0; i < 1000; ++i) {
        const auto attempt = attemptAt(std::uint8_t(i % 250), "2001:0db8:0007:" + std::to_string(1000 + i));
        if (guard.wait(attempt, now) == none) {
            guard.begun(attempt, now);
            ++made;
        }
    }
    CHECK(made == 80);
    CHECK(guard.wait(attemptAt(251, "2001:0db8:0007:ffff"), now) > none);
    CHECK(guard.wait(attemptAt(251, "2001:0db8:0008:ffff"), now) == none);
    CHECK(SignInGuard::networkOf("192.0.2.1") == "192.0.2.1");
    SignInGuard::Attempt known = attemptAt(251, "2001:0db8:0007:ffff");
    known.knownDevice = DeviceId(5);
    CHECK_MESSAGE(guard.wait(known, now) == none, "a known device has its own count");
}

TEST_CASE(
    "guesses from many addresses make no device wait longer than ten seconds, and no known device at all")
{
    SignInGuard guard;
    const Instant now{Milliseconds(5000)};
    for (int i = 0; i < 500; ++i) {
        guard.begun(attemptAt(1, std::to_string(i)), now);
    }
    const Milliseconds wait = guard.wait(attemptAt(1, "owner"), now);
    CHECK(wait > none);
    CHECK(wait <= Milliseconds(10000));
    SignInGuard::Attempt known = attemptAt(1, "owner");
    known.knownDevice = DeviceId(5);
    CHECK(guard.wait(known, now) == none);
    CHECK_MESSAGE(guess(guard, known, now, Milliseconds(1000)) == 5, "a known device cannot guess for ever");
}

TEST_CASE("attempts at other servers count like those here, but undo no attempt made here")
{
    constexpr auto elsewhere = SignInGuard::Where::Elsewhere;
    const Instant now{Milliseconds(5000)};
    const auto attempt = attemptAt(1, "here");
    SignInGuard guard(10);
    for (int i = 0; i < 3; ++i) {
        guard.begun(attempt, now);
    }
    CHECK(guard.wait(attempt, now) == none);
    guard.begun(attempt, now, elsewhere);
    guard.begun(attempt, now, elsewhere);
    CHECK_MESSAGE(guess(guard, attempt, now, Milliseconds(500)) == 0, "the hints counted as five guesses");
    SUBCASE("undone by hints")
    {
        for (int i = 0; i < 100; ++i) {
            guard.cancelled(attempt, elsewhere);
            guard.succeeded(attempt, elsewhere);
        }
        CHECK_MESSAGE(guess(guard, attempt, now, Milliseconds(500)) == 2,
                      "a hint undoes only guesses counted by hints");
    }
    SUBCASE("pushed out by hints")
    {
        for (int i = 0; i < 1000; ++i) {
            guard.begun(attemptAt(std::uint8_t(2 + i % 200), std::to_string(i)), now, elsewhere);
        }
        CHECK_MESSAGE(guess(guard, attempt, now, Milliseconds(500)) == 2,
                      "guesses made at this server stay counted");
    }
    SUBCASE("forgotten when the password was right here")
    {
        guard.succeeded(attempt);
        CHECK(guess(guard, attempt, now, Milliseconds(500)) == 5);
    }
}

TEST_CASE("attempts of unknown origin are not taken for one address")
{
    SignInGuard guard;
    const Instant now{Milliseconds(5000)};
    for (int i = 0; i < 49; ++i) {
        CHECK(guard.wait(attemptAt(1, ""), now) == none);
        guard.begun(attemptAt(1, ""), now);
    }
    CHECK(guess(guard, attemptAt(1, ""), now, Milliseconds(3600 * 1000)) > 350);
    CHECK_MESSAGE(guard.wait(attemptAt(1, ""), now) <= Milliseconds(3600 * 1000 + 10000),
                  "attempts without an address wait as those on one account");
    SignInGuard::Attempt known = attemptAt(1, "");
    known.knownDevice = DeviceId(5);
    CHECK_MESSAGE(guess(guard, known, now, Milliseconds(1000)) == 5, "a known device has its own count");
}

TEST_CASE("guesses from the same address do not keep a known device out")
{
    SignInGuard guard;
    const Instant now{Milliseconds(5000)};
    for (int i = 0; i < 100; ++i) {
        guard.begun(attemptAt(std::uint8_t(i), "nat"), now);
    }
    CHECK(guard.wait(attemptAt(200, "nat"), now) > none);
    SignInGuard::Attempt known = attemptAt(200, "nat");
    known.knownDevice = DeviceId(5);
    CHECK(guard.wait(known, now) == none);
    const std::size_t before = guard.size();
    guard.begun(known, now);
    guard.succeeded(known);
    CHECK_MESSAGE(guard.size() == before, "a known device clears no other counts");
}

TEST_CASE("many attempts at once gain nothing, and right passwords do not count")
{
    SignInGuard guard;
    const Instant now{Milliseconds(5000)};
    const auto attempt = attemptAt(1, "here");
    for (int i = 0; i < 300; ++i) {
        CHECK(guard.wait(attempt, now) == none);
        guard.begun(attempt, now);
        guard.succeeded(attempt);
    }
    CHECK(guard.size() == 0);
    CHECK(guess(guard, attempt, now, Milliseconds(500)) == 5);
    guard.succeeded(attempt);
    CHECK_MESSAGE(guard.wait(attempt, now) == none, "a client with the right password need not wait");
}

} // namespace tidemark::sign_in_guard_test
