#pragma once

#include "app/cli/parsing/arguments.h"
#include "app/cli/running/blocking_client.h"

#include <functional>
#include <memory>

namespace tidemark::cli {

/// Begins most commands: opens the profile, signs it in on first use, and catches up.
[[nodiscard]] Result<std::unique_ptr<BlockingClient>> openSignedIn(const Arguments& arguments);
/// Opens the profile without signing in.
[[nodiscard]] Result<std::unique_ptr<BlockingClient>> openProfile(const Arguments& arguments);

/// Signs this device in. Repeats the request until there is a connection or the timeout is over.
[[nodiscard]] Result<Nothing> authenticate(BlockingClient& client, const Arguments& arguments,
                                           const std::function<Input(CommandId)>& make);

/// Adds the token of --token-file, if the option is given, as if it were the value of --token.
[[nodiscard]] Result<Arguments> withTokenFile(Arguments arguments);
/// Reads the first line of --password-file; empty if the option is missing.
[[nodiscard]] Result<std::string> readPassword(const Arguments& arguments);
/// Reads the first line of a file that holds a password.
[[nodiscard]] Result<std::string> passwordIn(const QString& file);

} // namespace tidemark::cli
