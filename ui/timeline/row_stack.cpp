#include "ui/timeline/row_stack.h"

#include <algorithm>
#include <unordered_map>

namespace tidemark {

void RowStack::assign(std::vector<Box> boxes)
{
    m_boxes = std::move(boxes);
    m_stale.clear();
    m_isSummed = false;
}

void RowStack::renew(const std::vector<TimelineRowKey>& rows,
                     const std::function<int(int row)>& estimatedHeight)
{
    std::unordered_map<TimelineRowKey, Box> known;
    for (const Box& box : m_boxes) {
        known.emplace(box.key, box);
    }
    std::vector<Box> boxes;
    boxes.reserve(rows.size());
    for (const TimelineRowKey& key : rows) {
        const auto found = known.find(key);
        boxes.push_back(found != known.end()
                            ? found->second
                            : Box{key, estimatedHeight(static_cast<int>(boxes.size())), false});
        boxes.back().isExact = boxes.back().isExact && !m_stale.contains(key);
    }
    assign(std::move(boxes));
}

void RowStack::setExact(int row, int height)
{
    Box& box = m_boxes[static_cast<std::size_t>(row)];
    m_isSummed = m_isSummed && box.height == height;
    box.height = height;
    box.isExact = true;
}

void RowStack::forgetMeasures()
{
    for (Box& box : m_boxes) {
        box.isExact = false;
    }
}

void RowStack::sumUp() const
{
    m_tops.resize(m_boxes.size() + 1);
    int top = 0;
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        m_tops[i] = top;
        top += m_boxes[i].height;
    }
    m_tops.back() = top;
    m_isSummed = true;
}

int RowStack::top(int row) const
{
    if (!m_isSummed) {
        sumUp();
    }
    return m_tops[static_cast<std::size_t>(std::clamp(row, 0, count()))];
}

int RowStack::rowAt(int y) const
{
    if (m_boxes.empty()) {
        return -1;
    }
    if (!m_isSummed) {
        sumUp();
    }
    const auto above = std::upper_bound(m_tops.begin(), m_tops.end(), y);
    return std::clamp(static_cast<int>(above - m_tops.begin()) - 1, 0, count() - 1);
}

int RowStack::firstEstimate(int from, int to) const
{
    for (int row = std::max(0, from); row <= std::min(to, count() - 1); ++row) {
        if (!box(row).isExact) {
            return row;
        }
    }
    return -1;
}

int RowStack::find(const TimelineRowKey& key) const
{
    const auto found = std::ranges::find(m_boxes, key, &Box::key);
    return found == m_boxes.end() ? -1 : static_cast<int>(found - m_boxes.begin());
}

int RowStack::findFirst(TimelineRowKind kind) const
{
    const auto found = std::ranges::find(m_boxes, kind, [](const Box& box) { return box.key.kind; });
    return found == m_boxes.end() ? -1 : static_cast<int>(found - m_boxes.begin());
}

namespace {

bool isOfTheLog(const TimelineRowKey& key)
{
    return key.kind == TimelineRowKind::Message || key.kind == TimelineRowKind::Notice
           || key.kind == TimelineRowKind::Ignored;
}

} // namespace

ReaderPlace placeOf(const RowStack& stack, int scroll, int viewportHeight)
{
    ReaderPlace place;
    const int first = stack.rowAt(scroll);
    if (first < 0) {
        return place;
    }
    const auto add = [&](int row) { place.lines.push_back({stack.box(row).key, stack.top(row) - scroll}); };
    const bool isCutOff = stack.top(first) < scroll;
    for (int row = isCutOff ? first + 1 : first;
         row < stack.count() && stack.top(row) < scroll + viewportHeight; ++row) {
        add(row);
    }
    if (isCutOff) {
        add(first);
    }
    std::stable_partition(place.lines.begin(), place.lines.end(),
                          [](const ReaderPlace::Line& line) { return isOfTheLog(line.key); });
    return place;
}

int scrollFor(const ReaderPlace& place, const RowStack& stack, int fallback)
{
    for (const ReaderPlace::Line& line : place.lines) {
        const int row = stack.find(line.key);
        if (row >= 0) {
            return stack.top(row) - line.offset;
        }
    }
    return fallback;
}

} // namespace tidemark
