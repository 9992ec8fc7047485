#pragma once

#include "core/base/expected.h"

#include <QString>

#include <optional>

class QSqlDatabase;

namespace tidemark::server {

/// The schema version that this program writes, kept in PRAGMA user_version.
[[nodiscard]] int newestSchema();

/// Why a database of a newer program, or none at all, is refused; nothing is written.
[[nodiscard]] std::optional<QString> refuseNewer(QSqlDatabase& database);

/// Brings the database to the newest schema, each version in a transaction of its own, and returns the
/// version it had before (0: new). An error, for people, when a step fails or the database is of a newer
/// program.
[[nodiscard]] Expected<int, QString> migrate(QSqlDatabase& database);

} // namespace tidemark::server
