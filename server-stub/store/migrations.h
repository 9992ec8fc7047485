#pragma once

#include "core/base/expected.h"

#include <QString>

#include <optional>

class QSqlDatabase;

namespace tidemark::server {

/// The schema version that this program writes, stored in PRAGMA user_version.
[[nodiscard]] int newestSchema();

/// Returns why a database is refused: a newer program wrote it, or it is not a database. Writes nothing.
[[nodiscard]] std::optional<QString> refuseNewer(QSqlDatabase& database);

/// Migrates the database to this version of the schema, each version in its own transaction. Returns the
/// version it had before (0: new), or a human-readable error if a step fails or a newer program wrote the
/// database.
[[nodiscard]] Expected<int, QString> migrate(QSqlDatabase& database, int through = newestSchema());

} // namespace tidemark::server
