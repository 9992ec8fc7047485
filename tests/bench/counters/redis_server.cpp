#include "tests/bench/counters/redis_server.h"

#include <QDir>
#include <QStandardPaths>

#include <sys/prctl.h>

#include <csignal>

namespace tidemark::counters {
namespace {

constexpr int timeoutMs = 30000;

QString program()
{
    return QStandardPaths::findExecutable(QStringLiteral("redis-server"));
}

} // namespace

bool RedisServer::isInstalled()
{
    return !program().isEmpty();
}

RedisServer::RedisServer(const QString& folder, Persistence persistence)
    : m_data(QDir(folder).filePath(QStringLiteral("redis-XXXXXX"))),
      m_socketPath(m_socketFolder.filePath(QStringLiteral("redis.sock")).toStdString())
{
    const bool isDurable = persistence == Persistence::Always;
    const QString appendOnly = isDurable ? QStringLiteral("yes") : QStringLiteral("no");
    m_process.setProgram(program());
    m_process.setArguments({QStringLiteral("--port"), QStringLiteral("0"), QStringLiteral("--unixsocket"),
                            QString::fromStdString(m_socketPath), QStringLiteral("--unixsocketperm"),
                            QStringLiteral("700"), QStringLiteral("--dir"), m_data.path(),
                            QStringLiteral("--save"), QString(), QStringLiteral("--appendonly"), appendOnly,
                            QStringLiteral("--appendfsync"), QStringLiteral("always"),
                            QStringLiteral("--auto-aof-rewrite-percentage"), QStringLiteral("0"),
                            QStringLiteral("--daemonize"), QStringLiteral("no")});
    m_process.setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGKILL); });
    m_process.start(QIODevice::ReadOnly);
    QByteArray said;
    while (!said.contains("ready to accept connections")) {
        if (!m_process.waitForReadyRead(timeoutMs)) {
            qFatal("redis-server does not start: %s", said.constData());
        }
        said += m_process.readAllStandardOutput();
    }
}

RedisServer::~RedisServer()
{
    m_process.kill();
    m_process.waitForFinished(timeoutMs);
}

} // namespace tidemark::counters
