#pragma once

class QSqlDriver;

/// Gets from libpq what QPSQL does not expose of a connection. libpq is loaded if the driver is.
namespace tidemark::server::postgres {

/// The socket of an open connection; -1 if it is unknown.
[[nodiscard]] int socketOf(const QSqlDriver& driver);

/// Stops libpq from writing the database's notices (such as its shutdown) to standard error, which is the
/// log.
void silence(const QSqlDriver& driver);

} // namespace tidemark::server::postgres
