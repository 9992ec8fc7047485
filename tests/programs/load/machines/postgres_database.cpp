#include "tests/programs/load/machines/postgres_database.h"

#include "tests/programs/load/base/failure.h"

#include <QString>

namespace tidemark::load {
namespace {

void mustBeDone(const QString& error)
{
    check(error.isEmpty(), [&] { return error.toStdString(); });
}

} // namespace

PostgresDatabase::PostgresDatabase(const std::string& parent)
    : m_folder(QString::fromStdString(parent + "/tidemark-load-XXXXXX")),
      m_server(m_folder.path(), test::PostgresServer::freePort())
{
    mustBeDone(test::PostgresServer::obstacle());
    mustBeDone(m_server.initialise());
    mustBeDone(m_server.run({QStringLiteral("fsync=on"), QStringLiteral("synchronous_commit=on"),
                             QStringLiteral("shared_buffers=256MB"), QStringLiteral("max_wal_size=4GB")}));
}

void PostgresDatabase::analyze()
{
    check(m_server.execute(QStringLiteral("public"), QStringLiteral("ANALYZE")),
          [] { return std::string("the database cannot be analyzed"); });
}

} // namespace tidemark::load
