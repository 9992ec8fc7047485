#pragma once

#include <QString>
#include <QStringList>

namespace tidemark {

/// Whether the desktop starts this profile when the user's session begins: an entry in the user's autostart
/// folder. The file alone is the truth, since the desktop's own settings change it too.
class Autostart {
public:
    /// Cannot be switched on.
    Autostart() = default;
    /// `command`: program, by its whole path, and arguments.
    Autostart(QString file, QStringList command);
    /// That of `profile`, for the program that runs, which then starts in the tray.
    [[nodiscard]] static Autostart ofProfile(const QString& profile);

    [[nodiscard]] bool isPossible() const { return !m_file.isEmpty(); }
    /// An entry that the desktop's settings have switched off is off.
    [[nodiscard]] bool isOn() const;
    /// Writes or removes the entry; false: that was not possible.
    [[nodiscard]] bool setOn(bool on) const;

    [[nodiscard]] const QString& file() const { return m_file; }

private:
    QString m_file;
    QStringList m_command;
};

} // namespace tidemark
