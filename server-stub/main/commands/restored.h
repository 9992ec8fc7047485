#pragma once

#include "server-stub/main/settings/arguments.h"

namespace tidemark::server {

/// Gives every log of a database a new epoch (I14), and notifies the servers that use it. Returns the
/// process's exit status.
[[nodiscard]] int restored(const RestoredArguments& arguments);

} // namespace tidemark::server
