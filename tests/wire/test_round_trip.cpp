#include "core/wire/codec.h"
#include "tests/wire/random_frames.h"
#include "tests/wire/random_values.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tidemark::wire_test::round_trip_test {

namespace {

constexpr int roundsPerVariant = 400;

/// The notation of docs/PROTOCOL.md.
std::string hexOf(const std::string& bytes)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const char byte : bytes) {
        const auto value = static_cast<unsigned char>(byte);
        text += text.empty() ? "" : " ";
        text += digits[value / digits.size()];
        text += digits[value % digits.size()];
    }
    return text;
}

std::string heartbeatBytes(RequestId request, std::optional<std::uint64_t> marks)
{
    const protocol::Heartbeat heartbeat{0xceffd61309d8073dU, {}, marks};
    return hexOf(wire::encode(protocol::ClientEnvelope{request, 0, heartbeat}));
}

} // namespace

TEST_CASE("heartbeats have the bytes of the examples in docs/PROTOCOL.md")
{
    CHECK(heartbeatBytes(RequestId(3), {}) == "08 03 1a 09 09 3d 07 d8 09 13 d6 ff ce");
    CHECK(heartbeatBytes(RequestId(4), 0x1df5ba7867949303U)
          == "08 04 1a 12 09 3d 07 d8 09 13 d6 ff ce 19 03 93 94 67 78 ba f5 1d");
}

TEST_CASE("every client frame survives a round trip with any values")
{
    SplitMix64 random(1);
    for (std::size_t variant = 0; variant < clientVariants; ++variant) {
        CAPTURE(variant);
        for (int round = 0; round < roundsPerVariant; ++round) {
            CAPTURE(round);
            const auto envelope = randomClientEnvelope(variant, random);
            REQUIRE(envelope.frame.index() == variant);
            const auto decoded = wire::decodeClient(wire::encode(envelope));
            REQUIRE(decoded.has_value());
            REQUIRE(*decoded == envelope);
        }
    }
}

TEST_CASE("every server frame survives a round trip with any values")
{
    SplitMix64 random(2);
    for (std::size_t variant = 0; variant < serverVariants; ++variant) {
        CAPTURE(variant);
        for (int round = 0; round < roundsPerVariant; ++round) {
            CAPTURE(round);
            const auto envelope = randomServerEnvelope(variant, random);
            REQUIRE(envelope.frame.index() == variant);
            const auto decoded = wire::decodeServer(wire::encode(envelope));
            REQUIRE(decoded.has_value());
            REQUIRE(*decoded == envelope);
        }
    }
}

TEST_CASE("frames of a small world survive a round trip, and most of them are about the same things")
{
    SplitMix64 random(4);
    const SmallWorld world{.numbers = 3, .names = {"ann"}, .tokens = {std::string(32, 't')}};
    const auto draw = [&random](std::uint64_t bound) {
        return bound == 0 ? random.next() : random.below(bound);
    };
    RandomValues values(draw, world);
    constexpr std::size_t rounds = 200;
    std::size_t known = 0;
    for (std::size_t round = 0; round < rounds; ++round) {
        CAPTURE(round);
        const auto envelope = randomClientEnvelope(round % clientVariants, values);
        const auto decoded = wire::decodeClient(wire::encode(envelope));
        REQUIRE(decoded.has_value());
        REQUIRE(*decoded == envelope);
        known += envelope.request.value < world.numbers ? 1 : 0;
    }
    CHECK(known > rounds / 2);
    CHECK(known < rounds);
}

TEST_CASE("a push encoded once can be addressed to any session")
{
    SplitMix64 random(3);
    for (std::size_t variant = 0; variant < serverVariants; ++variant) {
        auto envelope = randomServerEnvelope(variant, random);
        envelope.request = RequestId();
        envelope.session = 0;
        const std::string encoded = wire::encodePush(envelope.frame);
        CHECK(*wire::decodeServer(encoded) == envelope);
        CHECK(wire::forSession(encoded, 0) == encoded);
        for (const std::uint32_t session : {1U, 2U, 300U, 0xffffffffU}) {
            envelope.session = session;
            CHECK(*wire::decodeServer(wire::forSession(encoded, session)) == envelope);
        }
    }
}

TEST_CASE("encoding does not depend on what was encoded before")
{
    SplitMix64 random(4);
    for (std::size_t variant = 0; variant < serverVariants; ++variant) {
        const auto envelope = randomServerEnvelope(variant, random);
        const std::string first = wire::encode(envelope);
        static_cast<void>(wire::encode(randomServerEnvelope((variant + 1) % serverVariants, random)));
        CHECK(wire::encode(envelope) == first);
    }
}

} // namespace tidemark::wire_test::round_trip_test
