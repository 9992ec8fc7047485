#pragma once

#include <QString>

class QSqlDatabase;

namespace tidemark::server {

/// Returns the message for a file that is not a server's database; `what` is the reason.
[[nodiscard]] QString notOurs(const QString& what);

/// Checks an open file without changing it. Returns why it is not a server's database, as a human-readable
/// message; empty if it is one or a new file.
[[nodiscard]] QString whyNotOurs(const QSqlDatabase& database);

} // namespace tidemark::server
