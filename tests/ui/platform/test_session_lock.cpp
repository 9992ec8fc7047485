#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "tests/support/private_bus.h"
#include "ui/platform/session_lock.h"

#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QSignalSpy>

namespace tidemark::session_lock_test {

using namespace Qt::StringLiterals;

namespace {

const QString logind = u"org.freedesktop.login1"_s;
const QString logindSession = u"org.freedesktop.login1.Session"_s;
const QString sessionPath = u"/org/freedesktop/login1/session/_37"_s;

class FakeLogindSession : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.login1.Session")
    Q_PROPERTY(bool LockedHint MEMBER isLocked CONSTANT)
public:
    explicit FakeLogindSession(bool locked) : isLocked(locked) {}

    bool isLocked;
};

/// logind as a program sees it: the program's session, and whether it is locked.
class FakeLogind : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.login1.Manager")
public:
    explicit FakeLogind(QDBusConnection bus, bool locked) : m_bus(std::move(bus)), m_session(locked)
    {
        m_bus.registerObject(u"/org/freedesktop/login1"_s, this, QDBusConnection::ExportAllSlots);
        m_bus.registerObject(sessionPath, &m_session, QDBusConnection::ExportAllProperties);
        m_bus.registerService(logind);
    }

    void emitSignal(const QString& signal, const QString& path = sessionPath)
    {
        m_bus.send(QDBusMessage::createSignal(path, logindSession, signal));
    }
    void hint(bool locked)
    {
        QDBusMessage message = QDBusMessage::createSignal(sessionPath, u"org.freedesktop.DBus.Properties"_s,
                                                          u"PropertiesChanged"_s);
        message << logindSession << QVariantMap{{u"LockedHint"_s, locked}} << QStringList();
        m_bus.send(message);
    }

public Q_SLOTS:
    QDBusObjectPath GetSession(const QString& id)
    {
        return QDBusObjectPath(id == u"auto" ? sessionPath : u"/none"_s);
    }

private:
    QDBusConnection m_bus;
    FakeLogindSession m_session;
};

class FakeScreenSaver : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.ScreenSaver")
public:
    FakeScreenSaver(QDBusConnection bus, bool active) : m_bus(std::move(bus)), m_isActive(active)
    {
        m_bus.registerObject(u"/org/freedesktop/ScreenSaver"_s, this,
                             QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals);
        m_bus.registerService(u"org.freedesktop.ScreenSaver"_s);
    }

public Q_SLOTS:
    bool GetActive() { return m_isActive; }

Q_SIGNALS:
    void ActiveChanged(bool active);

private:
    QDBusConnection m_bus;
    bool m_isActive;
};

} // namespace

class TestSessionLock : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        test::failOnAnyWarning();
        m_bus = std::make_unique<test::PrivateBus>();
        QVERIFY2(m_bus->isRunning(), "dbus-daemon is needed (package dbus)");
    }
    void cleanup() { m_bus.reset(); }

    void withoutABusNothingIsLocked()
    {
        SessionLock lock(QDBusConnection(u"none"_s), QDBusConnection(u"none either"_s));
        QVERIFY(!lock.isLocked());
    }

    void onABusWithoutAnswersNothingIsLocked()
    {
        SessionLock lock(m_bus->connection(u"ours"_s), m_bus->connection(u"ours too"_s));
        QSignalSpy changed(&lock, &SessionLock::changed);
        // When this answer has come, all earlier requests are answered.
        FakeScreenSaver saver(m_bus->connection(u"saver"_s), false);
        Q_EMIT saver.ActiveChanged(true);
        QTRY_COMPARE(changed.size(), 1);
        QCOMPARE(changed[0][0].toBool(), true);
    }

    void theHintIsTakenAsItIsAndAsItChanges()
    {
        FakeLogind fake(m_bus->connection(u"logind"_s), true);
        SessionLock lock(m_bus->connection(u"ours"_s), QDBusConnection(u"none"_s));
        QVERIFY2(!lock.isLocked(), "the constructor does not wait for logind");
        QTRY_VERIFY(lock.isLocked());
        fake.hint(false);
        QTRY_VERIFY(!lock.isLocked());
        fake.hint(true);
        QTRY_VERIFY(lock.isLocked());
    }

    void lockAndUnlockAreTakenAtTheirWord()
    {
        FakeLogind fake(m_bus->connection(u"logind"_s), true);
        SessionLock lock(m_bus->connection(u"ours"_s), QDBusConnection(u"none"_s));
        QTRY_VERIFY(lock.isLocked());
        fake.hint(false);
        QTRY_VERIFY(!lock.isLocked());
        QSignalSpy changed(&lock, &SessionLock::changed);
        // Another user's session does not matter.
        fake.emitSignal(u"Lock"_s, u"/org/freedesktop/login1/session/_38"_s);
        fake.emitSignal(u"Lock"_s);
        QTRY_VERIFY(lock.isLocked());
        fake.emitSignal(u"Unlock"_s);
        QTRY_VERIFY(!lock.isLocked());
        fake.emitSignal(u"Lock"_s);
        fake.hint(true);
        fake.hint(false);
        QTRY_COMPARE(changed.size(), 4);
        QVERIFY2(!lock.isLocked(), "the hint alone unlocks the session");
    }

    void anActiveScreenSaverLocks()
    {
        FakeScreenSaver saver(m_bus->connection(u"saver"_s), true);
        SessionLock lock(QDBusConnection(u"none"_s), m_bus->connection(u"ours"_s));
        QTRY_VERIFY(lock.isLocked());
        Q_EMIT saver.ActiveChanged(false);
        QTRY_VERIFY(!lock.isLocked());
        Q_EMIT saver.ActiveChanged(true);
        QTRY_VERIFY(lock.isLocked());
    }

    void aScreenSaverThatIsGoneLocksNothing()
    {
        FakeScreenSaver saver(m_bus->connection(u"saver"_s), true);
        SessionLock lock(QDBusConnection(u"none"_s), m_bus->connection(u"ours"_s));
        QTRY_VERIFY(lock.isLocked());
        QDBusConnection(u"saver"_s).unregisterService(u"org.freedesktop.ScreenSaver"_s);
        QTRY_VERIFY(!lock.isLocked());
    }

    void usingTheProgramEndsTheLock()
    {
        FakeLogind fake(m_bus->connection(u"logind"_s), true);
        SessionLock lock(m_bus->connection(u"ours"_s), QDBusConnection(u"none"_s));
        QTRY_VERIFY(lock.isLocked());
        QSignalSpy changed(&lock, &SessionLock::changed);
        fake.hint(false);
        QTRY_COMPARE(changed.size(), 1);
        fake.emitSignal(u"Lock"_s);
        QTRY_COMPARE(changed.size(), 2);
        lock.takeUse();
        QVERIFY(!lock.isLocked());
        QCOMPARE(changed.size(), 3);
        lock.takeUse();
        QCOMPARE(changed.size(), 3);
    }

private:
    std::unique_ptr<test::PrivateBus> m_bus;
};

TIDEMARK_SUITE(TestSessionLock, QCoreApplication)

} // namespace tidemark::session_lock_test

#include "test_session_lock.moc"
