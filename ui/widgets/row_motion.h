#pragma once

#include "core/domain/ids.h"

#include <unordered_map>

namespace tidemark {

/// Computes the drawing positions of rows while they move from their old to their new places. A value without
/// clock and widgets: the caller sets the progress.
class RowMotion {
public:
    /// `top` is the row's drawing position before the change, in pixels from the top of the viewport.
    void noteBefore(ConversationId row, int top) { m_before[row] = top; }
    /// `row` is the row that changes its place; it is drawn above the others.
    void setMover(ConversationId row) { m_mover = row; }
    [[nodiscard]] ConversationId mover() const { return m_mover; }
    [[nodiscard]] bool isEmpty() const { return m_before.empty(); }
    void clear();

    /// 0: at the old places, 1: done.
    void setProgress(double progress);
    /// Returns the current drawing position of `row`, whose new place is `top`.
    [[nodiscard]] int drawnTop(ConversationId row, int top) const;
    /// 1 for rows that existed before; new rows fade in.
    [[nodiscard]] double opacity(ConversationId row) const;

private:
    std::unordered_map<ConversationId, int> m_before;
    ConversationId m_mover;
    double m_left = 1; ///< the remaining part of the way, eased
    double m_progress = 0;
};

} // namespace tidemark
