#pragma once

#include "server-stub/main/arguments.h"

namespace tidemark::server {

/// Prints what is in a database; the process's exit status.
[[nodiscard]] int stats(const StatsArguments& arguments);

} // namespace tidemark::server
