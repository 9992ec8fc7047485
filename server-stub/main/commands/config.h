#pragma once

#include "server-stub/main/settings/arguments.h"

namespace tidemark::server {

/// Prints the effective settings and their sources, or all problems with them. Returns the process's exit
/// status.
[[nodiscard]] int configCheck(const ConfigCheckArguments& arguments);

/// Prints the list of settings for the manual page, in mdoc(7).
[[nodiscard]] int configManual(const ConfigManualArguments& arguments);

} // namespace tidemark::server
