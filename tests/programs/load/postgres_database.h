#pragma once

#include "tests/support/postgres_server.h"

#include <QTemporaryDir>

#include <string>

namespace tidemark::load {

/// A PostgreSQL that waits for the disk, in a folder of its own.
class PostgresDatabase {
public:
    /// `parent`: where the folder is made. Fails when PostgreSQL cannot be run here.
    explicit PostgresDatabase(const std::string& parent);

    [[nodiscard]] std::string url() const { return m_server.url().toStdString(); }
    [[nodiscard]] int port() const { return m_server.port(); }
    /// Tells the database what its tables hold, which it finds out by itself within a minute.
    void analyze();

private:
    QTemporaryDir m_folder;
    test::PostgresServer m_server;
};

} // namespace tidemark::load
