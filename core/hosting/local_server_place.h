#pragma once

#include <QString>
#include <QUrl>

namespace tidemark {

/// The folder of a profile's own server: its settings and database, and what the profile remembers of it. One
/// program at a time uses it, the one that holds the profile.
class LocalServerPlace {
public:
    explicit LocalServerPlace(const QString& profileDirectory);

    [[nodiscard]] const QString& folder() const { return m_folder; }
    [[nodiscard]] QString database() const;
    /// The settings for `tidemark-server --config`.
    [[nodiscard]] QString settingsFile() const;

    /// Returns 0 before the first start, which takes a free port. Later starts use the same one.
    [[nodiscard]] quint16 port() const;
    void setPort(quint16 port);
    /// Empty before the first start.
    [[nodiscard]] QUrl url() const;

    /// The account of this profile on the server; empty: it does not exist yet.
    [[nodiscard]] QString account() const;
    void setAccount(const QString& name);
    /// Whether the profile uses this server, so that the server starts with the profile.
    [[nodiscard]] bool isChosen() const;
    void setChosen(bool isChosen);
    /// Whether the server goes on when the program ends.
    [[nodiscard]] bool outlivesProgram() const;
    void setOutlivesProgram(bool outlives);

    /// Writes the settings file, and creates the folder if it is missing. While there is no account, anybody
    /// on this computer may register. Returns false if the folder cannot be written.
    [[nodiscard]] bool writeSettings() const;

private:
    [[nodiscard]] QString stateFile() const;

    QString m_folder;
};

} // namespace tidemark
