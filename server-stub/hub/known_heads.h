#pragma once

#include "core/domain/protocol.h"

#include <unordered_map>
#include <vector>

namespace tidemark::server {

/// On a store that others write to: how far the logs that sessions here are told of were seen to go, so that
/// each step of a log is announced once however it came to be known.
class KnownHeads {
public:
    /// Whether the head is further than what was known, or of another epoch; it is known from now on.
    bool note(const protocol::Head& head);
    /// The store's own word: what was heard of and is not there is not known.
    void correct(const protocol::Head& head);
    /// The first session that is told of the log knows its head already.
    void begin(const protocol::Head& head) { m_heads.try_emplace(head.conversation, head); }
    /// Of all others nothing is known any more. Ascending.
    void keepOnly(const std::vector<ConversationId>& conversations);
    void clear() { m_heads.clear(); }

private:
    std::unordered_map<ConversationId, protocol::Head> m_heads;
};

} // namespace tidemark::server
