#pragma once

#include "app/cli/arguments.h"
#include "app/cli/blocking_client.h"

#include <functional>
#include <memory>

namespace tidemark::cli {

/// What most commands begin with: opens the profile, signs it in at its first use, and catches up.
[[nodiscard]] Result<std::unique_ptr<BlockingClient>> openSignedIn(const Arguments& arguments);
/// Opens the profile only.
[[nodiscard]] Result<std::unique_ptr<BlockingClient>> openProfile(const Arguments& arguments);

/// Asks the server to let this device in, again and again until there is a connection or the timeout is over.
[[nodiscard]] Result<Nothing> authenticate(BlockingClient& client, const Arguments& arguments,
                                           const std::function<Input(CommandId)>& make);

/// With the token of --token-file, if there is one, as if it had been given.
[[nodiscard]] Result<Arguments> withTokenFile(Arguments arguments);
/// The first line of --password-file; empty when none was given.
[[nodiscard]] Result<std::string> readPassword(const Arguments& arguments);
/// The first line of a file that holds a password.
[[nodiscard]] Result<std::string> passwordIn(const QString& file);

} // namespace tidemark::cli
