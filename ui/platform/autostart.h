#pragma once

#include <QString>
#include <QStringList>

namespace tidemark {

/// Switches the start of this profile at the beginning of the user's session, by an entry in the user's
/// autostart folder. Nothing is cached, because the desktop's own settings change that file too.
class Autostart {
public:
    /// Makes an object that cannot be switched on.
    Autostart() = default;
    /// `command` is the absolute path of the program, followed by its arguments.
    Autostart(QString file, QStringList command);
    /// Returns the entry of `profile`. It starts the program that is running now, in the tray.
    [[nodiscard]] static Autostart ofProfile(const QString& profile);

    [[nodiscard]] bool isPossible() const { return !m_file.isEmpty(); }
    /// Returns false for an entry that the desktop's settings have switched off.
    [[nodiscard]] bool isOn() const;
    /// Writes or removes the entry. Returns false if that failed.
    [[nodiscard]] bool setOn(bool on) const;

    [[nodiscard]] const QString& file() const { return m_file; }

private:
    QString m_file;
    QStringList m_command;
};

} // namespace tidemark
