#include "ui/preferences.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

const QString themeKey = u"theme"_s;
const QString sendKeyKey = u"send-key"_s;
const QString typingKey = u"show-typing"_s;
const QString infoKey = u"info-panel"_s;

QString wordOf(bool on)
{
    return on ? u"on"_s : u"off"_s;
}

} // namespace

QStringList Preferences::keys()
{
    return QStringList{themeKey, sendKeyKey, typingKey, infoKey} + DesktopChoices::keys();
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
    keep(themeKey, wordOf(theme));
}

void Preferences::chooseLanguage(Language language)
{
    if (language != m_language)
        Q_EMIT languageChosen(language);
}

void Preferences::chooseSendKey(SendKey key)
{
    m_sendKey = key;
    keep(sendKeyKey, key == SendKey::Enter ? u"enter"_s : u"ctrl-enter"_s);
}

void Preferences::chooseShowsTyping(bool shows)
{
    m_showsTyping = shows;
    keep(typingKey, wordOf(shows));
}

void Preferences::chooseInfoOpen(bool open)
{
    m_isInfoOpen = open;
    keep(infoKey, wordOf(open));
}

void Preferences::chooseDesktop(const DesktopChoices& choices)
{
    const DesktopChoices before = std::exchange(m_desktop, choices);
    for (const QString& key : DesktopChoices::keys()) {
        if (choices.valueOf(key) != before.valueOf(key))
            keep(key, choices.valueOf(key));
    }
}

void Preferences::keep(const QString& key, const QString& word)
{
    Q_EMIT chosen(key, word);
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
    else if (key == infoKey)
        m_isInfoOpen = value == wordOf(true);
    else
        m_desktop.take(key, value);
    Q_EMIT changed();
}

} // namespace tidemark
