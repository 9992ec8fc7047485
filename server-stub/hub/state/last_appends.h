#pragma once

#include "core/domain/ids.h"

#include <unordered_map>

namespace tidemark::server {

/// The newest entry that this server appended to each log. It checks that a log grows by one seq at a time,
/// and it saves a lookup for pipelined sends.
class LastAppends {
public:
    /// `uuid` is invalid for entries without one. Precondition: `seq` is next to the seq noted before.
    void note(ConversationId conversation, Seq seq, MessageUuid uuid);
    /// Whether `uuid` is the last one that was appended; false if that is not known.
    [[nodiscard]] bool isLast(ConversationId conversation, MessageUuid uuid) const;
    void clear() { m_last.clear(); }

private:
    struct Last {
        Seq seq;
        MessageUuid uuid; ///< of the last entry that has one
    };
    std::unordered_map<ConversationId, Last> m_last;
};

} // namespace tidemark::server
