#pragma once

#include <QFont>

#include <array>

namespace tidemark {

/// The text sizes on offer, in percent of the desktop's.
inline constexpr std::array textSizes{80, 90, 100, 110, 120, 130, 140, 150, 160};
inline constexpr int usualTextSize = 100;

/// Makes the program's font larger or smaller than the desktop's, and follows changes of the desktop's.
/// Restores the font when destroyed.
class TextSize {
public:
    TextSize();
    ~TextSize();
    TextSize(const TextSize&) = delete;
    TextSize& operator=(const TextSize&) = delete;

    /// In percent of the desktop's text size.
    void choose(int percent);
    /// Call when the program's font has changed. A font that choose() did not set is the desktop's new one.
    void follow();

private:
    void apply();

    QFont m_desktops;
    QFont m_made; ///< derived from m_desktops
    int m_percent = usualTextSize;
};

} // namespace tidemark
