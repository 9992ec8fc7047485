#include "core/domain/read_state.h"

#include <cassert>

namespace tidemark {

CountDelta contribution(const Entry& entry, UserId reader, Seq readSeq)
{
    if (isCountable(entry.kind) && entry.author != reader && entry.seq > readSeq) {
        return {1, mentions(entry, reader) ? 1 : 0};
    }
    if (entry.kind == EntryKind::Recall && entry.targetAuthor != reader && entry.target > readSeq) {
        return {-1, entry.targetMentionsReader ? -1 : 0};
    }
    return {};
}

ReadCounts apply(ReadCounts counts, CountDelta delta)
{
    const auto moved = [](std::uint64_t value, std::int64_t by) {
        const auto result = static_cast<std::int64_t>(value) + by;
        assert(result >= 0);
        return static_cast<std::uint64_t>(std::max<std::int64_t>(result, 0));
    };
    return {moved(counts.unread, delta.unread), moved(counts.mentions, delta.mentions)};
}

} // namespace tidemark
