#pragma once

#include "core/base/expected.h"

#include <QByteArray>
#include <QString>

#include <functional>

namespace tidemark {

/// The desktop's storage for the user's secrets. Use it on one thread with an event loop; every call returns
/// at once. Each callback is called once: not before the call has returned, and not after the keyring is
/// destroyed.
class Keyring {
public:
    /// The secret, or for the user the reason why there is none.
    using Found = std::function<void(const Expected<QByteArray, QString>&)>;
    using Written = std::function<void(bool isKept)>;

    Keyring() = default;
    virtual ~Keyring() = default;
    Keyring(const Keyring&) = delete;
    Keyring& operator=(const Keyring&) = delete;

    /// May wait until the user unlocks the keyring.
    virtual void read(const QString& key, Found found) = 0;
    /// Replaces an older secret with the same key.
    virtual void write(const QString& key, const QByteArray& secret, Written written) = 0;
    virtual void erase(const QString& key) = 0;
};

} // namespace tidemark
