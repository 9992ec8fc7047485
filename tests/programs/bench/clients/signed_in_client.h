#pragma once

#include "core/client/client.h"
#include "tests/programs/bench/harness/workbench.h"

#include <memory>
#include <string>

namespace tidemark::bench {

/// A device of the account `user` of a ServerDatabase, with the profile `name` in the scratch folder of
/// this run. Returns when it is online and holds all entries.
[[nodiscard]] std::unique_ptr<Client> signedInClient(const Workbench& bench, const QString& name,
                                                     const std::string& user, const QUrl& server);
/// Closes the client and waits for its end.
void closeClient(std::unique_ptr<Client> client);

} // namespace tidemark::bench
