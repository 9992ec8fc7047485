#pragma once

#include "core/models/timeline/timeline_row.h"

#include <vector>

namespace tidemark {

/// The loaded part of a timeline: a contiguous range of the log as rows of its messages and notices, plus the
/// pending messages if it reaches the end. A value without Qt's model machinery.
class TimelineWindow {
public:
    /// Resets to the initial state: nothing loaded, edges unknown.
    void clear();
    /// Replaces the content by `page`.
    void replace(const TimelinePage& page);
    /// Adds a contiguous or overlapping `page`, whose rows win because they are newer. Returns false, without
    /// any change, if a gap would remain.
    bool merge(const TimelinePage& page);
    /// Takes the lower edge from a page without entries that answered a request for older rows.
    void setLowerEdge(const TimelinePage& page);
    /// Takes the upper edge and the pending messages from a page that answered a request for newer rows.
    void setUpperEdge(const TimelinePage& page);
    /// Drop rows at one end until at most `count` are left.
    void dropNewest(std::size_t count);
    void dropOldest(std::size_t count);
    /// Newer entries exist that are not loaded, so the pending messages no longer follow the last row.
    void leaveEnd();

    [[nodiscard]] const std::vector<TimelineRow>& rows() const { return m_rows; } ///< ascending by seq
    [[nodiscard]] const std::vector<TimelineRow>& pending() const { return m_pending; }
    [[nodiscard]] Seq first() const { return m_first; } ///< 0 while nothing is loaded
    [[nodiscard]] Seq last() const { return m_last; }
    [[nodiscard]] bool isEmpty() const { return !m_first.isValid(); }
    [[nodiscard]] bool reachesStart() const { return m_reachesStart; }
    /// With reachesStart(): older entries existed, but the server no longer keeps them.
    [[nodiscard]] bool startTrimmed() const { return m_startTrimmed; }
    [[nodiscard]] bool startCleared() const { return m_startCleared; }
    [[nodiscard]] bool reachesEnd() const { return m_reachesEnd; }
    [[nodiscard]] bool gapBelow() const { return m_gapBelow; }
    [[nodiscard]] bool gapAbove() const { return m_gapAbove; }

private:
    std::vector<TimelineRow> m_rows;
    std::vector<TimelineRow> m_pending;
    Seq m_first;
    Seq m_last;
    bool m_reachesStart = false;
    bool m_startTrimmed = false;
    bool m_startCleared = false;
    bool m_reachesEnd = false;
    bool m_gapBelow = false;
    bool m_gapAbove = false;
};

/// The ends of a timeline at which entries are being loaded.
struct LoadingEnds {
    bool older = false;
    bool newer = false;
};

/// Returns all rows of a timeline, top to bottom, with days, the divider and pending messages, grouping and
/// coverage.
[[nodiscard]] std::vector<TimelineRow> timelineRows(const TimelineWindow& window,
                                                    const TimelineContext& context, LoadingEnds loading = {});

} // namespace tidemark
