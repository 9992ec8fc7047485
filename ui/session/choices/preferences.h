#pragma once

#include "ui/platform/autostart.h"
#include "ui/platform/language.h"
#include "ui/platform/text_sizes.h"
#include "ui/platform/theme_choice.h"
#include "ui/session/choices/desktop_choices.h"
#include "ui/session/choices/emoji_choices.h"
#include "ui/session/files/file_choices.h"
#include "ui/session/reading/shown_total.h"

#include <QObject>

#include <optional>

namespace tidemark {

enum class SendKey : quint8 {
    Enter,     ///< Shift+Enter begins a new line
    CtrlEnter, ///< Enter begins a new line
};

/// The user's choices for this device alone. The profile keeps them, and every choice takes effect at once.
class Preferences : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    [[nodiscard]] ThemeChoice theme() const { return m_theme; }
    /// The language is stored beside the profile, because texts are needed before the profile is open.
    [[nodiscard]] Language language() const { return m_language; }
    /// Returns the text size in percent of the desktop's; one of textSizes.
    [[nodiscard]] int textSize() const { return m_textSize; }
    [[nodiscard]] SendKey sendKey() const { return m_sendKey; }
    /// Returns whether other users see that the user is typing. Empty: they see it unless the user reads in
    /// private.
    [[nodiscard]] std::optional<bool> showsTyping() const { return m_showsTyping; }
    /// Returns whether this device pulls all messages in the background, and not only those that the user
    /// looks at.
    [[nodiscard]] bool keepsHistory() const { return m_keepsHistory; }
    /// Returns whether drafts of this device go to the user's other devices, and theirs come here.
    [[nodiscard]] bool sharesDrafts() const { return m_sharesDrafts; }
    [[nodiscard]] bool isInfoOpen() const { return m_isInfoOpen; }
    [[nodiscard]] const DesktopChoices& desktop() const { return m_desktop; }
    [[nodiscard]] const BadgeChoices& badges() const { return m_badges; }
    [[nodiscard]] const FileChoices& files() const { return m_files; }
    [[nodiscard]] const EmojiChoices& emoji() const { return m_emoji; }

    /// Says whether the desktop starts the program. This is stored outside the profile, where other programs
    /// may change it.
    [[nodiscard]] const Autostart& autostart() const { return m_autostart; }
    void setAutostart(const Autostart& autostart) { m_autostart = autostart; }

    /// Overrides the stored theme for this run.
    void overrideTheme(ThemeChoice theme);
    void chooseTheme(ThemeChoice theme);
    /// Sets the language in which the window was created.
    void setLanguage(Language language) { m_language = language; }
    void chooseLanguage(Language language);
    void chooseTextSize(int percent);
    /// Chooses the next larger size, or with `step` -1 the next smaller one, if there is one.
    void stepTextSize(int step);
    void chooseSendKey(SendKey key);
    void chooseShowsTyping(bool shows);
    void chooseKeepsHistory(bool keeps);
    void chooseSharesDrafts(bool shares);
    void chooseInfoOpen(bool open);
    void chooseDesktop(const DesktopChoices& choices);
    void chooseBadges(const BadgeChoices& choices);
    void chooseFiles(const FileChoices& choices);
    void chooseEmoji(const EmojiChoices& choices);

    /// Takes one stored setting. Ignores unknown keys, and values of a later version.
    void take(const QString& key, const QString& value);
    /// Returns the keys that the profile is asked for.
    [[nodiscard]] static QStringList keys();

Q_SIGNALS:
    void changed();
    /// The value was read from the profile, which may not contain it, or was chosen by the user.
    void historyKnown(bool keeps);
    void draftsChosen(bool shares);
    /// The user chose a language other than the window's: create the window again.
    void languageChosen(Language language);
    /// Store this setting.
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
    bool m_sharesDrafts = true;
    bool m_isInfoOpen = false;
    DesktopChoices m_desktop;
    BadgeChoices m_badges;
    FileChoices m_files;
    EmojiChoices m_emoji;
    bool m_isThemeOverridden = false;
};

} // namespace tidemark
