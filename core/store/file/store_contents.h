#pragma once

#include "core/domain/ids.h"
#include "core/domain/range_set.h"

#include <QtGlobal>

#include <cstdint>

namespace tidemark {

/// The amount of data in a local store, and its size on disk.
struct StoreContents {
    std::uint64_t conversations = 0;
    std::uint64_t entries = 0; ///< held entries of all kinds
    std::uint64_t indexed = 0; ///< held entries that the search index covers
    qint64 databaseBytes = 0;
    qint64 journalBytes = 0;
    int damagedFiles = 0; ///< quarantined databases
    qint64 damagedBytes = 0;

    friend bool operator==(const StoreContents&, const StoreContents&) = default;
};

/// The held part of a conversation's log.
struct HeldLog {
    RangeSet held;
    Seq head;           ///< the newest head received
    Seq trimmedThrough; ///< the server keeps nothing through here
};

} // namespace tidemark
