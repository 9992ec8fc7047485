#pragma once

#include "core/base/expected.h"
#include "server-stub/postgres/database_url.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace tidemark::server {

/// Copies a server's SQLite database into an empty PostgreSQL database, in steps that are a transaction each.
/// Rows are copied in the order of their keys, so that what is there says what is to come: a copy that was
/// broken off goes on where it was, and until it is done no server takes that database. No server may use
/// the file meanwhile.
class SqliteCopy {
public:
    /// The error is for people: no such file, or a database that is not empty, and not by an earlier copy.
    [[nodiscard]] static Expected<SqliteCopy, QString> open(const QString& file, const DatabaseUrl& url);
    SqliteCopy(SqliteCopy&& other) noexcept;
    SqliteCopy& operator=(SqliteCopy&& other) = delete;
    ~SqliteCopy();

    /// Copies some more. False: all of it is there, or error() says why not.
    [[nodiscard]] bool step();
    [[nodiscard]] const QString& error() const { return m_error; }
    /// Rows that were copied by this object.
    [[nodiscard]] std::uint64_t rows() const { return m_rows; }

private:
    class Databases;
    explicit SqliteCopy(std::unique_ptr<Databases> databases);
    [[nodiscard]] std::uint64_t copyRows();

    std::unique_ptr<Databases> m_databases;
    std::size_t m_table = 0; ///< that is being copied
    std::uint64_t m_rows = 0;
    QString m_error;
};

} // namespace tidemark::server
