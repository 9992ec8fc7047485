#pragma once

#include <cstdint>

namespace tidemark {

/// The amount of data in a local store, and its size on disk.
struct StoreContents {
    std::uint64_t conversations = 0;
    std::uint64_t entries = 0; ///< held entries of all kinds
    std::uint64_t indexed = 0; ///< held entries that the search index covers
    std::int64_t databaseBytes = 0;
    std::int64_t journalBytes = 0;
    int damagedFiles = 0; ///< quarantined databases
    std::int64_t damagedBytes = 0;

    friend bool operator==(const StoreContents&, const StoreContents&) = default;
};

} // namespace tidemark
