#pragma once

#include "server-stub/main/settings/arguments.h"

namespace tidemark::server {

/// Prints the statistics of a database. Returns the process's exit status.
[[nodiscard]] int stats(const StatsArguments& arguments);

} // namespace tidemark::server
