#pragma once

#include "core/domain/protocol.h"

#include <unordered_map>
#include <vector>

namespace tidemark::server {

/// On a shared store: the known heads of the logs that sessions on this server watch, so that each move of a
/// head is pushed once, by whatever way the server learned of it.
class KnownHeads {
public:
    /// Whether the head is beyond the known one or has another epoch.
    [[nodiscard]] bool isNews(const protocol::Head& head) const;
    /// Notes the head. Returns true if it was news.
    bool note(const protocol::Head& head);
    /// Lowers the known head to the stored one: a turn that was not committed may have noted more.
    void correct(const protocol::Head& head);
    /// For the first session that watches the log and knows its head already.
    void begin(const protocol::Head& head) { m_heads.try_emplace(head.conversation, head); }
    /// Forgets all conversations but these, which ascend.
    void keepOnly(const std::vector<ConversationId>& conversations);
    void clear() { m_heads.clear(); }

private:
    std::unordered_map<ConversationId, protocol::Head> m_heads;
};

} // namespace tidemark::server
