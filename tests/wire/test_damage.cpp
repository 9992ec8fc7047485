#include "core/wire/codec.h"
#include "tests/wire/random_frames.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace tidemark::wire_test::damage_test {

namespace {

constexpr int mutations = 100'000;

std::string randomEncoded(bool fromClient, SplitMix64& random)
{
    return fromClient ? wire::encode(randomClientEnvelope(random.below(clientVariants), random))
                      : wire::encode(randomServerEnvelope(random.below(serverVariants), random));
}

/// Makes one to four changes: flipped bits, other bytes, cuts, and inserted, doubled or appended pieces.
std::string damaged(std::string bytes, SplitMix64& random)
{
    for (auto left = 1 + random.below(4); left > 0; --left) {
        const std::size_t at = random.below(bytes.size() + 1);
        const std::size_t length = std::min<std::size_t>(random.below(16), bytes.size() - at);
        switch (random.below(6)) {
        case 0:
            if (at < bytes.size()) {
                bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
            }
            break;
        case 1:
            if (at < bytes.size()) {
                bytes[at] = static_cast<char>(random.next());
            }
            break;
        case 2:
            bytes.resize(at);
            break;
        case 3:
            bytes.erase(at, length);
            break;
        case 4:
            bytes.insert(at, bytes.substr(at, length));
            break;
        default:
            bytes.insert(at, 1 + random.below(11), static_cast<char>(random.next()));
            break;
        }
    }
    return bytes;
}

/// Any bytes give an error, or a value that survives encoding and decoding.
template <typename Decode>
bool survives(const std::string& bytes, const Decode& decode)
{
    const auto decoded = decode(bytes);
    if (!decoded) {
        return true;
    }
    const auto again = decode(wire::encode(*decoded));
    return again.has_value() && *again == *decoded;
}

} // namespace

TEST_CASE("damaged frames give an error or a valid value")
{
    SplitMix64 random(5);
    int accepted = 0;
    for (int i = 0; i < mutations; ++i) {
        const bool fromClient = random.below(2) == 0;
        const std::string bytes = damaged(randomEncoded(fromClient, random), random);
        CAPTURE(i);
        REQUIRE((fromClient ? survives(bytes, wire::decodeClient) : survives(bytes, wire::decodeServer)));
        accepted +=
            fromClient ? wire::decodeClient(bytes).has_value() : wire::decodeServer(bytes).has_value();
    }
    // With fewer accepted frames the mutations would test only the parser's first bytes.
    CHECK(accepted > mutations / 20);
    CHECK(accepted < mutations * 19 / 20);
}

TEST_CASE("frames cut anywhere give an error or a valid value")
{
    SplitMix64 random(6);
    for (std::size_t variant = 0; variant < std::max(clientVariants, serverVariants); ++variant) {
        for (const bool fromClient : {true, false}) {
            if (variant >= (fromClient ? clientVariants : serverVariants)) {
                continue;
            }
            const std::string bytes = fromClient ? wire::encode(randomClientEnvelope(variant, random))
                                                 : wire::encode(randomServerEnvelope(variant, random));
            for (std::size_t length = 0; length < bytes.size(); ++length) {
                const std::string cut = bytes.substr(0, length);
                REQUIRE((fromClient ? survives(cut, wire::decodeClient) : survives(cut, wire::decodeServer)));
            }
        }
    }
}

TEST_CASE("random bytes, and frames of the other side, give an error or a valid value")
{
    SplitMix64 random(7);
    for (int i = 0; i < 20'000; ++i) {
        std::string bytes;
        for (auto left = random.below(64); left > 0; --left) {
            bytes.push_back(static_cast<char>(random.next()));
        }
        REQUIRE(survives(bytes, wire::decodeClient));
        REQUIRE(survives(bytes, wire::decodeServer));
        const std::string client = randomEncoded(true, random);
        REQUIRE(survives(client, wire::decodeServer));
        const std::string server = randomEncoded(false, random);
        REQUIRE(survives(server, wire::decodeClient));
    }
}

} // namespace tidemark::wire_test::damage_test
