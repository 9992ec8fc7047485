#pragma once

#include "core/base/expected.h"

#include <QString>

#include <optional>

class QSqlDatabase;

namespace tidemark::server::postgres {

/// The schema version that this program writes, kept in the table tidemark_schema.
[[nodiscard]] int newestSchema();

/// The version of the database's schema; 0: it is empty. An error, for people, where it is another program's
/// or a newer one's; nothing is written.
[[nodiscard]] Expected<int, QString> foundSchema(const QSqlDatabase& database);

/// A table that is there while another database is being copied into this one.
inline constexpr const char* unfinishedCopy = "unfinished_copy";
/// Whether that is so.
[[nodiscard]] bool isCopyUnfinished(const QSqlDatabase& database);

/// Brings the database to the newest schema, each version in a transaction of its own; programs that start at
/// once do it one after the other. Empty: it was done, else why not, for people.
[[nodiscard]] QString migrate(QSqlDatabase& database);

} // namespace tidemark::server::postgres
