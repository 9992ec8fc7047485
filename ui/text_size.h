#pragma once

#include <QFont>

#include <array>

namespace tidemark {

/// The sizes of text that are offered, in percent of the desktop's.
inline constexpr std::array textSizes{80, 90, 100, 110, 120, 130, 140, 150, 160};
inline constexpr int usualTextSize = 100;

/// Makes the program's font larger or smaller than the desktop's, and follows that. Gives it back when it
/// goes.
class TextSize {
public:
    TextSize();
    ~TextSize();
    TextSize(const TextSize&) = delete;
    TextSize& operator=(const TextSize&) = delete;

    /// In percent of the desktop's.
    void choose(int percent);
    /// To be called when the program's font has changed: one that is not of choose() is the desktop's.
    void follow();

private:
    void apply();

    QFont m_desktops;
    QFont m_made; ///< of it
    int m_percent = usualTextSize;
};

} // namespace tidemark
