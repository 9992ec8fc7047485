#pragma once

#include "core/base/expected.h"

#include <QByteArray>
#include <QString>

#include <functional>

namespace tidemark {

/// Where the desktop keeps secrets for its user. One thread, which runs an event loop; every call returns at
/// once. What is asked is answered once, not before the call has returned, and not after the keyring is gone.
class Keyring {
public:
    /// The secret, or why there is none, for people.
    using Found = std::function<void(const Expected<QByteArray, QString>&)>;
    using Written = std::function<void(bool isKept)>;

    Keyring() = default;
    virtual ~Keyring() = default;
    Keyring(const Keyring&) = delete;
    Keyring& operator=(const Keyring&) = delete;

    /// May wait for the user, who is asked to unlock it.
    virtual void read(const QString& key, Found found) = 0;
    /// In place of an older secret under this key.
    virtual void write(const QString& key, const QByteArray& secret, Written written) = 0;
    virtual void erase(const QString& key) = 0;
};

} // namespace tidemark
