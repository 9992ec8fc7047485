#pragma once

#include "server-stub/main/settings/arguments.h"

namespace tidemark::server {

/// Copies a database, which a server may be using, and checks the copy. Returns the process's exit status.
[[nodiscard]] int backup(const BackupArguments& arguments);

} // namespace tidemark::server
