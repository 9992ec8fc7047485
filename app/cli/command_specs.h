#pragma once

#include <QString>

#include <cstdint>
#include <vector>

namespace tidemark::cli {

/// The required form of a value on the command line.
enum class ValueKind : std::uint8_t {
    None, ///< a flag
    Text,
    Id,     ///< a whole number from 1
    Number, ///< a whole number from 0
    Factor, ///< a number above 0
};

struct PositionalSpec {
    const char* name = "";
    ValueKind kind = ValueKind::Text;
};

struct OptionSpec {
    const char* name = ""; ///< without dashes
    ValueKind kind = ValueKind::None;
    const char* value = ""; ///< the value's name in the help
    const char* help = "";
    bool isRequired = false;
};

struct CommandSpec {
    const char* name = "";
    std::vector<PositionalSpec> positionals;
    bool repeatsLast = false; ///< the last positional may occur any number of times, including none
    std::vector<OptionSpec> options;
    const char* help = "";
    std::size_t optionalPositionals = 0; ///< how many of the last positionals are optional
};

/// The options that stand before the command.
[[nodiscard]] const std::vector<OptionSpec>& globalOptions();
[[nodiscard]] const std::vector<CommandSpec>& commandSpecs();
/// Null if the command does not exist.
[[nodiscard]] const CommandSpec* findCommand(const QString& name);

/// One line: the command with its arguments.
[[nodiscard]] QString usageOf(const CommandSpec& command);
[[nodiscard]] QString helpOf(const CommandSpec& command);
[[nodiscard]] QString programHelp();

} // namespace tidemark::cli
