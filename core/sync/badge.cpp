#include "core/sync/badge.h"

#include <algorithm>

namespace tidemark {

MovedBadge movedBadge(const EngineContext& context, const Tracked& tracked, Badge badge, Seq from, Seq to)
{
    const LocalConversation& conversation = tracked.conversation();
    const Seq head = conversation.countedHead;
    const Viewer viewer = context.viewerOf(conversation);
    const auto count = [&](Seq after, Seq through) {
        return context.log.countUnread(conversation.id, viewer, after, std::min(through, head), head);
    };
    if (from == to) {
        return {badge};
    }
    if (to >= head) {
        return {};
    }
    const Seq low = std::min(from, to);
    const Seq high = std::min(std::max(from, to), head);
    const bool grows = to < from;
    ReadCounts bound = grows ? badge.counts : ReadCounts{};
    bool isUncertain = false;
    if (badge.exact && tracked.held().covers(low, high)) {
        const ReadCounts between = count(low, high);
        const auto moved = apply(badge.counts, grows ? gainOf(between) : lossOf(between));
        // An entry anywhere above may have recalled the messages in between.
        const bool isSure = between == ReadCounts{} || tracked.held().covers(high, head);
        if (moved && isSure) {
            return {{*moved, true}};
        }
        if (isSure) {
            isUncertain = true;
        } else if (moved && !grows) {
            bound = *moved;
        }
    }
    const Badge held = countedBadge(context, tracked, to);
    return {{held.exact ? held.counts : greaterOf(held.counts, bound), held.exact}, isUncertain};
}

Badge countedBadge(const EngineContext& context, const Tracked& tracked, Seq above)
{
    const LocalConversation& conversation = tracked.conversation();
    const Seq head = conversation.countedHead;
    if (above >= head) {
        return {};
    }
    // If some entries are missing, the count is a lower bound (I19). A recall in the gap may hit messages
    // below it, so only entries contiguous with the head are sure to count.
    const Seq from = std::max(above, tracked.held().contiguousBegin(head));
    return {context.log.countUnread(conversation.id, context.viewerOf(conversation), from, head, head),
            tracked.held().covers(above, head)};
}

MovedBadge advancedBadge(Badge badge, CountDelta delta)
{
    if (const auto moved = apply(badge.counts, delta)) {
        return {{*moved, badge.exact}};
    }
    // A lower bound may have left out the recalled message; an exact number should have counted it.
    return {{{}, false}, badge.exact};
}

} // namespace tidemark
