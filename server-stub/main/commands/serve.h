#pragma once

#include "server-stub/main/settings/arguments.h"

namespace tidemark::server {

/// Serves until a signal ends the process. Returns the process's exit status. Needs the application object.
[[nodiscard]] int serve(const ServeArguments& arguments);

} // namespace tidemark::server
