#pragma once

#include "ui/look/text_size.h"
#include "ui/look/theme.h"
#include "ui/session/choices/preferences.h"

#include <QObject>

namespace tidemark {

/// The colours and the text size of all widgets of the program: what the preferences and the desktop ask for.
class WindowLook : public QObject {
    Q_OBJECT
public:
    /// `avatars` may be null, and must live longer.
    WindowLook(const Preferences& preferences, AvatarSource* avatars);

    [[nodiscard]] const Theme& theme() const { return m_theme; }
    void setThemeChoice(ThemeChoice choice);
    /// Call at the start and whenever the desktop's look changes.
    void setDesktopLook(const DesktopLook& look);
    /// Call when the program's font has changed, but not inside the event that reports it.
    void takeFont();

Q_SIGNALS:
    void themeChanged();

private:
    void takePreferences();
    void applyTheme();
    [[nodiscard]] Theme chosenTheme() const;

    const Preferences& m_preferences;
    AvatarSource* m_avatars;
    TextSize m_textSize;
    ThemeChoice m_choice = ThemeChoice::System;
    ThemeChoice m_preferred = ThemeChoice::System;
    QPalette m_desktopPalette;
    DesktopLook m_desktopLook;
    Theme m_theme; ///< applied before the panes exist, which costs less than restyling them
};

} // namespace tidemark
