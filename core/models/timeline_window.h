#pragma once

#include "core/models/timeline_row.h"

#include <vector>

namespace tidemark {

/// The part of a timeline that is loaded: a contiguous range of the log as rows of its messages and notices,
/// and the pending messages where it reaches the end. A value without Qt's model machinery.
class TimelineWindow {
public:
    /// Empties it: nothing loaded, nothing known about the edges.
    void clear();
    /// Takes `page` instead of what was there.
    void replace(const TimelinePage& page);
    /// Joins `page` on: where it overlaps it is newer and wins. False, and nothing is changed, if a hole
    /// would be left between.
    bool merge(const TimelinePage& page);
    /// An answer without entries to "what is before the first": only what it says about the lower edge
    /// counts.
    void setLowerEdge(const TimelinePage& page);
    /// The same for "what is after the last", with the pending messages.
    void setUpperEdge(const TimelinePage& page);
    /// Forgets rows at one end until at most `count` are left.
    void dropNewest(std::size_t count);
    void dropOldest(std::size_t count);
    /// Newer entries exist that are not loaded: the pending messages are not next to the last row any more.
    void leaveEnd();

    [[nodiscard]] const std::vector<TimelineRow>& rows() const { return m_rows; } ///< ascending by seq
    [[nodiscard]] const std::vector<TimelineRow>& pending() const { return m_pending; }
    [[nodiscard]] Seq first() const { return m_first; } ///< 0 while nothing is loaded
    [[nodiscard]] Seq last() const { return m_last; }
    [[nodiscard]] bool isEmpty() const { return !m_first.isValid(); }
    [[nodiscard]] bool reachesStart() const { return m_reachesStart; }
    /// With reachesStart(): there was more, which the server no longer keeps.
    [[nodiscard]] bool startTrimmed() const { return m_startTrimmed; }
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
    bool m_reachesEnd = false;
    bool m_gapBelow = false;
    bool m_gapAbove = false;
};

/// All rows of a timeline, top to bottom: with days, the divider and pending messages, grouped and with what
/// each covers.
[[nodiscard]] std::vector<TimelineRow> timelineRows(const TimelineWindow& window,
                                                    const TimelineContext& context, bool loadingOlder,
                                                    bool loadingNewer);

} // namespace tidemark
