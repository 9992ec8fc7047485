#include "core/models/conversations/pin_rows.h"

#include "core/models/conversations/conversation_row.h"

#include <algorithm>

namespace tidemark {

bool isOrdered(const ConversationSummary& summary)
{
    return summary.settings.pinned && !summary.settings.archived && isListed(summary);
}

std::vector<PinPlace> pinsOf(const std::vector<const ConversationSummary*>& summaries)
{
    std::vector<PinPlace> pins;
    for (const ConversationSummary* summary : summaries) {
        if (isOrdered(*summary)) {
            pins.push_back({summary->id, summary->settings.pinOrder, summary->lastActivity});
        }
    }
    std::ranges::sort(pins, {}, pinKey);
    return pins;
}

} // namespace tidemark
