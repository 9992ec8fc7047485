#pragma once

#include "core/keyring/keyring.h"

#include <QObject>

#include <functional>
#include <memory>

namespace QKeychain { // NOLINT(readability-identifier-naming): another library's
class Job;
}

namespace tidemark {

/// The session's Secret Service (GNOME Keyring, KWallet, KeePassXC), through QtKeychain. Unavailable without
/// a session bus; a request without an answer fails after a minute. A secret that is there is read anywhere,
/// but a new one is only kept in a keyring that is in use: elsewhere the bus would start a service that asks
/// the user to set up a wallet.
class DesktopKeyring : public QObject, public Keyring {
    Q_OBJECT
public:
    /// Returns null if this session cannot have a keyring.
    [[nodiscard]] static std::unique_ptr<Keyring> make();
    /// Returns whether a keyring runs, or the desktop is one that has its own.
    [[nodiscard]] static bool isInUse();

    void read(const QString& key, Found found) override;
    void write(const QString& key, const QByteArray& secret, Written written) override;
    void erase(const QString& key) override;

private:
    /// Calls `done` once: with the job when it has finished, or with null after a timeout.
    void start(QKeychain::Job* job, std::function<void(QKeychain::Job*)> done);
};

} // namespace tidemark
