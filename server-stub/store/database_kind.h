#pragma once

#include <QString>

class QSqlDatabase;

namespace tidemark::server {

/// What to say where something stands in the place of a server's database that is none.
[[nodiscard]] QString notOurs(const QString& what);

/// Looks at an open file without changing it: empty when it is a server's database or a new file, else why it
/// is not, for people.
[[nodiscard]] QString whyNotOurs(const QSqlDatabase& database);

} // namespace tidemark::server
