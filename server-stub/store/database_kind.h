#pragma once

#include <QString>

class QSqlDatabase;

namespace tidemark::server {

/// The message to be shown when `what` explains why the file is not a server's database.
[[nodiscard]] QString notOurs(const QString& what);

/// Checks an open file without changing it. Returns why it is not a server's database, as a human-readable
/// message; empty if it is one or a new file.
[[nodiscard]] QString whyNotOurs(const QSqlDatabase& database);

} // namespace tidemark::server
