#pragma once

#include "core/base/expected.h"

#include <QString>

namespace tidemark::server::postgres {

class Session;

/// The schema version that this program writes, stored in the table tidemark_schema.
[[nodiscard]] int newestSchema();

/// The version of the database's schema; 0 if the database is empty. A human-readable error if another
/// program or a newer version has made it. Writes nothing.
[[nodiscard]] Expected<int, QString> foundSchema(Session& session);

/// A table that exists while another database is being copied into this one.
inline constexpr const char* unfinishedCopy = "unfinished_copy";
/// Whether that table exists.
[[nodiscard]] bool isCopyUnfinished(Session& session);

/// Migrates the database to this version of the schema, each version in its own transaction. Programs that
/// start at the same time migrate one after the other. Returns the human-readable error; empty if it has
/// succeeded.
[[nodiscard]] QString migrate(Session& session, int through = newestSchema());

} // namespace tidemark::server::postgres
