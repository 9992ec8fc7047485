#pragma once

#include "core/domain/ids.h"

#include <deque>
#include <optional>

namespace tidemark::server {

/// The time to be used when content is removed because of its age. The wall clock may jump; this clock
/// follows it only so far that nothing looks older than it is.
///
/// An entry that was written at most `limit` ago by the monotonic clock is at least as young by this clock:
/// within `limit` this clock never runs ahead of the wall clock as it was when any entry was written. For
/// entries from before begin() the newest of them is the bound: the time between that entry and begin(), when
/// the server may have been down, does not count. Once the server has run for `limit`, all of those entries
/// are older than `limit`.
class AgeClock {
public:
    [[nodiscard]] bool hasBegun() const { return m_begun.has_value(); }
    /// `newest`: the latest time of all stored entries; 0 if there are none.
    void begin(Instant now, UnixMs newest);
    /// Returns to the state before begin().
    void stop() { m_begun.reset(); }
    /// Call when an entry is written.
    void noteEntry(Instant now, UnixMs wall);

    /// The time to use for ages up to `limit`. Before begin() nothing is old.
    [[nodiscard]] UnixMs time(Instant now, UnixMs wall, Milliseconds limit) const;
    /// Time since begin(); 0 before it.
    [[nodiscard]] Milliseconds running(Instant now) const;

private:
    /// The smallest lead of the wall clock over the monotonic clock, of all entries written up to `until`.
    struct Lead {
        Instant until;
        std::int64_t leadMs = 0;
    };

    std::optional<Instant> m_begun;
    UnixMs m_newest;
    std::deque<Lead> m_leads; ///< ascending by both members: a lead is dropped when a later one is lower
};

} // namespace tidemark::server
