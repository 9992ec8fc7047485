#pragma once

#include "core/models/identity.h"
#include "ui/desktop_look.h"

#include <QColor>
#include <QPalette>
#include <QString>

#include <array>
#include <optional>

namespace tidemark {

/// The colours of the window, all in one place. A value; widgets get it through setTheme() and keep none of
/// their own.
struct Theme {
    bool isDark = false;
    QColor background; ///< timeline, dialogs
    QColor side;       ///< list, headers of dialogs
    QColor text;
    QColor dim;
    QColor accent;
    QColor onAccent;
    QColor tint; ///< selected row, chosen filter
    QColor hover;
    QColor selected; ///< messages of the timeline, from edge to edge
    QColor bubbleIn;
    QColor bubbleOut;
    QColor badgeMuted;
    QColor onBadgeMuted;
    QColor line;
    QColor frame; ///< around fields, 3:1 on the background
    QColor warning;
    QColor onWarning; ///< text on `warning`
    QColor error;
    QColor shadow;
    QColor avatarQuiet;                   ///< of archived conversations, behind white initials
    QColor avatarOwn;                     ///< of the user, behind white initials
    std::array<QColor, hueCount> avatars; ///< behind white initials
    std::array<QColor, hueCount> names;   ///< at least 4.5:1 on incoming bubbles

    [[nodiscard]] const QColor& avatar(int hue) const { return avatars[static_cast<std::size_t>(hue)]; }
    [[nodiscard]] const QColor& name(int hue) const { return names[static_cast<std::size_t>(hue)]; }
    /// Translucent, over a bubble and behind `text` that names the reader.
    [[nodiscard]] QColor mentionTint() const;

    friend bool operator==(const Theme&, const Theme&) = default;
};

enum class ThemeChoice : quint8 { System, Light, Dark };

/// "light", "dark" or "system"; nothing for other words.
[[nodiscard]] std::optional<ThemeChoice> themeChoiceOf(const QString& word);
[[nodiscard]] QString wordOf(ThemeChoice choice);

/// The theme for a choice. System is dark where the desktop says so or, where it says nothing, its windows
/// are darker than their text. An accent of the desktop's is made lighter or darker until it can be read.
[[nodiscard]] Theme themeFor(ThemeChoice choice, const QPalette& desktop, const DesktopLook& look = {});

/// The theme as a palette, for everything that paints itself by the palette.
[[nodiscard]] QPalette paletteOf(const Theme& theme);

/// Contrast of two opaque colours, 1 … 21. Source: WCAG 2.1, relative luminance.
[[nodiscard]] double contrast(const QColor& a, const QColor& b);

} // namespace tidemark
