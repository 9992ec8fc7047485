#pragma once

#include <QDBusConnection>
#include <QObject>
#include <QVariantMap>

#include <bitset>

namespace tidemark {

/// Knows whether the desktop session is locked, as reported by logind (system bus) and by the desktop's
/// screen saver (session bus). All D-Bus calls are asynchronous. Without a bus, or without either service on
/// it, the session counts as not locked. Lives on the GUI thread.
class SessionLock : public QObject {
    Q_OBJECT
public:
    /// Either bus may be unconnected.
    SessionLock(QDBusConnection system, QDBusConnection session, QObject* parent = nullptr);

    [[nodiscard]] bool isLocked() const { return m_lockedBy.any(); }
    /// Call when the user uses the program. Clears the lock: some screen lockers never report that they have
    /// unlocked.
    void takeUse();

Q_SIGNALS:
    void changed(bool locked);

private Q_SLOTS:
    void onLogindLock() { set(Asked, true); }
    void onLogindUnlock() { set(Asked, false); }
    void onLogindProperties(const QString& interface, const QVariantMap& changes, const QStringList& invalid);
    void onScreenSaver(bool active) { set(ScreenSaver, active); }

private:
    enum Source : std::size_t { Asked, Hint, ScreenSaver, SourceCount };

    void watchLogind();
    void watchSession(const QString& path);
    void watchScreenSaver(const QString& service, const QString& path);
    void set(Source source, bool locked);

    QDBusConnection m_system;
    QDBusConnection m_session;
    std::bitset<SourceCount> m_lockedBy;
};

} // namespace tidemark
