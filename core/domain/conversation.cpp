#include "core/domain/conversation.h"

#include "core/base/random.h"

namespace tidemark {

HeldState heldOf(const ConversationState& state)
{
    return {state.id, state.logEpoch, state.head, state.cursor, state.version};
}

std::uint64_t digestOf(const std::vector<HeldState>& held)
{
    std::uint64_t sum = 0;
    for (const HeldState& one : held) {
        std::uint64_t hash = SplitMix64::mix(one.id.value);
        for (const std::uint64_t part : {one.logEpoch.value, one.head.value, std::uint64_t{one.cursor.epoch},
                                         one.cursor.readSeq.value, one.version}) {
            hash = SplitMix64::mix(hash ^ part) + 0x9e3779b97f4a7c15U;
        }
        sum += hash;
    }
    return sum;
}

} // namespace tidemark
