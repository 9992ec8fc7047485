#pragma once

#include "core/keyring/keyring.h"

#include <QObject>

#include <functional>
#include <memory>

namespace QKeychain { // NOLINT(readability-identifier-naming): another library's
class Job;
}

namespace tidemark {

/// The Secret Service of the session (GNOME Keyring, KWallet, KeePassXC), by QtKeychain. Nothing to be found
/// without a session bus; a question that is not answered within a minute has failed.
class DesktopKeyring : public QObject, public Keyring {
    Q_OBJECT
public:
    /// Null where this session can have none.
    [[nodiscard]] static std::unique_ptr<Keyring> make();

    void read(const QString& key, Found found) override;
    void write(const QString& key, const QByteArray& secret, Written written) override;
    void erase(const QString& key) override;

private:
    /// `done`: called once, when the job has ended or given up (null then).
    void start(QKeychain::Job* job, std::function<void(QKeychain::Job*)> done);
};

} // namespace tidemark
