#pragma once

#include "app/lab/running/moment.h"

#include <QRect>
#include <QString>

#include <vector>

namespace tidemark::lab {

/// One entry of a log as one device sees it.
struct BandCell {
    Seq seq;
    QRect place;
    bool isHeld = false;
    bool isRead = false;       ///< at or below the cursor
    bool isUnread = false;     ///< it counts
    bool isBelowFloor = false; ///< it never counts for this user
};

/// The log of a conversation as one device holds it.
struct BandRow {
    std::string device;
    QRect name;
    std::vector<BandCell> cells;
    bool leavesOut = false; ///< older entries have no room
    int cursorX = 0;        ///< the right edge of the entry at the cursor, or the left edge of all cells
    int confirmedX = 0;     ///< likewise, as the server has confirmed it
    QRect formula;
};

/// The rows of the log band, and their cells. A plain calculation.
class BandLayout {
public:
    BandLayout() = default;
    /// `conversation`: devices that do not show it have no row. `line` is the height of a line of text.
    BandLayout(const Moment& moment, const std::string& conversation, int width, int line);

    [[nodiscard]] const std::vector<BandRow>& rows() const { return m_rows; }
    [[nodiscard]] int height() const { return m_height; }
    [[nodiscard]] const BandCell* cellAt(const QPoint& point) const;

private:
    [[nodiscard]] BandRow rowOf(const DeviceAtMoment& device, const BadgeAtMoment& badge, int top,
                                int width) const;

    int m_line = 0;
    int m_height = 0;
    std::vector<BandRow> m_rows;
};

} // namespace tidemark::lab
