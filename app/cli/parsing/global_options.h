#pragma once

#include "app/cli/parsing/arguments.h"
#include "app/cli/parsing/option.h"
#include "core/base/expected.h"

#include <QString>

#include <vector>

namespace tidemark::cli {

inline constexpr Option versionOption{.name = "version", .help = "show the version"};

/// Returns the options that stand before the command, other than --help.
[[nodiscard]] const std::vector<Option>& globalOptions();

/// Returns the arguments that these options give. The error is for the user.
[[nodiscard]] Expected<Arguments, QString> argumentsOf(const OptionValues& values);

} // namespace tidemark::cli
