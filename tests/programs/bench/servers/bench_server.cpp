#include "tests/programs/bench/servers/bench_server.h"

#include "tests/programs/bench/harness/workbench.h"
#include "tests/support/programs.h"

#include <QDir>
#include <QUrl>

namespace tidemark::bench {

BenchServer::BenchServer(const QString& folder, const QString& name)
    : m_process(test::programPath(QStringLiteral("tidemark-server")),
                QDir(folder).filePath(name + QStringLiteral(".db")),
                {QStringLiteral("--sends-per-second"), QStringLiteral("1000000"),
                 QStringLiteral("--send-burst"), QStringLiteral("1000000"), QStringLiteral("--log-level"),
                 QStringLiteral("warning")})
{
    require(m_process.start(), "starting tidemark-server");
}

int BenchServer::port() const
{
    return QUrl(m_process.url()).port();
}

} // namespace tidemark::bench
