#pragma once

#include "server-stub/hub/store.h"

#include <string>
#include <vector>

namespace tidemark::server {

/// Recounts every conversation for every member from the log itself and compares: gap-free seqs (I1), prefix
/// counts (I3), counts (I4), cursors and floors within the log (I5, I6). Returns a line for each difference,
/// for people; empty: all is well. Takes time in proportion to all that is stored.
[[nodiscard]] std::vector<std::string> audit(Store& store);

} // namespace tidemark::server
