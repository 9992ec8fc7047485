#pragma once

#include "app/cli/parsing/arguments.h"
#include "app/cli/parsing/option.h"
#include "app/cli/parsing/result.h"

#include <cstdint>
#include <vector>

namespace tidemark::cli {

class BlockingClient;

/// The number of times that an argument occurs. After an argument that may be missing, all others may be
/// missing too.
enum class Occurs : std::uint8_t { Once, AtMostOnce, AnyNumber };

/// Declares an argument without a name, which is recognised by its position.
struct Argument {
    const char* name = ""; ///< in the help
    ValueKind kind = ValueKind::Text;
    Occurs occurs = Occurs::Once;
};

/// The first argument of most commands; see Arguments::conversation().
inline constexpr Argument conversationArgument{"CONV", ValueKind::Id};

/// The state of the client when a command begins.
enum class Start : std::uint8_t {
    CaughtUp,  ///< signed in and, unless offline, caught up with the server
    Connected, ///< connecting, unless offline; perhaps without an account
    Offline,   ///< the profile is open; the command uses a connection of its own
};

/// Declares a command. It stands beside the command's function, and commands.cpp lists it. The parsing of its
/// arguments and the help come from it.
struct Command {
    const char* name = "";
    std::vector<Argument> arguments = {};
    std::vector<Option> options = {};
    const char* help = "";
    Start start = Start::CaughtUp;
    bool needsServer = false;  ///< --offline makes no sense
    bool pullsHistory = false; ///< the client pulls whole histories while the command runs
    Result<Nothing> (*run)(BlockingClient& client, const Arguments& arguments) = nullptr;
};

} // namespace tidemark::cli
