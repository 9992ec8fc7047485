#pragma once

#include "ui/autostart.h"
#include "ui/desktop_choices.h"
#include "ui/language.h"
#include "ui/shown_total.h"
#include "ui/text_size.h"
#include "ui/theme.h"

#include <QObject>

#include <optional>

namespace tidemark {

enum class SendKey : quint8 {
    Enter,     ///< Shift+Enter begins a new line
    CtrlEnter, ///< Enter begins a new line
};

/// What the user has chosen for this device alone; kept in the profile. Every choice works at once.
class Preferences : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    [[nodiscard]] ThemeChoice theme() const { return m_theme; }
    /// Kept beside the profile, because texts are needed before it is open.
    [[nodiscard]] Language language() const { return m_language; }
    /// In percent of the desktop's; one of textSizes.
    [[nodiscard]] int textSize() const { return m_textSize; }
    [[nodiscard]] SendKey sendKey() const { return m_sendKey; }
    /// Whether others are shown that the user is writing; none: unless the user reads in private.
    [[nodiscard]] std::optional<bool> showsTyping() const { return m_showsTyping; }
    /// Whether all messages come to this device in the background, or older ones only when they are looked
    /// at.
    [[nodiscard]] bool keepsHistory() const { return m_keepsHistory; }
    [[nodiscard]] bool isInfoOpen() const { return m_isInfoOpen; }
    [[nodiscard]] const DesktopChoices& desktop() const { return m_desktop; }
    [[nodiscard]] const BadgeChoices& badges() const { return m_badges; }

    /// Whether the desktop starts the program, which is kept outside the profile: it may have been changed
    /// there.
    [[nodiscard]] const Autostart& autostart() const { return m_autostart; }
    void setAutostart(const Autostart& autostart) { m_autostart = autostart; }

    /// For this run, whatever is kept.
    void overrideTheme(ThemeChoice theme);
    void chooseTheme(ThemeChoice theme);
    /// The language that the window was made in.
    void setLanguage(Language language) { m_language = language; }
    void chooseLanguage(Language language);
    void chooseTextSize(int percent);
    void chooseSendKey(SendKey key);
    void chooseShowsTyping(bool shows);
    void chooseKeepsHistory(bool keeps);
    void chooseInfoOpen(bool open);
    void chooseDesktop(const DesktopChoices& choices);
    void chooseBadges(const BadgeChoices& choices);

    /// A setting as it is kept; keys of others are ignored, and values of a later version.
    void take(const QString& key, const QString& value);
    /// The keys to ask the profile for.
    [[nodiscard]] static QStringList keys();

Q_SIGNALS:
    void changed();
    /// Chosen, or come from the profile, which may keep nothing of it.
    void historyKnown(bool keeps);
    /// Another one than the window was made in: it is to be made anew.
    void languageChosen(Language language);
    /// To be kept.
    void chosen(const QString& key, const QString& value);

private:
    void keep(const QString& key, const QString& word);
    void takeHistory(const QString& value);
    void takeTextSize(const QString& value);
    template <typename Choices>
    void keepChoices(Choices& kept, const Choices& chosen);

    Autostart m_autostart;
    ThemeChoice m_theme = ThemeChoice::System;
    Language m_language = Language::System;
    int m_textSize = usualTextSize;
    SendKey m_sendKey = SendKey::Enter;
    std::optional<bool> m_showsTyping;
    bool m_keepsHistory = true;
    bool m_isInfoOpen = false;
    DesktopChoices m_desktop;
    BadgeChoices m_badges;
    bool m_isThemeOverridden = false;
};

} // namespace tidemark
