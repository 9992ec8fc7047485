#pragma once

#include "server-stub/main/settings/arguments.h"

namespace tidemark::server {

/// Prints how much a database contains. Returns the process's exit status.
[[nodiscard]] int stats(const StatsArguments& arguments);

} // namespace tidemark::server
