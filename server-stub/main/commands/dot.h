#pragma once

#include "server-stub/main/settings/arguments.h"

namespace tidemark::server {

/// Shows a dot to all users, or lists all dots. Returns the process's exit status.
[[nodiscard]] int dot(const DotArguments& arguments);

} // namespace tidemark::server
