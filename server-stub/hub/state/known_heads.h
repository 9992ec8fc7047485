#pragma once

#include "core/domain/protocol.h"

#include <unordered_map>
#include <vector>

namespace tidemark::server {

/// On a store that other servers write to: the heads already known of logs that sessions here are notified
/// of, so that each move of a head is pushed once, however the server learnt of it.
class KnownHeads {
public:
    /// Whether the head is further than the known one or of another epoch.
    [[nodiscard]] bool isNews(const protocol::Head& head) const;
    /// Notes the head. Returns true if it was news.
    bool note(const protocol::Head& head);
    /// Lowers a known head to what the store has: a turn that was not committed may have noted more.
    void correct(const protocol::Head& head);
    /// For the first session that watches the log, which knows its head already.
    void begin(const protocol::Head& head) { m_heads.try_emplace(head.conversation, head); }
    /// Forgets all other conversations. `conversations` ascend.
    void keepOnly(const std::vector<ConversationId>& conversations);
    void clear() { m_heads.clear(); }

private:
    std::unordered_map<ConversationId, protocol::Head> m_heads;
};

} // namespace tidemark::server
