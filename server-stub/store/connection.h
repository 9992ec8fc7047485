#pragma once

#include "core/base/expected.h"
#include "server-stub/store/statement.h"

#include <QSqlDatabase>
#include <QString>

#include <cstdint>
#include <memory>

namespace tidemark::server {

/// One SQLite connection, migrated and set for durability. Belongs to the thread that opened it.
class Connection {
public:
    /// Creates the database where there is no file. The error is for people. Files that are empty, or no
    /// database of this program, or of a later version of it, are refused and left as they are.
    [[nodiscard]] static Expected<std::unique_ptr<Connection>, QString> open(const QString& path);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    [[nodiscard]] Statement statement(const char* text) { return {m_database, text, m_health}; }
    [[nodiscard]] StatementHealth& health() { return m_health; }
    /// Runs a statement once, outside of the health.
    [[nodiscard]] bool execute(const char* text);
    /// The same with its failure noted in the health; does nothing while that is bad.
    void executeInHealth(const char* text);
    /// Rows that were inserted, changed or deleted over this connection.
    [[nodiscard]] std::uint64_t rowsWritten();
    /// The first thing that SQLite finds wrong with the file; empty when it is sound. `thorough`: compares
    /// indexes with their tables, and looks for references to rows that are missing.
    [[nodiscard]] QString damage(bool thorough);
    /// Writes everything into the file itself, which then needs no journal beside it to be read. Nothing is
    /// to be done with the connection afterwards.
    [[nodiscard]] bool endJournal();

private:
    explicit Connection(const QString& path);
    [[nodiscard]] QString lostReference();
    [[nodiscard]] QString prepare();

    QString m_name;
    QSqlDatabase m_database;
    StatementHealth m_health;
};

} // namespace tidemark::server
