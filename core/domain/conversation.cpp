#include "core/domain/conversation.h"

#include "core/base/random.h"

#include <initializer_list>

namespace tidemark {

namespace {

/// The contribution of one conversation to a digest.
std::uint64_t hashOf(ConversationId id, std::initializer_list<std::uint64_t> parts)
{
    std::uint64_t hash = SplitMix64::mix(id.value);
    for (const std::uint64_t part : parts) {
        hash = SplitMix64::mix(hash ^ part) + 0x9e3779b97f4a7c15U;
    }
    return hash;
}

} // namespace

HeldState heldOf(const ConversationState& state)
{
    return {state.id, state.logEpoch, state.head, state.cursor, state.version};
}

std::uint64_t digestOf(const std::vector<HeldState>& held)
{
    std::uint64_t sum = 0;
    for (const HeldState& one : held) {
        sum += hashOf(one.id, {one.logEpoch.value, one.head.value, std::uint64_t{one.cursor.epoch},
                               one.cursor.readSeq.value, one.version});
    }
    return sum;
}

std::uint64_t digestOfMarks(const std::vector<ConversationMarks>& marks)
{
    std::uint64_t sum = 0;
    for (const ConversationMarks& one : marks) {
        if (one.marks != Marks()) {
            sum += hashOf(one.id, {one.logEpoch.value, one.marks.seen.value, one.marks.delivered.value});
        }
    }
    return sum;
}

std::uint64_t digestOfReactions(const std::vector<ReactionHead>& heads)
{
    std::uint64_t sum = 0;
    for (const ReactionHead& one : heads) {
        if (one.head.isValid()) {
            sum += hashOf(one.id, {one.logEpoch.value, one.head.value});
        }
    }
    return sum;
}

} // namespace tidemark
