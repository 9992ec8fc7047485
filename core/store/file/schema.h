#pragma once

#include "core/base/expected.h"
#include "core/store/file/store_error.h"

#include <variant>

namespace tidemark {

class Database;

/// The schema version that this build writes.
[[nodiscard]] int currentSchemaVersion();

/// Refuses a database of a later version (NewerDatabase) or with an impossible version (Corrupt).
[[nodiscard]] Expected<std::monostate, StoreError> checkVersion(Database& database);

/// Migrates the database to `target` (by default the current version) with the missing steps, all in one
/// transaction. A database of a later version is refused (NewerDatabase) and left unchanged.
[[nodiscard]] Expected<std::monostate, StoreError> migrate(Database& database,
                                                           int target = currentSchemaVersion());

} // namespace tidemark
