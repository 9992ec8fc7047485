#pragma once

#include "core/base/expected.h"
#include "server-stub/store/statement.h"

#include <QSqlDatabase>
#include <QString>

#include <cstdint>
#include <memory>

namespace tidemark::server {

/// One SQLite connection, with migrated schema and durable settings. Belongs to the thread that opened it.
class Connection {
public:
    /// Creates the database if there is no file. The error is human-readable. Refuses, and leaves unchanged,
    /// a file that is empty, that is not a server's database, or that a later version wrote.
    [[nodiscard]] static Expected<std::unique_ptr<Connection>, QString> open(const QString& path);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    [[nodiscard]] Statement statement(const char* text) { return {m_database, text, m_health}; }
    [[nodiscard]] StatementHealth& health() { return m_health; }
    /// Runs a statement once. A failure is not noted in the health.
    [[nodiscard]] bool execute(const char* text);
    /// Runs a statement once and notes a failure in the health; does nothing if the health is bad already.
    void executeInHealth(const char* text);
    /// Number of rows inserted, changed or deleted over this connection.
    [[nodiscard]] std::uint64_t rowsWritten();
    /// Returns the first damage that SQLite finds in the file; empty if there is none. `thorough`: also
    /// compares indexes with their tables, and looks for references to missing rows.
    [[nodiscard]] QString damage(bool thorough);
    /// Moves everything from the journal into the file, which can then be read without a journal. Do not use
    /// the connection afterwards.
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
