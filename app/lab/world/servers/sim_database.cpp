#include "app/lab/world/servers/sim_database.h"

#include <QFile>

namespace tidemark::sim {

namespace {

const QString databaseName = QStringLiteral("server.db");
const QString backupName = QStringLiteral("backup.db");

} // namespace

SimDatabase::SimDatabase(const Plan& plan)
    : m_plan(plan), m_files(plan.hashOf), m_rates(plan.limits, plan.servers)
{
    if (plan.restoresBackup) {
        m_directory.emplace();
    }
    open();
}

void SimDatabase::open()
{
    auto opened = server::SqliteStore::open(m_directory ? m_directory->filePath(databaseName)
                                                        : QStringLiteral(":memory:"));
    if (!opened) {
        throw Violation("the server's store does not open: " + opened.error().toStdString());
    }
    m_store = std::move(opened).value();
}

void SimDatabase::close()
{
    m_store.reset();
    m_dots = {};
}

void SimDatabase::keepBackup()
{
    close();
    if (!QFile::copy(m_directory->filePath(databaseName), m_directory->filePath(backupName))) {
        throw Violation("the server's database cannot be copied");
    }
    open();
}

void SimDatabase::restoreBackup()
{
    close();
    if (!QFile::remove(m_directory->filePath(databaseName))
        || !QFile::copy(m_directory->filePath(backupName), m_directory->filePath(databaseName))) {
        throw Violation("the server's database cannot be put back");
    }
    open();
    if (m_plan.defect != Defect::RestoredSameEpochs && !m_store->renewLogEpochs()) {
        throw Violation("the server's log epochs cannot be renewed");
    }
}

} // namespace tidemark::sim
