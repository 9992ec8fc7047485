#pragma once

#include "core/base/random.h"
#include "core/domain/protocol.h"

#include <cstddef>
#include <variant>

/// Frames with every field filled at random from a seed. They must survive a round trip.
namespace tidemark::wire_test {

class RandomValues;

inline constexpr std::size_t clientVariants = std::variant_size_v<protocol::ClientFrame::variant>;
inline constexpr std::size_t serverVariants = std::variant_size_v<protocol::ServerFrame::variant>;

/// An envelope with the variant of this index.
[[nodiscard]] protocol::ClientEnvelope randomClientEnvelope(std::size_t variant, SplitMix64& random);
[[nodiscard]] protocol::ClientEnvelope randomClientEnvelope(std::size_t variant, RandomValues& values);
[[nodiscard]] protocol::ServerEnvelope randomServerEnvelope(std::size_t variant, SplitMix64& random);

} // namespace tidemark::wire_test
