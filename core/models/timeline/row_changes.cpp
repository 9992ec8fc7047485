#include "core/models/timeline/row_changes.h"

#include <algorithm>
#include <unordered_set>

namespace tidemark {

namespace {

using Keys = std::vector<TimelineRowKey>;

std::unordered_set<TimelineRowKey> keySet(const std::vector<TimelineRow>& rows)
{
    std::unordered_set<TimelineRowKey> keys;
    keys.reserve(rows.size());
    for (const TimelineRow& row : rows) {
        keys.insert(row.key);
    }
    return keys;
}

/// Removes from `keys` everything not in `kept`: from the end, one contiguous run at a time.
void addRemovals(std::vector<RowChange>& changes, Keys& keys, const std::unordered_set<TimelineRowKey>& kept)
{
    for (auto end = keys.size(); end > 0;) {
        auto begin = end;
        while (begin > 0 && !kept.contains(keys[begin - 1])) {
            --begin;
        }
        if (begin == end) {
            --end;
            continue;
        }
        changes.push_back(
            {RowChange::Kind::Remove, static_cast<int>(begin), static_cast<int>(end - begin), 0});
        keys.erase(keys.begin() + static_cast<std::ptrdiff_t>(begin),
                   keys.begin() + static_cast<std::ptrdiff_t>(end));
        end = begin;
    }
}

} // namespace

std::vector<RowChange> rowChanges(const std::vector<TimelineRow>& before,
                                  const std::vector<TimelineRow>& after)
{
    std::vector<RowChange> changes;
    Keys keys;
    keys.reserve(before.size());
    for (const TimelineRow& row : before) {
        keys.push_back(row.key);
    }
    const auto old = keySet(before);
    addRemovals(changes, keys, keySet(after));

    // keys[0, next) already equals `after`; `keys` from `next` on remains to be placed.
    std::size_t next = 0;
    for (std::size_t i = 0; i < after.size();) {
        const TimelineRowKey& wanted = after[i].key;
        if (!old.contains(wanted)) {
            auto end = i + 1;
            while (end < after.size() && !old.contains(after[end].key)) {
                ++end;
            }
            changes.push_back({RowChange::Kind::Insert, static_cast<int>(i), static_cast<int>(end - i), 0});
            i = end;
            continue;
        }
        if (keys[next] != wanted) {
            const auto found =
                std::find(keys.begin() + static_cast<std::ptrdiff_t>(next), keys.end(), wanted);
            const auto distance = static_cast<std::size_t>(found - keys.begin()) - next;
            changes.push_back(
                {RowChange::Kind::Move, static_cast<int>(i), 1, static_cast<int>(i + distance)});
            std::rotate(keys.begin() + static_cast<std::ptrdiff_t>(next), found, found + 1);
        }
        ++next;
        ++i;
    }
    return changes;
}

} // namespace tidemark
