#include "core/domain/pinned.h"

#include <algorithm>
#include <variant>

namespace tidemark {

namespace {

template <typename Variant>
std::optional<PinChange> changeIn(const Variant& content)
{
    if (const auto* recall = std::get_if<content::Recall>(&content)) {
        return PinChange{recall->target, false};
    }
    const auto* notice = std::get_if<content::Notice>(&content);
    if (notice == nullptr || (notice->kind != NoticeKind::Pinned && notice->kind != NoticeKind::Unpinned)) {
        return std::nullopt;
    }
    return PinChange{notice->target, notice->kind == NoticeKind::Pinned};
}

} // namespace

std::optional<PinChange> pinChangeIn(const EntryContent& content)
{
    return changeIn(content);
}

std::optional<PinChange> pinChangeIn(const SentContent& content)
{
    return changeIn(content);
}

void apply(std::vector<Seq>& pinned, PinChange change)
{
    const auto place = std::lower_bound(pinned.begin(), pinned.end(), change.target);
    const bool isThere = place != pinned.end() && *place == change.target;
    if (change.isPinned && !isThere && change.target.isValid()) {
        pinned.insert(place, change.target);
    } else if (!change.isPinned && isThere) {
        pinned.erase(place);
    }
}

void dropTrimmed(std::vector<Seq>& pinned, Seq trimmedThrough)
{
    pinned.erase(pinned.begin(), std::upper_bound(pinned.begin(), pinned.end(), trimmedThrough));
}

} // namespace tidemark
