#include "tests/support/virtual_display.h"

#include <sys/prctl.h>

#include <csignal>

namespace tidemark::test {

namespace {

constexpr int timeoutMs = 20000;

void end(QProcess& process)
{
    process.terminate();
    if (process.state() != QProcess::NotRunning && !process.waitForFinished(timeoutMs)) {
        process.kill();
        process.waitForFinished(timeoutMs);
    }
}

/// The first line without its end; empty if none comes.
QByteArray firstLineOf(QProcess& process)
{
    QByteArray line;
    while (!line.endsWith('\n') && process.waitForReadyRead(timeoutMs)) {
        line += process.readAllStandardOutput();
    }
    return line.endsWith('\n') ? line.trimmed() : QByteArray();
}

/// While openbox animates a restored window, the window is not yet in its place, and a click misses it. All
/// other settings are those of openbox without a configuration.
constexpr char withoutAnimation[] = R"(<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc"><theme><animateIconify>no</animateIconify></theme></openbox_config>
)";

} // namespace

VirtualDisplay::VirtualDisplay(QSize size)
{
    if (!m_configuration.open() || m_configuration.write(withoutAnimation) < 0 || !m_configuration.flush()) {
        return;
    }
    const QString screen = QStringLiteral("%1x%2x24").arg(size.width()).arg(size.height());
    // Neither program outlives a test that crashes.
    for (QProcess* process : {&m_server, &m_manager}) {
        process->setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGTERM); });
    }
    m_server.setStandardErrorFile(QProcess::nullDevice());
    m_server.start(QStringLiteral("Xvfb"),
                   {QStringLiteral("-r"), QStringLiteral("-noreset"), QStringLiteral("-displayfd"),
                    QStringLiteral("1"), QStringLiteral("-screen"), QStringLiteral("0"), screen,
                    QStringLiteral("-nolisten"), QStringLiteral("tcp")});
    const QByteArray number = firstLineOf(m_server);
    if (number.isEmpty()) {
        return;
    }
    m_name = QLatin1Char(':') + QString::fromLatin1(number.trimmed());
    m_manager.setProcessEnvironment(environment());
    m_manager.setStandardErrorFile(QProcess::nullDevice());
    // A window that opens before the window manager would stay unmanaged. openbox prints this line when it
    // has the display.
    m_manager.start(QStringLiteral("openbox"),
                    {QStringLiteral("--sm-disable"), QStringLiteral("--config-file"),
                     m_configuration.fileName(), QStringLiteral("--startup"), QStringLiteral("echo ready")});
    if (firstLineOf(m_manager).isEmpty()) {
        m_name.clear();
    }
}

VirtualDisplay::~VirtualDisplay()
{
    end(m_manager);
    end(m_server);
}

QProcessEnvironment VirtualDisplay::environment() const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("DISPLAY"), m_name);
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("xcb"));
    for (const char* name :
         {"WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XDG_CURRENT_DESKTOP",
          "QT_SCALE_FACTOR", "QT_QPA_PLATFORMTHEME", "XAUTHORITY"}) {
        environment.remove(QLatin1String(name));
    }
    return environment;
}

QString VirtualDisplay::run(const QString& program, const QStringList& arguments) const
{
    QProcess process;
    process.setProcessEnvironment(environment());
    process.start(program, arguments);
    if (!process.waitForFinished(timeoutMs) || process.exitStatus() != QProcess::NormalExit
        || process.exitCode() != 0) {
        return {};
    }
    return QString::fromUtf8(process.readAllStandardOutput()).trimmed();
}

} // namespace tidemark::test
