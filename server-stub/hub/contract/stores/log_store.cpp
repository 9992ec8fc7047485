#include "server-stub/hub/contract/stores/log_store.h"

#include "core/domain/hidden.h"

namespace tidemark::server {

ReadCounts LogStore::ofHidden(ConversationId conversation, Seq after, const Viewer& viewer)
{
    ReadCounts counts;
    for (const Seq seq : above(viewer.hidden, after)) {
        const auto found = entry(conversation, seq);
        if (!found || !isCountable(found->entry.kind()) || !viewer.counts(found->entry.author)
            || isRecalled(found->entry)) {
            continue;
        }
        ++counts.unread;
        counts.mentions += mentions(found->entry, viewer.self) ? 1 : 0;
        counts.replies += repliesTo(found->entry, viewer.self) ? 1 : 0;
    }
    return counts;
}

} // namespace tidemark::server
