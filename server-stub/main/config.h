#pragma once

#include "server-stub/main/arguments.h"

namespace tidemark::server {

/// Prints the settings in force and where each comes from, or all that is wrong with them; the process's exit
/// status.
[[nodiscard]] int configCheck(const ConfigCheckArguments& arguments);

/// Prints the list of settings for the manual page, in mdoc(7).
[[nodiscard]] int configManual(const ConfigManualArguments& arguments);

} // namespace tidemark::server
