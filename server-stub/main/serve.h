#pragma once

#include "server-stub/main/arguments.h"

namespace tidemark::server {

/// Serves until a signal ends it; the process's exit status. Needs the application object.
[[nodiscard]] int serve(const ServeArguments& arguments);

} // namespace tidemark::server
