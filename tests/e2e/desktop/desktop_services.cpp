#include "tests/e2e/desktop/desktop_services.h"

#include <QDBusMessage>
#include <QDBusReply>
#include <QDBusVariant>
#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tidemark::test {

namespace {

constexpr int serviceTimeoutMs = 20000;
const QString dunst = u"org.dunstproject.cmd0"_s;
const QString notifications = u"org.freedesktop.Notifications"_s;
const QString notificationsPath = u"/org/freedesktop/Notifications"_s;

void end(QProcess& process)
{
    process.terminate();
    if (process.state() != QProcess::NotRunning && !process.waitForFinished(serviceTimeoutMs)) {
        process.kill();
        process.waitForFinished(serviceTimeoutMs);
    }
}

} // namespace

DesktopServices::DesktopServices(const VirtualDisplay& display)
    : m_display(display), m_listener(m_bus.connection(u"desktop-services"_s))
{
    QProcessEnvironment environment = display.environment();
    environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_s, m_bus.address());
    for (QProcess* process : {&m_notifications, &m_tray, &m_monitor}) {
        process->setProcessEnvironment(environment);
        process->setStandardErrorFile(QProcess::nullDevice());
    }
    m_listener.connect({}, {}, u"com.canonical.Unity.LauncherEntry"_s, u"Update"_s, this,
                       SLOT(onUpdate(QString, QVariantMap)));
    m_monitor.start(u"dbus-monitor"_s,
                    {u"--address"_s, m_bus.address(), u"interface='org.freedesktop.Notifications'"_s});
    startNotifications();
    m_tray.start(u"trayer"_s,
                 {u"--edge"_s, u"bottom"_s, u"--align"_s, u"right"_s, u"--widthtype"_s, u"pixel"_s,
                  u"--width"_s, u"48"_s, u"--heighttype"_s, u"pixel"_s, u"--height"_s, u"32"_s});
}

DesktopServices::~DesktopServices()
{
    for (QProcess* process : {&m_tray, &m_notifications, &m_monitor}) {
        end(*process);
    }
}

void DesktopServices::startNotifications()
{
    QFile configuration(m_folder.filePath(u"dunstrc"_s));
    if (!configuration.open(QFile::WriteOnly)) {
        return;
    }
    // dunst passes the lines of its menu to a program, which prints the chosen line.
    configuration.write("[global]\nmarkup = full\ntimeout = 0\nidle_threshold = 0\n"
                        "dmenu = /bin/grep -m1 Mark\nmouse_left_click = do_action\n");
    configuration.close();
    m_notifications.start(u"dunst"_s, {u"-conf"_s, configuration.fileName()});
    (void)QTest::qWaitFor([this] { return shown() >= 0; }, serviceTimeoutMs);
}

void DesktopServices::restartNotifications()
{
    end(m_notifications);
    startNotifications();
}

bool DesktopServices::isRunning()
{
    // An empty tray has no window on the display.
    const auto isTrayThere = [this] {
        return !m_display.run(u"xdotool"_s, {u"search"_s, u"--class"_s, u"trayer"_s}).isEmpty();
    };
    return m_bus.isRunning() && shown() >= 0 && QTest::qWaitFor(isTrayThere, serviceTimeoutMs);
}

int DesktopServices::shown() const
{
    QDBusMessage request = QDBusMessage::createMethodCall(notifications, notificationsPath,
                                                          u"org.freedesktop.DBus.Properties"_s, u"Get"_s);
    request << dunst << u"displayedLength"_s;
    const QDBusReply<QDBusVariant> reply = m_listener.call(request);
    return reply.isValid() ? reply.value().variant().toInt() : -1;
}

QString DesktopServices::seen()
{
    m_seen += QString::fromUtf8(m_monitor.readAllStandardOutput());
    return m_seen;
}

void DesktopServices::order(const QString& method, const QVariantList& arguments) const
{
    QDBusMessage message = QDBusMessage::createMethodCall(notifications, notificationsPath, dunst, method);
    message.setArguments(arguments);
    m_listener.call(message);
}

void DesktopServices::onUpdate(const QString& entry, const QVariantMap& what)
{
    m_entry = entry;
    m_number = what[u"count-visible"_s].toBool() ? what[u"count"_s].toLongLong() : -1;
}

QString DesktopServices::trayWindow() const
{
    return m_display.run(u"xdotool"_s, {u"search"_s, u"--onlyvisible"_s, u"--class"_s, u"trayer"_s})
        .section(u'\n', -1);
}

int DesktopServices::badgePixels() const
{
    const QString file = m_folder.filePath(u"tray.png"_s);
    (void)m_display.run(u"import"_s, {u"-silent"_s, u"-window"_s, trayWindow(), file});
    const QString count =
        m_display.run(u"convert"_s, {file, u"-alpha"_s, u"off"_s, u"-fill"_s, u"black"_s, u"+opaque"_s,
                                     u"#d6336c"_s, u"-fill"_s, u"white"_s, u"-opaque"_s, u"#d6336c"_s,
                                     u"-format"_s, u"%[fx:round(mean*w*h)]"_s, u"info:"_s});
    bool isNumber = false;
    const int pixels = count.toInt(&isNumber);
    return isNumber ? pixels : -1;
}

void DesktopServices::savePicture(const QString& file) const
{
    (void)m_display.run(u"import"_s, {u"-silent"_s, u"-window"_s, u"root"_s, file});
}

void DesktopServices::clickTray() const
{
    (void)m_display.run(u"xdotool"_s,
                        {u"mousemove"_s, u"--window"_s, trayWindow(), u"36"_s, u"16"_s, u"click"_s, u"1"_s});
}

} // namespace tidemark::test
