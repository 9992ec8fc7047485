#pragma once

#include "core/client/client_values.h"
#include "core/domain/conversation.h"

#include <vector>

namespace tidemark::cli {

struct StateComparison {
    std::vector<StoreDifference> differences; ///< stored: here; computed: the server's
    bool isSettled = true; ///< false: some states are of different moments, so nothing can be said about them
};

/// Compares what a device holds with the server's absolute states. States of equal stamps (log epoch, head,
/// version) must be equal (I8); others are of different moments.
[[nodiscard]] StateComparison compareStates(const std::vector<Snapshot::Conversation>& here,
                                            const std::vector<ConversationState>& server);

} // namespace tidemark::cli
