#pragma once

#include "core/domain/ids.h"

#include <cstdint>
#include <vector>

namespace tidemark {

class Database;

/// Where the keys of a table are.
struct KeyColumn {
    const char* table = nullptr;
    const char* column = nullptr; ///< the primary key: positive numbers, or uuids
};

/// The keys of a damaged table that can be read, ascending. From both ends up to the first damaged page, and
/// between wherever a bounded number of probes meets a sound one.
[[nodiscard]] std::vector<std::uint64_t> readableIds(Database& damaged, KeyColumn where);
[[nodiscard]] std::vector<MessageUuid> readableUuids(Database& damaged, KeyColumn where);

} // namespace tidemark
