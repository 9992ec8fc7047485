#include "tests/e2e/stage.h"

#include "tests/support/programs.h"

#include <QTest>

namespace tidemark::test {

Stage::Stage(QStringList serverArguments, const QString& database)
    : m_server(programPath(QStringLiteral("tidemark-server")),
               database.isEmpty() ? m_folder.filePath(QStringLiteral("server.db")) : database,
               std::move(serverArguments))
{
    m_server.logTo(m_folder.filePath(QStringLiteral("server.db.log")));
    m_ready = m_server.start();
}

Device Stage::device(const QString& user, const QString& name) const
{
    return {m_folder.path(), m_server.url(), user, name};
}

Device Stage::newAccount(const QString& user, const QString& name) const
{
    const Device first = device(user, name);
    const CliResult result = first.registerAccount();
    if (!result.isDone()) {
        qWarning("%s was not registered: %s", qPrintable(user), qPrintable(result.description()));
    }
    return first;
}

} // namespace tidemark::test
