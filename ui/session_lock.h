#pragma once

#include <QDBusConnection>
#include <QObject>
#include <QVariantMap>

#include <bitset>

namespace tidemark {

/// Whether the desktop session is locked: as logind says (system bus) and as the desktop's screen saver says
/// (session bus). Every question is asked asynchronously; where there is no bus, or nobody on it who knows,
/// the session counts as not locked. Lives on the GUI thread.
class SessionLock : public QObject {
    Q_OBJECT
public:
    /// Either may be without a connection.
    SessionLock(QDBusConnection system, QDBusConnection session, QObject* parent = nullptr);

    [[nodiscard]] bool isLocked() const { return m_lockedBy.any(); }
    /// Somebody uses the program, so that the session cannot be locked, whatever was said: not every screen
    /// locker takes back what it said.
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
