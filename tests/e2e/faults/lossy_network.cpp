#include "tests/e2e/faults/lossy_network.h"

#include <QProcess>
#include <QStandardPaths>
#include <QStringList>

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace tidemark::test {

namespace {

/// These programs are here, but only root's PATH has the folders.
const QStringList systemFolders{QStringLiteral("/usr/sbin"), QStringLiteral("/sbin"),
                                QStringLiteral("/usr/bin"), QStringLiteral("/bin")};

/// The output of a command that failed; empty if it succeeded.
QString failureOf(const QString& program, const QStringList& arguments)
{
    const QString path = QStandardPaths::findExecutable(program, systemFolders);
    if (path.isEmpty()) {
        return QStringLiteral("%1 (package iproute2) is missing").arg(program);
    }
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(path, arguments);
    const bool isDone =
        process.waitForFinished() && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    return isDone ? QString()
                  : QStringLiteral("%1 %2: %3")
                        .arg(program, arguments.join(QLatin1Char(' ')),
                             QString::fromUtf8(process.readAll()).simplified());
}

QString lossFailure(int percent)
{
    return failureOf(QStringLiteral("tc"),
                     {QStringLiteral("qdisc"), QStringLiteral("replace"), QStringLiteral("dev"),
                      QStringLiteral("lo"), QStringLiteral("root"), QStringLiteral("netem"),
                      QStringLiteral("loss"), QStringLiteral("%1%").arg(percent)});
}

} // namespace

LossyNetwork::LossyNetwork()
{
    m_before = ::open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
    if (m_before < 0 || ::unshare(CLONE_NEWNET) != 0) {
        m_problem = QStringLiteral("a network of its own is not allowed here: %1")
                        .arg(QString::fromLocal8Bit(std::strerror(errno)));
        return;
    }
    m_problem = failureOf(QStringLiteral("ip"), {QStringLiteral("link"), QStringLiteral("set"),
                                                 QStringLiteral("lo"), QStringLiteral("up")});
    if (m_problem.isEmpty()) {
        m_problem = lossFailure(0);
    }
}

LossyNetwork::~LossyNetwork()
{
    if (m_before >= 0) {
        ::setns(m_before, CLONE_NEWNET);
        ::close(m_before);
    }
}

bool LossyNetwork::lose(int percent)
{
    return lossFailure(percent).isEmpty();
}

} // namespace tidemark::test
