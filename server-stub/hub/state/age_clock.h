#pragma once

#include "core/domain/ids.h"
#include "server-stub/hub/contract/age_record.h"

#include <optional>
#include <vector>

namespace tidemark::server {

/// The time to be used when something is removed because of its age. The wall clock may jump; this clock
/// follows it only so far that nothing looks older than it is.
///
/// The clock counts run time, and remembers by how much the wall clock was ahead of it when something was
/// written. What was written at most `limit` of run time ago is at least as young by this clock: within
/// `limit` this clock never runs ahead of the wall clock as it was at any of these writes.
///
/// The record that is stored with the writes continues all this after a restart, so the time that no server
/// runs does not count until servers have run for `limit` since. A restart may lose some run time, which also
/// makes things look younger, never older.
class AgeClock {
public:
    /// What is stored may lack this much of the run time.
    static constexpr Milliseconds storeInterval{60000};

    [[nodiscard]] bool hasBegun() const { return m_begun.has_value(); }
    /// `newest`: the latest time of all stored entries, 0 if there are none. Used only if `stored` has no
    /// leads, as on a database of an earlier server.
    void begin(Instant now, AgeRecord stored, UnixMs newest);
    /// Returns to the state before begin().
    void stop() { m_begun.reset(); }
    /// Call when the time `wall` is written for something that will be removed because of its age.
    void noteWrite(Instant now, UnixMs wall);

    /// What must be stored together with the writes noted so far; nothing if what is stored will do.
    [[nodiscard]] std::optional<AgeRecord> toStore(Instant now) const;
    /// Call when `record` is stored durably.
    void noteStored(AgeRecord record) { m_stored = std::move(record); }

    /// The time to use for ages up to `limit`. Before begin() nothing is old.
    [[nodiscard]] UnixMs time(Instant now, UnixMs wall, Milliseconds limit) const;
    /// Time since begin(); 0 before it.
    [[nodiscard]] Milliseconds running(Instant now) const;

private:
    [[nodiscard]] Milliseconds ran(Instant now) const { return m_ranBefore + running(now); }
    void mergeClosest();

    std::optional<Instant> m_begun;
    Milliseconds m_ranBefore{0};
    std::vector<AgeLead> m_leads; ///< a lead is dropped when a later one is lower
    AgeRecord m_stored;
};

} // namespace tidemark::server
