#pragma once

#include "server-stub/hub/hub.h"

#include <unordered_map>
#include <vector>

namespace tidemark::server {

/// Which sessions are told of which conversations: the online members, so that fan-out costs nothing for the
/// others (I17).
class WatchLists {
public:
    /// Whether it was not told of it before.
    bool watch(Target target, ConversationId conversation);
    /// Whether it was.
    bool unwatch(Target target, ConversationId conversation);
    void forget(Target target);

    /// Those that are watched; any order.
    [[nodiscard]] std::vector<ConversationId> conversations() const;
    /// Ascending. Valid until the next change.
    [[nodiscard]] const std::vector<Target>& of(ConversationId conversation) const;

private:
    void remove(Target target, ConversationId conversation);

    std::unordered_map<ConversationId, std::vector<Target>> m_targets;
    std::unordered_map<ConnectionId, std::unordered_map<std::uint32_t, std::vector<ConversationId>>>
        m_conversations;
};

} // namespace tidemark::server
