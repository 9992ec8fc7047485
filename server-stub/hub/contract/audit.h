#pragma once

#include "server-stub/hub/contract/stores/store.h"

#include <string>
#include <vector>

namespace tidemark::server {

/// Recounts every conversation for every member from the log itself and compares: gap-free seqs (I1), prefix
/// counts (I3), counts (I4), cursors and floors within the log (I5, I6). Does the same with the files, what
/// uses them, and the bytes of users. Returns a human-readable line for each difference; empty if there is
/// none. The time is proportional to the size of the stored data.
[[nodiscard]] std::vector<std::string> audit(Store& store);

} // namespace tidemark::server
