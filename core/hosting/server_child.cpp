#include "core/hosting/server_child.h"

#include <QProcessEnvironment>
#include <QUrl>

#include <sys/prctl.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <utility>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

/// A server ends within two seconds.
constexpr std::chrono::seconds endTimeout(5);

/// Settings in the environment would replace those of the file, and a service manager awaits messages of this
/// program alone.
QProcessEnvironment withoutSettings()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QStringList names = environment.keys();
    for (const QString& name : names) {
        if (name.startsWith(u"TIDEMARK_SERVER_"_s) || name == u"NOTIFY_SOCKET"_s) {
            environment.remove(name);
        }
    }
    return environment;
}

} // namespace

quint16 portInLine(const QByteArray& line)
{
    constexpr QByteArrayView beginning = "listening on ";
    if (!line.startsWith(beginning)) {
        return 0;
    }
    const QUrl url(QString::fromUtf8(line.mid(beginning.size()).trimmed()));
    return static_cast<quint16>(url.port(0));
}

ServerChild::ServerChild(QString program, QString settingsFile)
    : m_program(std::move(program)), m_settingsFile(std::move(settingsFile))
{
    m_killTimer.setSingleShot(true);
    m_killTimer.setInterval(endTimeout);
    connect(&m_killTimer, &QTimer::timeout, &m_process, &QProcess::kill);
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &ServerChild::readOutput);
    connect(&m_process, &QProcess::readyReadStandardError, this, &ServerChild::readErrors);
    connect(&m_process, &QProcess::finished, this, [this] {
        m_killTimer.stop();
        readErrors();
        Q_EMIT ended();
    });
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            m_lastLine = m_process.errorString();
            Q_EMIT ended();
        }
    });
}

ServerChild::~ServerChild()
{
    m_process.disconnect();
    if (isRunning()) {
        m_process.terminate();
        m_process.waitForFinished();
    }
}

/// The process has a group of its own, because Ctrl+C in the terminal shall end this program first, which
/// still has to send.
void ServerChild::prepare(QProcess& process) const
{
    process.setProgram(m_program);
    process.setArguments({u"serve"_s, u"--config"_s, m_settingsFile});
    process.setProcessEnvironment(withoutSettings());
    process.setStandardInputFile(QProcess::nullDevice());
}

void ServerChild::start()
{
    m_lastLine.clear();
    prepare(m_process);
    m_process.setChildProcessModifier([parent = ::getpid()] {
        ::setpgid(0, 0);
        ::prctl(PR_SET_PDEATHSIG, SIGTERM);
        // The parent may have died before the call.
        if (::getppid() != parent) {
            ::_exit(1);
        }
    });
    m_process.start();
}

bool ServerChild::startDetached()
{
    QProcess process;
    prepare(process);
    process.setStandardOutputFile(QProcess::nullDevice());
    process.setStandardErrorFile(QProcess::nullDevice());
    return process.startDetached();
}

void ServerChild::terminate()
{
    m_process.terminate();
    m_killTimer.start();
}

void ServerChild::send(int signal) const
{
    if (m_process.state() == QProcess::Running) {
        ::kill(static_cast<pid_t>(m_process.processId()), signal);
    }
}

void ServerChild::readOutput()
{
    m_process.setReadChannel(QProcess::StandardOutput);
    while (m_process.canReadLine()) {
        if (const quint16 port = portInLine(m_process.readLine()); port != 0) {
            Q_EMIT listening(port);
        }
    }
}

void ServerChild::readErrors()
{
    const QString text = QString::fromLocal8Bit(m_process.readAllStandardError());
    const QStringList lines = text.split(u'\n', Qt::SkipEmptyParts);
    if (!lines.isEmpty()) {
        m_lastLine = lines.last().trimmed();
    }
}

} // namespace tidemark
