#pragma once

#include "server-stub/main/settings/arguments.h"

namespace tidemark::server {

/// Sends an announcement. Returns the process's exit status.
[[nodiscard]] int announce(const AnnounceArguments& arguments);

} // namespace tidemark::server
