#include "ui/session/choices/preferences.h"

#include "ui/session/choices/on_off.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

const QString themeKey = u"theme"_s;
const QString textSizeKey = u"text-size"_s;
const QString sendKeyKey = u"send-key"_s;
const QString typingKey = u"show-typing"_s;
const QString infoKey = u"info-panel"_s;
const QString historyKey = u"keep-history"_s;
const QString draftsKey = u"share-drafts"_s;

} // namespace

QStringList Preferences::keys()
{
    return QStringList{themeKey, textSizeKey, sendKeyKey, typingKey, infoKey, historyKey, draftsKey}
           + DesktopChoices::keys() + BadgeChoices::keys() + FileChoices::keys() + EmojiChoices::keys();
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
    if (language != m_language) {
        Q_EMIT languageChosen(language);
    }
}

void Preferences::chooseTextSize(int percent)
{
    m_textSize = percent;
    keep(textSizeKey, QString::number(percent));
}

void Preferences::stepTextSize(int step)
{
    const auto* now = std::find(textSizes.begin(), textSizes.end(), m_textSize);
    const auto place = (now - textSizes.begin()) + step;
    if (place >= 0 && place < std::ssize(textSizes)) {
        chooseTextSize(textSizes.at(static_cast<std::size_t>(place)));
    }
}

void Preferences::chooseSendKey(SendKey key)
{
    m_sendKey = key;
    keep(sendKeyKey, key == SendKey::Enter ? u"enter"_s : u"ctrl-enter"_s);
}

void Preferences::chooseShowsTyping(bool shows)
{
    m_showsTyping = shows;
    keep(typingKey, onOrOff(shows));
}

void Preferences::chooseKeepsHistory(bool keeps)
{
    m_keepsHistory = keeps;
    keep(historyKey, onOrOff(keeps));
    Q_EMIT historyKnown(keeps);
}

void Preferences::chooseSharesDrafts(bool shares)
{
    m_sharesDrafts = shares;
    keep(draftsKey, onOrOff(shares));
    Q_EMIT draftsChosen(shares);
}

void Preferences::chooseInfoOpen(bool open)
{
    m_isInfoOpen = open;
    keep(infoKey, onOrOff(open));
}

void Preferences::chooseDesktop(const DesktopChoices& choices)
{
    keepChoices(m_desktop, choices);
}

void Preferences::chooseBadges(const BadgeChoices& choices)
{
    keepChoices(m_badges, choices);
}

void Preferences::chooseFiles(const FileChoices& choices)
{
    keepChoices(m_files, choices);
}

void Preferences::chooseEmoji(const EmojiChoices& choices)
{
    keepChoices(m_emoji, choices);
}

/// Stores each value that has changed.
template <typename Choices>
void Preferences::keepChoices(Choices& kept, const Choices& chosen)
{
    const Choices before = std::exchange(kept, chosen);
    for (const QString& key : Choices::keys()) {
        if (kept.valueOf(key) != before.valueOf(key)) {
            keep(key, kept.valueOf(key));
        }
    }
}

void Preferences::keep(const QString& key, const QString& word)
{
    Q_EMIT chosen(key, word);
    Q_EMIT changed();
}

void Preferences::take(const QString& key, const QString& value)
{
    if (key == historyKey) {
        takeHistory(value);
    }
    if (!keys().contains(key) || value.isEmpty()) {
        return;
    }
    if (key == themeKey) {
        m_theme = m_isThemeOverridden ? m_theme : themeChoiceOf(value).value_or(m_theme);
    } else if (key == textSizeKey) {
        takeTextSize(value);
    } else if (key == sendKeyKey) {
        m_sendKey = value == u"ctrl-enter"_s ? SendKey::CtrlEnter : SendKey::Enter;
    } else if (key == typingKey) {
        m_showsTyping = value == onOrOff(true);
    } else if (key == draftsKey) {
        m_sharesDrafts = value == onOrOff(true);
        Q_EMIT draftsChosen(m_sharesDrafts);
    } else if (key == infoKey) {
        m_isInfoOpen = value == onOrOff(true);
    } else if (BadgeChoices::keys().contains(key)) {
        m_badges.take(key, value);
    } else if (EmojiChoices::keys().contains(key)) {
        m_emoji.take(key, value);
    } else if (FileChoices::keys().contains(key)) {
        m_files.take(key, value);
    } else {
        m_desktop.take(key, value);
    }
    Q_EMIT changed();
}

void Preferences::takeHistory(const QString& value)
{
    m_keepsHistory = value != onOrOff(false);
    Q_EMIT historyKnown(m_keepsHistory);
}

void Preferences::takeTextSize(const QString& value)
{
    const int percent = value.toInt();
    if (std::find(textSizes.begin(), textSizes.end(), percent) != textSizes.end()) {
        m_textSize = percent;
    }
}

} // namespace tidemark
