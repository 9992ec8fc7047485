#include "app/lab/window/band_layout.h"

#include <algorithm>

namespace tidemark::lab {

namespace {

constexpr int nameWidth = 104;
constexpr int cellWidth = 24;
constexpr int cellGap = 2;
constexpr int rowGap = 8;
constexpr int markHeight = 8; ///< of the cursor's mark below the cells
constexpr int edge = 10;

} // namespace

BandLayout::BandLayout(const Moment& moment, const std::string& conversation, int width, int line)
    : m_line(line)
{
    int top = rowGap / 2;
    for (const DeviceAtMoment& device : moment.devices) {
        if (const BadgeAtMoment* badge = badgeIn(device, conversation)) {
            m_rows.push_back(rowOf(device, *badge, top, width));
            top = m_rows.back().formula.bottom() + 1 + rowGap;
        }
    }
    m_height = top;
}

BandRow BandLayout::rowOf(const DeviceAtMoment& device, const BadgeAtMoment& badge, int top, int width) const
{
    BandRow row;
    row.device = device.name;
    const int cellHeight = m_line + 4;
    row.name = QRect(edge, top, nameWidth, cellHeight);
    const int left = edge + nameWidth;
    const int step = cellWidth + cellGap;
    // One cell's room is for the sign that older entries are left out.
    const auto room = static_cast<std::uint64_t>(std::max(1, (width - left - edge) / step - 1));
    const std::uint64_t newest = std::max(badge.head.value, badge.held.top().value);
    const std::uint64_t first = newest > room ? newest - room + 1 : 1;
    row.leavesOut = first > 1;
    int x = left + (row.leavesOut ? step : 0);
    const auto edgeAfter = [&, begin = x](Seq seq) {
        return seq.value < first
                   ? begin - cellGap
                   : begin + static_cast<int>(std::min(seq.value, newest) - first + 1) * step - cellGap;
    };
    row.cursorX = edgeAfter(badge.cursor.readSeq);
    row.confirmedX = edgeAfter(badge.confirmed.readSeq);
    row.cells.reserve(static_cast<std::size_t>(newest - first + 1));
    for (Seq seq(first); seq.value <= newest; seq = next(seq)) {
        BandCell cell;
        cell.seq = seq;
        cell.place = QRect(x, top, cellWidth, cellHeight);
        cell.isHeld = badge.held.contains(seq);
        cell.isRead = seq <= badge.cursor.readSeq;
        cell.isUnread = std::ranges::find(badge.unread, seq) != badge.unread.end();
        cell.isBelowFloor = seq <= badge.floor;
        row.cells.push_back(cell);
        x += step;
    }
    row.formula = QRect(left, top + cellHeight + markHeight, std::max(0, width - left - edge), m_line);
    return row;
}

const BandCell* BandLayout::cellAt(const QPoint& point) const
{
    for (const BandRow& row : m_rows) {
        const auto found =
            std::ranges::find_if(row.cells, [&](const BandCell& cell) { return cell.place.contains(point); });
        if (found != row.cells.end()) {
            return &*found;
        }
    }
    return nullptr;
}

} // namespace tidemark::lab
