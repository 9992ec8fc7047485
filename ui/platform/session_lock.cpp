#include "ui/platform/session_lock.h"

#include "ui/platform/bus_request.h"

#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QDBusServiceWatcher>
#include <QDBusVariant>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr QLatin1StringView logind("org.freedesktop.login1");
constexpr QLatin1StringView logindSession("org.freedesktop.login1.Session");
constexpr QLatin1StringView properties("org.freedesktop.DBus.Properties");
constexpr QLatin1StringView lockedHint("LockedHint");

} // namespace

SessionLock::SessionLock(QDBusConnection system, QDBusConnection session, QObject* parent)
    : QObject(parent), m_system(std::move(system)), m_session(std::move(session))
{
    if (m_system.isConnected()) {
        watchLogind();
    }
    if (!m_session.isConnected()) {
        return;
    }
    // The first path is that of the specification, the second is older and from KDE.
    watchScreenSaver(u"org.freedesktop.ScreenSaver"_s, u"/org/freedesktop/ScreenSaver"_s);
    watchScreenSaver(u"org.freedesktop.ScreenSaver"_s, u"/ScreenSaver"_s);
    watchScreenSaver(u"org.gnome.ScreenSaver"_s, u"/org/gnome/ScreenSaver"_s);
}

void SessionLock::takeUse()
{
    if (!m_lockedBy.any()) {
        return;
    }
    m_lockedBy.reset();
    Q_EMIT changed(false);
}

/// Requests the session "auto". That is the caller's session or, if the user's service manager started the
/// program, the session on the user's screen.
void SessionLock::watchLogind()
{
    QDBusMessage request = QDBusMessage::createMethodCall(
        logind, u"/org/freedesktop/login1"_s, u"org.freedesktop.login1.Manager"_s, u"GetSession"_s);
    request << u"auto"_s;
    askBus<QDBusObjectPath>(m_system, request, this,
                            [this](const QDBusObjectPath& path) { watchSession(path.path()); });
}

void SessionLock::watchSession(const QString& path)
{
    m_system.connect(logind, path, logindSession, u"Lock"_s, this, SLOT(onLogindLock()));
    m_system.connect(logind, path, logindSession, u"Unlock"_s, this, SLOT(onLogindUnlock()));
    m_system.connect(logind, path, properties, u"PropertiesChanged"_s, this,
                     SLOT(onLogindProperties(QString, QVariantMap, QStringList)));
    QDBusMessage request = QDBusMessage::createMethodCall(logind, path, properties, u"Get"_s);
    request << QString(logindSession) << QString(lockedHint);
    askBus<QDBusVariant>(m_system, request, this,
                         [this](const QDBusVariant& value) { set(Hint, value.variant().toBool()); });
}

void SessionLock::watchScreenSaver(const QString& service, const QString& path)
{
    m_session.connect(service, path, service, u"ActiveChanged"_s, this, SLOT(onScreenSaver(bool)));
    askBus<bool>(m_session, QDBusMessage::createMethodCall(service, path, service, u"GetActive"_s), this,
                 [this](bool active) {
                     if (active) {
                         set(ScreenSaver, true);
                     }
                 });
    // A screen saver that has ended or crashed locks nothing.
    auto* watcher =
        new QDBusServiceWatcher(service, m_session, QDBusServiceWatcher::WatchForUnregistration, this);
    connect(watcher, &QDBusServiceWatcher::serviceUnregistered, this, [this] { set(ScreenSaver, false); });
}

void SessionLock::onLogindProperties(const QString& interface, const QVariantMap& changes,
                                     const QStringList& /*invalid*/)
{
    const auto hint = changes.constFind(lockedHint);
    if (interface != logindSession || hint == changes.constEnd()) {
        return;
    }
    set(Hint, hint->toBool());
    if (!hint->toBool()) {
        set(Asked, false);
    }
}

void SessionLock::set(Source source, bool locked)
{
    const bool wasLocked = isLocked();
    m_lockedBy.set(source, locked);
    if (isLocked() != wasLocked) {
        Q_EMIT changed(isLocked());
    }
}

} // namespace tidemark
