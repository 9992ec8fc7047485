#pragma once

#include "server-stub/main/arguments.h"

namespace tidemark::server {

/// Looks after accounts; the process's exit status.
[[nodiscard]] int user(const UserArguments& arguments);

} // namespace tidemark::server
