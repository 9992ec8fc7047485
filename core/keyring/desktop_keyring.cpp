#include "core/keyring/desktop_keyring.h"

#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusReply>
#include <QFile>
#include <QStringList>
#include <QTimer>
#include <qt6keychain/keychain.h>

#include <algorithm>
#include <chrono>
#include <utility>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

const QString service = QStringLiteral("tidemark");
constexpr std::chrono::seconds keyringTimeout(60);

} // namespace

std::unique_ptr<Keyring> DesktopKeyring::make()
{
    // Without a bus, libraries would start one of their own.
    const QByteArray runtime = qgetenv("XDG_RUNTIME_DIR");
    const bool hasBus = !qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS")
                        || (!runtime.isEmpty() && QFile::exists(QFile::decodeName(runtime + "/bus")));
    return hasBus ? std::make_unique<DesktopKeyring>() : nullptr;
}

bool DesktopKeyring::isInUse()
{
    static const QStringList withKeyring{u"GNOME"_s, u"KDE"_s,  u"Unity"_s,  u"X-Cinnamon"_s, u"Cinnamon"_s,
                                         u"MATE"_s,  u"XFCE"_s, u"Budgie"_s, u"Pantheon"_s,   u"COSMIC"_s};
    const QStringList desktops = qEnvironmentVariable("XDG_CURRENT_DESKTOP").split(u':', Qt::SkipEmptyParts);
    const bool hasOwn = std::any_of(desktops.begin(), desktops.end(), [](const QString& desktop) {
        return withKeyring.contains(desktop, Qt::CaseInsensitive);
    });
    if (hasOwn) {
        return true;
    }
    const QDBusConnectionInterface* bus = QDBusConnection::sessionBus().interface();
    const QStringList services{u"org.freedesktop.secrets"_s, u"org.kde.kwalletd5"_s, u"org.kde.kwalletd6"_s};
    return bus != nullptr && std::any_of(services.begin(), services.end(), [bus](const QString& name) {
               return bus->isServiceRegistered(name).value();
           });
}

void DesktopKeyring::start(QKeychain::Job* job, std::function<void(QKeychain::Job*)> done)
{
    // The service may never answer.
    auto* timer = new QTimer(job);
    timer->setSingleShot(true);
    auto end = [this, job, timer, done = std::move(done)](bool isFinished) {
        timer->stop();
        // Disconnect only our own slots: QtKeychain starts the next job on this job's `finished` signal.
        QObject::disconnect(job, nullptr, this, nullptr);
        done(isFinished ? job : nullptr);
    };
    connect(timer, &QTimer::timeout, this, [end] { end(false); });
    connect(job, &QKeychain::Job::finished, this, [end] { end(true); });
    timer->start(keyringTimeout);
    job->setInsecureFallback(false);
    job->start();
}

void DesktopKeyring::read(const QString& key, Found found)
{
    auto* job = new QKeychain::ReadPasswordJob(service, this);
    job->setKey(key);
    start(job, [job, found = std::move(found)](const QKeychain::Job* ended) {
        if (ended == nullptr) {
            found(Unexpected(tr("it does not answer")));
        } else if (ended->error() != QKeychain::NoError) {
            found(Unexpected(ended->errorString()));
        } else {
            found(job->binaryData());
        }
    });
}

void DesktopKeyring::write(const QString& key, const QByteArray& secret, Written written)
{
    if (!isInUse()) {
        QTimer::singleShot(0, this, [written = std::move(written)] { written(false); });
        return;
    }
    auto* job = new QKeychain::WritePasswordJob(service, this);
    job->setKey(key);
    job->setBinaryData(secret);
    start(job, [written = std::move(written)](const QKeychain::Job* ended) {
        written(ended != nullptr && ended->error() == QKeychain::NoError);
    });
}

void DesktopKeyring::erase(const QString& key)
{
    auto* job = new QKeychain::DeletePasswordJob(service, this);
    job->setKey(key);
    start(job, [](const QKeychain::Job*) {});
}

} // namespace tidemark
