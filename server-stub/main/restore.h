#pragma once

#include "server-stub/main/arguments.h"

namespace tidemark::server {

/// Puts a backup in a database's place and keeps what was there; the process's exit status.
[[nodiscard]] int restore(const RestoreArguments& arguments);

} // namespace tidemark::server
