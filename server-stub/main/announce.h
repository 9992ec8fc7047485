#pragma once

#include "server-stub/main/arguments.h"

namespace tidemark::server {

/// Writes a notice to everybody; the process's exit status.
[[nodiscard]] int announce(const AnnounceArguments& arguments);

} // namespace tidemark::server
