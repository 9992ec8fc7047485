#pragma once

#include "ui/platform/text_sizes.h"

#include <QFont>

namespace tidemark {

/// Makes the program's font larger or smaller than the desktop's, and follows changes of the desktop's.
/// Restores the font when destroyed.
class TextSize {
public:
    TextSize();
    ~TextSize();
    TextSize(const TextSize&) = delete;
    TextSize& operator=(const TextSize&) = delete;

    /// Sets the size, in percent of the desktop's text size.
    void choose(int percent);
    /// Call when the program's font has changed. If choose() did not set it, it is the desktop's new font.
    void follow();

private:
    void apply();

    QFont m_desktops;
    QFont m_made; ///< derived from m_desktops
    int m_percent = usualTextSize;
};

} // namespace tidemark
