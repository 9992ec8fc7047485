#include "ui/window/window_look.h"

#include "ui/look/motion.h"
#include "ui/look/style_sheet.h"

#include <QApplication>

#include <utility>

namespace tidemark {

namespace {

/// Gives the theme's colours to all widgets of the program, including those not created yet.
const Theme& putOn(const Theme& theme)
{
    QApplication::setPalette(paletteOf(theme));
    qApp->setStyleSheet(styleSheetOf(theme));
    return theme;
}

} // namespace

WindowLook::WindowLook(const Preferences& preferences, AvatarSource* avatars)
    : m_preferences(preferences), m_avatars(avatars), m_desktopPalette(QApplication::palette()),
      m_theme(putOn(chosenTheme()))
{
    connect(&preferences, &Preferences::changed, this, &WindowLook::takePreferences);
}

void WindowLook::setThemeChoice(ThemeChoice choice)
{
    m_choice = choice;
    applyTheme();
}

void WindowLook::setDesktopLook(const DesktopLook& look)
{
    m_desktopLook = look;
    setMotionEnabled(look.moves());
    applyTheme();
}

Theme WindowLook::chosenTheme() const
{
    Theme theme = themeFor(m_choice, m_desktopPalette, m_desktopLook);
    theme.pictures = m_avatars;
    return theme;
}

void WindowLook::applyTheme()
{
    const Theme theme = chosenTheme();
    if (theme == m_theme) {
        return;
    }
    m_theme = putOn(theme);
    Q_EMIT themeChanged();
}

void WindowLook::takePreferences()
{
    const ThemeChoice theme = m_preferences.theme();
    if (std::exchange(m_preferred, theme) != theme) {
        setThemeChoice(theme);
    }
    m_textSize.choose(m_preferences.textSize());
}

/// Under a style sheet, Qt reports a new desktop font only to windows. Setting the sheet again updates the
/// fonts of all widgets.
void WindowLook::takeFont()
{
    m_textSize.follow();
    qApp->setStyleSheet(styleSheetOf(m_theme));
}

} // namespace tidemark
