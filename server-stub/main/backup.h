#pragma once

#include "server-stub/main/arguments.h"

namespace tidemark::server {

/// Copies a database, also one that is served, and checks the copy; the process's exit status.
[[nodiscard]] int backup(const BackupArguments& arguments);

} // namespace tidemark::server
