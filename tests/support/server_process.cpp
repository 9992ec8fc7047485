#include "tests/support/server_process.h"

#include "tests/support/programs.h"

#include <QDeadlineTimer>
#include <QUrl>

#include <sys/prctl.h>

#include <csignal>
#include <utility>

namespace tidemark::test {

ServerProcess::ServerProcess(QString program, QString database, QStringList extraArguments)
    : m_program(std::move(program)), m_database(std::move(database)),
      m_extraArguments(std::move(extraArguments))
{
    m_process.setProgram(m_program);
    m_process.setStandardErrorFile(m_database + QStringLiteral(".log"), QIODevice::Append);
    // The server does not outlive a test that crashes either.
    m_process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
}

ServerProcess::~ServerProcess()
{
    kill();
}

bool ServerProcess::start()
{
    m_output.clear();
    m_process.setArguments(arguments());
    m_process.setProcessEnvironment(withFailpoint(std::exchange(m_failpoint, {})));
    m_process.start(QIODevice::ReadOnly);
    const QDeadlineTimer deadline(programTimeoutMs);
    while (!m_process.canReadLine()) {
        if (!m_process.waitForReadyRead(static_cast<int>(deadline.remainingTime()))) {
            return false;
        }
    }
    m_output = QString::fromUtf8(m_process.readLine());
    const QString announcement = QStringLiteral("listening on ");
    if (!m_output.startsWith(announcement)) {
        return false;
    }
    const QString url = m_output.mid(announcement.size()).trimmed();
    const bool isSamePlace = m_url.isEmpty() || m_url == url;
    m_url = url;
    return isSamePlace;
}

bool ServerProcess::waitForDeath()
{
    const bool hasEnded =
        m_process.state() == QProcess::NotRunning || m_process.waitForFinished(programTimeoutMs);
    return hasEnded && wasKilled(m_process);
}

void ServerProcess::kill()
{
    if (m_process.state() != QProcess::NotRunning) {
        m_process.kill();
        m_process.waitForFinished(programTimeoutMs);
    }
}

bool ServerProcess::stop()
{
    m_process.terminate();
    const bool ended = m_process.waitForFinished(programTimeoutMs);
    m_output += QString::fromUtf8(m_process.readAllStandardOutput());
    return ended && m_process.exitStatus() == QProcess::NormalExit && m_process.exitCode() == 0;
}

QString ServerProcess::stopAndCheck()
{
    if (!stop()) {
        return QStringLiteral("the server did not end by itself with status 0");
    }
    const CheckResult result = check();
    return result.status == 0
               ? QString()
               : QStringLiteral("check ended with %1: %2").arg(result.status).arg(result.output);
}

CheckResult ServerProcess::run(const QStringList& command, const QStringList& rest,
                               const QByteArray& input) const
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(m_program, command + QStringList{QStringLiteral("--database"), m_database} + rest);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(programTimeoutMs) || process.exitStatus() != QProcess::NormalExit) {
        return {};
    }
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput())};
}

bool ServerProcess::runDying(const QStringList& command, const QStringList& rest,
                             const QString& failpoint) const
{
    QProcess process;
    process.setProcessEnvironment(withFailpoint(failpoint));
    process.start(m_program, command + QStringList{QStringLiteral("--database"), m_database} + rest);
    return process.waitForFinished(programTimeoutMs) && wasKilled(process);
}

QStringList ServerProcess::arguments() const
{
    const int port = m_url.isEmpty() ? 0 : QUrl(m_url).port();
    QStringList arguments{QStringLiteral("serve"), QStringLiteral("--listen"),
                          QStringLiteral("127.0.0.1:%1").arg(port), QStringLiteral("--database"), m_database};
    // Most tests make groups of users who do not know each other.
    const QString adding = QStringLiteral("--adding");
    if (!m_extraArguments.contains(adding)) {
        arguments += {adding, QStringLiteral("everybody")};
    }
    return arguments + m_extraArguments;
}

} // namespace tidemark::test
