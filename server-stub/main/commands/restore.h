#pragma once

#include "server-stub/main/settings/arguments.h"

namespace tidemark::server {

/// Replaces a database by a backup and keeps the old database under another name. Returns the process's exit
/// status.
[[nodiscard]] int restore(const RestoreArguments& arguments);

} // namespace tidemark::server
