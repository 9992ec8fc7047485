#pragma once

#include "core/domain/ids.h"
#include "core/domain/range_set.h"

#include <QtGlobal>

#include <cstdint>

namespace tidemark {

/// What a local store holds, and what of the disk it takes.
struct StoreContents {
    std::uint64_t conversations = 0;
    std::uint64_t entries = 0; ///< held, of all kinds
    std::uint64_t indexed = 0; ///< of these, what a search looks at
    qint64 databaseBytes = 0;
    qint64 journalBytes = 0;
    int damagedFiles = 0; ///< databases that were set aside
    qint64 damagedBytes = 0;

    friend bool operator==(const StoreContents&, const StoreContents&) = default;
};

/// Which part of a conversation's log is here.
struct HeldLog {
    RangeSet held;
    Seq head;        ///< the newest one that was heard of
    Seq trimmedUpto; ///< the server keeps nothing up to here
};

} // namespace tidemark
