#pragma once

#include "core/domain/ids.h"

#include <vector>

namespace tidemark::server {

/// The time by which the wall clock was ahead of the run time (see AgeRecord) at a write.
struct AgeLead {
    Milliseconds until; ///< run time of the last write with this lead or a higher one
    Milliseconds lead;
    friend bool operator==(const AgeLead&, const AgeLead&) = default;
};

/// The state from which AgeClock continues after a restart. Run time is the time that servers have run on the
/// database, counted by monotonic clocks.
struct AgeRecord {
    Milliseconds ran{0};
    std::vector<AgeLead> leads = {}; ///< ascending by both members; empty if nothing was ever stored
    friend bool operator==(const AgeRecord&, const AgeRecord&) = default;
};

/// The record of a Store's ages.
class AgeStore {
public:
    virtual ~AgeStore() = default;

    /// The record stored last; without leads if none was stored.
    virtual AgeRecord find() = 0;
    /// Replaces the record. If another server is replacing it at the same time, either record may remain.
    virtual void put(const AgeRecord& record) = 0;
};

} // namespace tidemark::server
