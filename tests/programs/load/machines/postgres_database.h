#pragma once

#include "tests/support/postgres_server.h"

#include <QTemporaryDir>

#include <string>

namespace tidemark::load {

/// A PostgreSQL that waits for the disk, in a folder of its own.
class PostgresDatabase {
public:
    /// `parent`: the folder in which that folder is made. Fails if PostgreSQL cannot run here.
    explicit PostgresDatabase(const std::string& parent);

    [[nodiscard]] std::string url() const { return m_server.url().toStdString(); }
    [[nodiscard]] int port() const { return m_server.port(); }
    /// Updates the statistics of the tables, which the database would do by itself within a minute.
    void analyze();

private:
    QTemporaryDir m_folder;
    test::PostgresServer m_server;
};

} // namespace tidemark::load
