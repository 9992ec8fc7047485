#pragma once

#include "server-stub/main/settings/arguments.h"

namespace tidemark::server {

/// Copies a database into PostgreSQL and compares the two. Returns the process's exit status.
[[nodiscard]] int migrate(const MigrateArguments& arguments);

} // namespace tidemark::server
