#pragma once

#include "app/cli/parsing/arguments.h"
#include "app/cli/parsing/result.h"

namespace tidemark::cli {

/// Runs the command that `arguments` name, prints an error if it fails, and returns the exit status.
[[nodiscard]] ExitStatus runCommand(const Arguments& arguments);

} // namespace tidemark::cli
