#pragma once

#include "core/models/words/identity.h"
#include "ui/platform/desktop_look.h"
#include "ui/platform/theme_choice.h"

#include <QColor>
#include <QPalette>

#include <array>

namespace tidemark {

class AvatarSource;

/// All colours of the window, and where its avatars come from. A value type; widgets get it through
/// setTheme() and define no colours of their own.
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
    QColor selected; ///< selected messages in the timeline, from edge to edge
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
    QColor overPicture;                   ///< translucent, behind words and buttons over pictures
    QColor onPicture;                     ///< words on `overPicture`
    QColor viewerGround;                  ///< around a picture that is shown large
    QColor pictureGround;                 ///< behind transparent pictures
    QColor picturePlace;                  ///< where a picture is not known yet
    QColor avatarQuiet;                   ///< for archived conversations, behind white initials
    QColor avatarOwn;                     ///< for the user, behind white initials
    std::array<QColor, hueCount> avatars; ///< behind white initials
    AvatarSource* pictures = nullptr;     ///< of people and groups; null: they all have initials
    std::array<QColor, hueCount> names;   ///< on incoming bubbles, with a contrast of at least 4.5:1

    [[nodiscard]] const QColor& avatar(int hue) const { return avatars[static_cast<std::size_t>(hue)]; }
    [[nodiscard]] const QColor& name(int hue) const { return names[static_cast<std::size_t>(hue)]; }
    /// Returns the translucent colour over a bubble, behind a mention of the user. The mention has the colour
    /// `text`.
    [[nodiscard]] QColor mentionTint() const;

    friend bool operator==(const Theme&, const Theme&) = default;
};

/// Returns the theme for a choice. With System it is dark if the desktop asks for that or, without a
/// preference, if the desktop's windows are darker than their text. Makes the desktop's accent lighter or
/// darker until it is readable.
[[nodiscard]] Theme themeFor(ThemeChoice choice, const QPalette& desktop, const DesktopLook& look = {});

/// Returns the theme as a palette, for widgets that paint themselves by their palette.
[[nodiscard]] QPalette paletteOf(const Theme& theme);

/// Returns the contrast of two opaque colours, 1 … 21. Source: WCAG 2.1, relative luminance.
[[nodiscard]] double contrast(const QColor& a, const QColor& b);

} // namespace tidemark
