#include "server-stub/hub/state/last_appends.h"

#include "core/base/require.h"

#include <cstddef>

namespace tidemark::server {

namespace {
constexpr std::size_t maxRemembered = 100000;
} // namespace

void LastAppends::note(ConversationId conversation, Seq seq, MessageUuid uuid)
{
    require(seq.isValid(), "an entry has a seq");
    if (m_last.size() >= maxRemembered) {
        m_last.clear();
    }
    Last& last = m_last[conversation];
    require(!last.seq.isValid() || seq == next(last.seq), "a log grows by one seq at a time");
    last.seq = seq;
    if (uuid.isValid()) {
        last.uuid = uuid;
    }
}

bool LastAppends::isLast(ConversationId conversation, MessageUuid uuid) const
{
    const auto last = m_last.find(conversation);
    return last != m_last.end() && uuid.isValid() && last->second.uuid == uuid;
}

} // namespace tidemark::server
