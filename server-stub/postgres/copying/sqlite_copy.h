#pragma once

#include "core/base/expected.h"
#include "server-stub/postgres/session/database_url.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace tidemark::server {

/// Copies a server's SQLite database into an empty PostgreSQL database, in steps of one transaction each.
/// Rows are copied in the order of their keys, so that the copied rows show which ones are left: an
/// interrupted copy continues where it stopped, and no server uses the database until the copy is complete.
/// No server may use the file meanwhile.
class SqliteCopy {
public:
    /// The error is human-readable: there is no such file, or the database is not empty and not from an
    /// earlier copy.
    [[nodiscard]] static Expected<SqliteCopy, QString> open(const QString& file, const DatabaseUrl& url);
    SqliteCopy(SqliteCopy&& other) noexcept;
    SqliteCopy& operator=(SqliteCopy&& other) = delete;
    ~SqliteCopy();

    /// Copies the next rows. Returns false when everything is copied, or when error() says why not.
    [[nodiscard]] bool step();
    [[nodiscard]] const QString& error() const { return m_error; }
    /// Number of rows that this object has copied.
    [[nodiscard]] std::uint64_t rows() const { return m_rows; }

private:
    class Databases;
    explicit SqliteCopy(std::unique_ptr<Databases> databases);
    [[nodiscard]] std::uint64_t copyRows();

    std::unique_ptr<Databases> m_databases;
    std::size_t m_table = 0; ///< index of the table that is being copied
    std::uint64_t m_rows = 0;
    QString m_error;
};

} // namespace tidemark::server
