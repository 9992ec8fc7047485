#pragma once

#include "core/keyring/keyring.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <optional>
#include <string>

namespace tidemark {

/// Keeps the token of a device: in the desktop's keyring, and where there is none, or it refuses, in a file
/// of the profile that only its owner can read. Core thread.
///
/// A token goes to the file first, at once and durably, and from there to the keyring, which may take its
/// time; when that has it the file goes. So a file that is there has the newest token, and a crash loses
/// none. The database holds a mark in its place.
class TokenVault : public QObject {
    Q_OBJECT
public:
    /// `keyring` may be null.
    TokenVault(QString file, std::unique_ptr<Keyring> keyring, QObject* parent = nullptr);

    /// What the keyring knows the token by. Before everything else.
    void setKey(const QString& key) { m_key = key; }

    /// What stands for a token that the keyring has been asked for.
    [[nodiscard]] static const std::string& awaited();
    /// The token, from what the database holds: a token of an older version, or a mark. Or awaited():
    /// `arrived` follows, or `unavailable`, and the question is asked again now and then.
    [[nodiscard]] std::string open(const std::string& stored);
    [[nodiscard]] bool isAwaiting() const { return m_isAwaiting; }
    /// Empty: none, or not known yet.
    [[nodiscard]] const std::string& token() const { return m_token; }
    /// What the database is to hold for `token`; the token itself where nothing else keeps it. A new one is
    /// kept before the database says so. Empty: the device is signed out; erase() when the database says so.
    [[nodiscard]] std::string keep(const std::string& token);
    /// Nothing keeps a token any more.
    void erase();
    /// Whether this stands for a token.
    [[nodiscard]] static bool isMark(const std::string& stored);

Q_SIGNALS:
    void arrived(const QByteArray& token);
    /// For people; said once.
    void unavailable(const QString& why);

private:
    [[nodiscard]] std::string readFile() const;
    [[nodiscard]] bool writeFile(const std::string& token) const;
    void askKeyring();
    void moveToKeyring();

    QString m_file;
    std::unique_ptr<Keyring> m_keyring;
    QString m_key;
    std::string m_token; ///< empty: none, or not known yet
    bool m_isInDatabase = false;
    bool m_isAwaiting = false;
    bool m_hasTold = false;
    QTimer m_again;
};

} // namespace tidemark
