#pragma once

#include "server-stub/main/settings/arguments.h"

namespace tidemark::server {

/// Recounts a database and prints the differences. Returns the process's exit status.
[[nodiscard]] int check(const CheckArguments& arguments);

} // namespace tidemark::server
