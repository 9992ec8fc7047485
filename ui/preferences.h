#pragma once

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
    [[nodiscard]] SendKey sendKey() const { return m_sendKey; }
    /// Whether others are shown that the user is writing; none: unless the user reads in private.
    [[nodiscard]] std::optional<bool> showsTyping() const { return m_showsTyping; }
    [[nodiscard]] bool isInfoOpen() const { return m_isInfoOpen; }

    /// For this run, whatever is kept.
    void overrideTheme(ThemeChoice theme);
    void chooseTheme(ThemeChoice theme);
    void chooseSendKey(SendKey key);
    void chooseShowsTyping(bool shows);
    void chooseInfoOpen(bool open);

    /// A setting as it is kept; keys of others are ignored, and values of a later version.
    void take(const QString& key, const QString& value);
    /// The keys to ask the profile for.
    [[nodiscard]] static QStringList keys();

Q_SIGNALS:
    void changed();
    /// To be kept.
    void chosen(const QString& key, const QString& value);

private:
    ThemeChoice m_theme = ThemeChoice::System;
    SendKey m_sendKey = SendKey::Enter;
    std::optional<bool> m_showsTyping;
    bool m_isInfoOpen = false;
    bool m_isThemeOverridden = false;
};

} // namespace tidemark
