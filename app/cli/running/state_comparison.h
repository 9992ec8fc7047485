#pragma once

#include "core/client/client_values.h"
#include "core/domain/conversation.h"

#include <vector>

namespace tidemark::cli {

struct StateComparison {
    std::vector<StoreDifference> differences; ///< `stored` is this device's value, `computed` the server's
    bool isSettled = true;                    ///< false: the states are from different moments
};

/// Compares what a device holds with the server's absolute states. States with equal stamps (log epoch, head,
/// version) must be equal (I8); states with other stamps are from different moments.
[[nodiscard]] StateComparison compareStates(const std::vector<Snapshot::Conversation>& here,
                                            const std::vector<ConversationState>& server);

} // namespace tidemark::cli
