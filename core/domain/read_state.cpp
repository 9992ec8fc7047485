#include "core/domain/read_state.h"

namespace tidemark {

CountDelta contribution(const Entry& entry, const Viewer& viewer, Seq readSeq)
{
    // A recall takes its target off even if the user has hidden the entry of the recall.
    if (viewer.hides(isCountable(entry.kind()) ? entry.seq : targetOf(entry))) {
        return {};
    }
    if (isCountable(entry.kind()) && viewer.counts(entry.author) && entry.seq > readSeq) {
        return {1, mentions(entry, viewer.self) ? 1 : 0, repliesTo(entry, viewer.self) ? 1 : 0};
    }
    if (const auto* recall = entry.as<content::Recall>();
        recall != nullptr && viewer.counts(recall->targetAuthor) && recall->target > readSeq) {
        return {-1, recall->targetMentionsReader ? -1 : 0, recall->targetRepliesToReader ? -1 : 0};
    }
    return {};
}

std::optional<ReadCounts> apply(ReadCounts counts, CountDelta delta)
{
    const auto unread = static_cast<std::int64_t>(counts.unread) + delta.unread;
    const auto mentions = static_cast<std::int64_t>(counts.mentions) + delta.mentions;
    const auto replies = static_cast<std::int64_t>(counts.replies) + delta.replies;
    if (unread < 0 || mentions < 0 || replies < 0) {
        return std::nullopt;
    }
    return ReadCounts{static_cast<std::uint64_t>(unread), static_cast<std::uint64_t>(mentions),
                      static_cast<std::uint64_t>(replies)};
}

} // namespace tidemark
