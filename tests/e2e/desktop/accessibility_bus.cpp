#include "tests/e2e/desktop/accessibility_bus.h"

#include <QDBusReply>
#include <QDBusVariant>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tidemark::test {

namespace {

constexpr int timeoutMs = 20000;
const QString launcherName = u"org.a11y.Bus"_s;
const QString launcherPath = u"/org/a11y/bus"_s;
const QString registry = u"org.a11y.atspi.Registry"_s;
const QString events = u"org.a11y.atspi.Event.Object"_s;
const QString connectionName = u"accessibility"_s;

QString addressOf(const QDBusConnection& session)
{
    const QDBusReply<QString> reply = session.call(
        QDBusMessage::createMethodCall(launcherName, launcherPath, launcherName, u"GetAddress"_s));
    return reply.value();
}

/// A screen reader sets this property when it starts. Programs connect to the accessibility bus only then.
void sayThatOneRuns(const QDBusConnection& session)
{
    QDBusMessage set = QDBusMessage::createMethodCall(launcherName, launcherPath,
                                                      u"org.freedesktop.DBus.Properties"_s, u"Set"_s);
    set.setArguments(
        {u"org.a11y.Status"_s, u"ScreenReaderEnabled"_s, QVariant::fromValue(QDBusVariant(true))});
    session.call(set);
}

} // namespace

AccessibilityBus::AccessibilityBus(const VirtualDisplay& display)
{
    QProcessEnvironment environment = display.environment();
    environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_s, m_session.address());
    environment.insert(u"XDG_RUNTIME_DIR"_s, m_folder.path());
    environment.insert(u"XDG_CONFIG_HOME"_s, m_folder.path());
    environment.insert(u"XDG_CACHE_HOME"_s, m_folder.path());
    environment.insert(u"GSETTINGS_BACKEND"_s, u"memory"_s);
    m_launcher.setProcessEnvironment(environment);
    m_launcher.setStandardErrorFile(QProcess::nullDevice());
    m_launcher.start(u"/usr/libexec/at-spi-bus-launcher"_s, {u"--launch-immediately"_s});
    if (m_session.isRunning() && m_launcher.waitForStarted(timeoutMs)) {
        start();
    }
}

void AccessibilityBus::start()
{
    const QDBusConnection session = m_session.connection(u"accessibility-session"_s);
    QString address;
    if (!QTest::qWaitFor([&] { return !(address = addressOf(session)).isEmpty(); }, timeoutMs)) {
        return;
    }
    sayThatOneRuns(session);
    QDBusConnection bus = QDBusConnection::connectToBus(address, connectionName);
    // This call starts the registry, where programs register.
    for (const char* event : {"object:state-changed:focused", "object:property-change"}) {
        QDBusMessage request = QDBusMessage::createMethodCall(registry, u"/org/a11y/atspi/registry"_s,
                                                              registry, u"RegisterEvent"_s);
        request << QString::fromLatin1(event);
        if (bus.call(request, QDBus::Block, timeoutMs).type() == QDBusMessage::ErrorMessage) {
            return;
        }
    }
    bus.connect({}, {}, events, u"StateChanged"_s, this, SLOT(onStateChanged(QDBusMessage)));
    bus.connect({}, {}, events, u"PropertyChange"_s, this, SLOT(onPropertyChanged(QDBusMessage)));
    m_bus = bus;
}

AccessibilityBus::~AccessibilityBus()
{
    QDBusConnection::disconnectFromBus(connectionName);
    m_launcher.terminate();
    if (m_launcher.state() != QProcess::NotRunning && !m_launcher.waitForFinished(timeoutMs)) {
        m_launcher.kill();
        m_launcher.waitForFinished(timeoutMs);
    }
}

Accessible AccessibilityBus::program(const QString& name) const
{
    const Accessible desktop(*m_bus, {registry, QDBusObjectPath(u"/org/a11y/atspi/accessible/root"_s)});
    for (const Accessible& one : desktop.children()) {
        if (one.name() == name) {
            return one;
        }
    }
    return {};
}

void AccessibilityBus::onStateChanged(const QDBusMessage& message)
{
    const QVariantList arguments = message.arguments();
    if (arguments.value(0).toString() != u"focused" || arguments.value(1).toInt() == 0) {
        return;
    }
    m_focused += Accessible(*m_bus, {message.service(), QDBusObjectPath(message.path())});
}

void AccessibilityBus::onPropertyChanged(const QDBusMessage& message)
{
    if (message.arguments().value(0).toString() == u"accessible-description") {
        m_described = Accessible(*m_bus, {message.service(), QDBusObjectPath(message.path())});
    }
}

} // namespace tidemark::test
