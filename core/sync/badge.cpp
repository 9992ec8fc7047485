#include "core/sync/badge.h"

#include <algorithm>

namespace tidemark {

MovedBadge movedBadge(const EngineContext& context, const Tracked& tracked, Badge badge, Seq from, Seq to)
{
    const LocalConversation& conversation = tracked.conversation;
    const Seq head = conversation.countedHead;
    const auto count = [&](Seq after, Seq upto) {
        return context.log.countUnread(conversation.id, context.self(), after, std::min(upto, head), head);
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
    bool isDoubtful = false;
    if (badge.exact && tracked.held.covers(low, high)) {
        const ReadCounts between = count(low, high);
        const auto moved = apply(badge.counts, grows ? gainOf(between) : lossOf(between));
        // What lies between may have been recalled by an entry anywhere above.
        const bool isSure = between == ReadCounts{} || tracked.held.covers(high, head);
        if (moved && isSure) {
            return {{*moved, true}};
        }
        if (isSure) {
            isDoubtful = true;
        } else if (moved && !grows) {
            bound = *moved;
        }
    }
    // Only what lies above the new one matters; without all of it at hand it is a lower bound (I19). What
    // lies below a gap may have been recalled in the gap, so only what joins on to the head is sure to count.
    const bool isExact = tracked.held.covers(to, head);
    const ReadCounts held = count(std::max(to, tracked.held.reachDown(head)), head);
    return {{isExact ? held : greaterOf(held, bound), isExact}, isDoubtful};
}

MovedBadge advancedBadge(Badge badge, CountDelta delta)
{
    if (const auto moved = apply(badge.counts, delta)) {
        return {{*moved, badge.exact}};
    }
    // A lower bound may not have counted what is taken back; a sure number should have.
    return {{{}, false}, badge.exact};
}

} // namespace tidemark
