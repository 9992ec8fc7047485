#pragma once

#include "ui/timeline/row_stack.h"

namespace tidemark {

/// The rows of a stack that a viewport shows. A value without widgets; the stack must outlive it.
class RowsOnScreen {
public:
    using Contents = std::function<TimelineRow(int row)>;
    /// `scroll` is that of placeOf(). Empty `contents`: no content is known, so no seq is on screen.
    RowsOnScreen(const RowStack& stack, int scroll, int height, Contents contents)
        : m_stack(stack), m_scroll(scroll), m_height(height), m_contents(std::move(contents))
    {
    }

    /// Returns the last seq of the lowest row whose bottom edge is inside the viewport; 0: there is none.
    [[nodiscard]] Seq seenThrough() const;
    /// Returns the last seq of the topmost row whose bottom edge is inside the viewport; 0: there is none.
    [[nodiscard]] Seq seenFrom() const;
    /// Returns the seq of the topmost row whose bottom edge is inside the viewport; 0: there is none.
    [[nodiscard]] Seq topSeq() const;
    /// The first message that begins on screen, and its offset; seq 0: there is none.
    struct Place {
        Seq seq;
        int offset = 0;
    };
    [[nodiscard]] Place place() const;
    /// Returns whether a row is completely on screen, or fills it.
    [[nodiscard]] bool showsWhole(int row) const;
    /// Returns whether the divider is loaded and begins below the viewport.
    [[nodiscard]] bool isDividerBelow() const;

private:
    [[nodiscard]] bool hasContents() const { return m_contents && m_stack.count() > 0; }
    [[nodiscard]] TimelineRow topRow() const;
    [[nodiscard]] int bottom() const { return m_scroll + m_height; }

    const RowStack& m_stack;
    int m_scroll;
    int m_height;
    Contents m_contents;
};

} // namespace tidemark
