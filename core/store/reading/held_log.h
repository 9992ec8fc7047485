#pragma once

#include "core/domain/ids.h"
#include "core/domain/range_set.h"

namespace tidemark {

/// The held part of a conversation's log.
struct HeldLog {
    RangeSet held;
    Seq head;           ///< the newest head received
    Seq trimmedThrough; ///< the server keeps nothing through here
};

} // namespace tidemark
