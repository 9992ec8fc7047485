#include "ui/preferences.h"

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

const QString themeKey = u"theme"_s;
const QString sendKeyKey = u"send-key"_s;
const QString typingKey = u"show-typing"_s;
const QString infoKey = u"info-panel"_s;

QString wordOf(ThemeChoice theme)
{
    switch (theme) {
    case ThemeChoice::Light:
        return u"light"_s;
    case ThemeChoice::Dark:
        return u"dark"_s;
    case ThemeChoice::System:
        break;
    }
    return u"system"_s;
}

QString wordOf(bool on)
{
    return on ? u"on"_s : u"off"_s;
}

} // namespace

QStringList Preferences::keys()
{
    return {themeKey, sendKeyKey, typingKey, infoKey};
}

void Preferences::overrideTheme(ThemeChoice theme)
{
    m_theme = theme;
    m_isThemeOverridden = true;
    Q_EMIT changed();
}

void Preferences::chooseTheme(ThemeChoice theme)
{
    m_theme = theme;
    Q_EMIT chosen(themeKey, wordOf(theme));
    Q_EMIT changed();
}

void Preferences::chooseSendKey(SendKey key)
{
    m_sendKey = key;
    Q_EMIT chosen(sendKeyKey, key == SendKey::Enter ? u"enter"_s : u"ctrl-enter"_s);
    Q_EMIT changed();
}

void Preferences::chooseShowsTyping(bool shows)
{
    m_showsTyping = shows;
    Q_EMIT chosen(typingKey, wordOf(shows));
    Q_EMIT changed();
}

void Preferences::chooseInfoOpen(bool open)
{
    m_isInfoOpen = open;
    Q_EMIT chosen(infoKey, wordOf(open));
    Q_EMIT changed();
}

void Preferences::take(const QString& key, const QString& value)
{
    if (!keys().contains(key) || value.isEmpty())
        return;
    if (key == themeKey)
        m_theme = m_isThemeOverridden ? m_theme : themeChoiceOf(value).value_or(m_theme);
    else if (key == sendKeyKey)
        m_sendKey = value == u"ctrl-enter"_s ? SendKey::CtrlEnter : SendKey::Enter;
    else if (key == typingKey)
        m_showsTyping = value == wordOf(true);
    else
        m_isInfoOpen = value == wordOf(true);
    Q_EMIT changed();
}

} // namespace tidemark
