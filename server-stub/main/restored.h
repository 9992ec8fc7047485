#pragma once

#include "server-stub/main/arguments.h"

namespace tidemark::server {

/// Gives every log of a database a new epoch (I14); the process's exit status.
[[nodiscard]] int restored(const RestoredArguments& arguments);

} // namespace tidemark::server
