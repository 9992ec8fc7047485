#pragma once

#include "server-stub/main/settings/arguments.h"

namespace tidemark::server {

/// Manages accounts. Returns the process's exit status.
[[nodiscard]] int user(const UserArguments& arguments);

} // namespace tidemark::server
