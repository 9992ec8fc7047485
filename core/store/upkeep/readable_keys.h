#pragma once

#include "core/domain/ids.h"

#include <cstdint>
#include <vector>

namespace tidemark {

class Database;

struct KeyColumn {
    const char* table = nullptr;
    const char* column = nullptr; ///< the primary key: positive numbers, or uuids
};

/// Returns the readable keys of a damaged table, ascending. Reads from both ends up to the first damaged
/// page, and in between wherever one of a bounded number of probes hits a sound page.
[[nodiscard]] std::vector<std::uint64_t> readableIds(Database& damaged, KeyColumn where);
[[nodiscard]] std::vector<MessageUuid> readableUuids(Database& damaged, KeyColumn where);

} // namespace tidemark
