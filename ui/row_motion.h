#pragma once

#include "core/domain/ids.h"

#include <unordered_map>

namespace tidemark {

/// Where rows are drawn while they move from where they were to where they belong. A value without clock and
/// widgets: it is told how far the movement has got.
class RowMotion {
public:
    /// Where a row was drawn when the change came, in pixels from the top of the viewport.
    void noteBefore(ConversationId row, int top) { m_before[row] = top; }
    /// `row` is the one that changes its place: it is drawn above the others.
    void setMover(ConversationId row) { m_mover = row; }
    [[nodiscard]] ConversationId mover() const { return m_mover; }
    [[nodiscard]] bool isEmpty() const { return m_before.empty(); }
    void clear();

    /// 0: as before, 1: done.
    void setProgress(double progress);
    /// Where `row` is drawn now if `top` is where it belongs.
    [[nodiscard]] int drawnTop(ConversationId row, int top) const;
    /// 1 for rows that were there before; new ones appear.
    [[nodiscard]] double opacity(ConversationId row) const;

private:
    std::unordered_map<ConversationId, int> m_before;
    ConversationId m_mover;
    double m_left = 1; ///< of the way, eased
    double m_progress = 0;
};

} // namespace tidemark
