#pragma once

#include "server-stub/hub/contract/hub_values.h"

#include <unordered_map>
#include <vector>

namespace tidemark::server {

/// Tracks which sessions are notified of which conversations. Holds only online members, so that a push costs
/// nothing for offline ones (I17).
class Subscriptions {
public:
    /// Returns whether the session did not watch the conversation before.
    bool watch(Target target, ConversationId conversation);
    /// Returns whether the session watched the conversation.
    bool unwatch(Target target, ConversationId conversation);
    void forget(Target target);

    /// All watched conversations, in any order.
    [[nodiscard]] std::vector<ConversationId> conversations() const;
    /// The sessions that watch the conversation, ascending. Valid until the next change.
    [[nodiscard]] const std::vector<Target>& of(ConversationId conversation) const;

private:
    void remove(Target target, ConversationId conversation);

    std::unordered_map<ConversationId, std::vector<Target>> m_targets;
    std::unordered_map<ConnectionId, std::unordered_map<std::uint32_t, std::vector<ConversationId>>>
        m_conversations;
};

} // namespace tidemark::server
