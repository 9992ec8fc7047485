#pragma once

#include "server-stub/hub/contract/stores/store.h"

#include <cstdint>

namespace tidemark::server {

/// Fills an empty store in one transaction, so that every table has rows, and every column that is not empty
/// in all of them. Returns the group that most rows are about.
ConversationId fillEveryTable(Store& store);

/// The hashes of the tokens (1 to 3) and of the files (1 to 6) in such a store.
[[nodiscard]] TokenHash filledToken(std::uint8_t number);
[[nodiscard]] BlobHash filledFile(std::uint8_t number);

} // namespace tidemark::server
