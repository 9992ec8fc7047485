#pragma once

#include "core/domain/ids.h"

#include <vector>

namespace tidemark::server {

/// How far the wall clock was ahead of the run time (see AgeRecord) when something was written.
struct AgeLead {
    Milliseconds until; ///< the run time when something was written last with this lead or a higher one
    Milliseconds lead;
    friend bool operator==(const AgeLead&, const AgeLead&) = default;
};

/// What AgeClock continues from after a restart. Run time is the time that servers have run on the database,
/// counted by monotonic clocks.
struct AgeRecord {
    Milliseconds ran{0};
    std::vector<AgeLead> leads = {}; ///< ascending by both members; empty if nothing was ever stored
    friend bool operator==(const AgeRecord&, const AgeRecord&) = default;
};

} // namespace tidemark::server
