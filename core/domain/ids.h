#pragma once

#include "core/base/strong_id.h"

#include <array>
#include <chrono>
#include <compare>
#include <cstdint>
#include <cstring>
#include <functional>

namespace tidemark {

struct ConversationTag;
struct UserTag;
struct DeviceTag;
struct SeqTag;
struct LogEpochTag;
struct GenerationTag;
struct ReactionSeqTag;
struct RequestTag;

/// Assigned by the server, from 1.
using ConversationId = StrongId<ConversationTag>;
/// Assigned by the server, from 1.
using UserId = StrongId<UserTag>;
/// One installation of the client: a random number that the client makes once and keeps.
using DeviceId = StrongId<DeviceTag>;
/// Position in a conversation's log: dense, from 1. 0 means "before the first entry".
using Seq = StrongId<SeqTag>;
/// Random number of a conversation's log. It changes only when the server may have lost data (I14).
using LogEpoch = StrongId<LogEpochTag>;
/// Counts how often a user has joined a conversation, from 1 (I5).
using Generation = StrongId<GenerationTag, std::uint32_t>;
/// Position in the side log of a conversation's reactions, from 1. Every change takes the next one. Positions
/// of changes that a later change has replaced are not used any more.
using ReactionSeq = StrongId<ReactionSeqTag>;
/// Matches a reply to its request on one connection; 0 on pushes.
using RequestId = StrongId<RequestTag>;

constexpr Seq next(Seq seq)
{
    return Seq(seq.value + 1);
}
/// The seq before `seq`; 0 for 0 and 1.
constexpr Seq previous(Seq seq)
{
    return Seq(seq.value == 0 ? 0 : seq.value - 1);
}

/// The client's id of a message, for idempotent sending (I2). Random, except for imported messages.
struct MessageUuid {
    std::array<std::uint8_t, 16> bytes{};

    [[nodiscard]] constexpr bool isValid() const { return bytes != std::array<std::uint8_t, 16>{}; }
    friend constexpr auto operator<=>(const MessageUuid&, const MessageUuid&) = default;
};

/// Milliseconds since 1970 UTC. For display only, never for a decision (I16). 0: unknown.
struct UnixMs {
    std::int64_t value = 0;
    friend constexpr auto operator<=>(const UnixMs&, const UnixMs&) = default;
};

/// The clock of engine and hub: monotonic, with an arbitrary zero. Callers pass the time in; engine and hub
/// never read a clock.
struct EngineClock {
    using duration = std::chrono::milliseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<EngineClock>;
    static constexpr bool is_steady = true;
};
using Milliseconds = std::chrono::milliseconds;
using Instant = EngineClock::time_point;

} // namespace tidemark

template <>
struct std::hash<tidemark::MessageUuid> {
    std::size_t operator()(const tidemark::MessageUuid& uuid) const noexcept
    {
        std::uint64_t half = 0;
        std::memcpy(&half, uuid.bytes.data(), sizeof half);
        return static_cast<std::size_t>(half);
    }
};
