#pragma once

class QSqlDriver;

/// What QPSQL does not give away of a connection, by way of libpq, which is there where the driver is.
namespace tidemark::server::postgres {

/// The socket of an open connection; -1: not known.
[[nodiscard]] int socketOf(const QSqlDriver& driver);

/// What the database says without having been asked, that it shuts down, libpq writes to standard error,
/// where the log is, no longer.
void silence(const QSqlDriver& driver);

} // namespace tidemark::server::postgres
