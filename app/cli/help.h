#pragma once

#include "app/cli/parsing/command.h"

#include <QString>

namespace tidemark::cli {

/// Returns one line: the command with its arguments.
[[nodiscard]] QString usageOf(const Command& command);
[[nodiscard]] QString helpOf(const Command& command);
[[nodiscard]] QString programHelp();

} // namespace tidemark::cli
