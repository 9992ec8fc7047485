#pragma once

#include "core/keyring/keyring.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <string>

namespace tidemark {

/// Keeps the token of a device in the desktop's keyring. If there is no keyring, or it refuses, keeps the
/// token in a file of the profile that only its owner can read. Core thread.
///
/// A new token first goes to the file, at once and durably, and from there to the keyring, which may take
/// time; then the file is removed. So an existing file holds the newest token, and a crash loses none. The
/// database holds a mark instead of the token.
class TokenVault : public QObject {
    Q_OBJECT
public:
    /// `keyring` may be null.
    TokenVault(QString file, std::unique_ptr<Keyring> keyring, QObject* parent = nullptr);

    /// Sets the keyring's key for the token. Call it first.
    void setKey(const QString& key) { m_key = key; }

    /// The placeholder for a token that was requested from the keyring.
    [[nodiscard]] static const std::string& awaited();
    /// Returns the token for the value in the database: a token of an older version, or a mark; empty: the
    /// device is signed out, and a token that an interrupted sign-out has left is erased. Returns awaited()
    /// if the keyring has to be asked: then `arrived` or `unavailable` follows, and the vault asks again from
    /// time to time.
    [[nodiscard]] std::string open(const std::string& stored);
    [[nodiscard]] bool isAwaiting() const { return m_isAwaiting; }
    /// Empty: no token, or not known yet.
    [[nodiscard]] const std::string& token() const { return m_token; }
    /// Stores `token` and returns the value that the database must hold for it: a mark, or the token itself
    /// if nothing else can store it. A new token is stored before the database refers to it. Empty: the
    /// device is signed out; call erase() after the database has stored that.
    [[nodiscard]] std::string keep(const std::string& token);
    /// Erases the token from file and keyring.
    void erase();
    /// Whether `stored` is the mark for a token.
    [[nodiscard]] static bool isMark(const std::string& stored);

Q_SIGNALS:
    void arrived(const QByteArray& token);
    /// `why` is for the user; emitted once.
    void unavailable(const QString& why);

private:
    [[nodiscard]] std::string readFile() const;
    [[nodiscard]] bool writeFile(const std::string& token) const;
    void askKeyring();
    void moveToKeyring();

    QString m_file;
    std::unique_ptr<Keyring> m_keyring;
    QString m_key;
    std::string m_token; ///< empty: no token, or not known yet
    bool m_isInDatabase = false;
    bool m_isAwaiting = false;
    bool m_hasReported = false;
    QTimer m_again;
};

} // namespace tidemark
