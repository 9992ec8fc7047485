#pragma once

#include "server-stub/main/arguments.h"

namespace tidemark::server {

/// Manages accounts. Returns the process's exit status.
[[nodiscard]] int user(const UserArguments& arguments);

} // namespace tidemark::server
