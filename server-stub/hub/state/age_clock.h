#pragma once

#include "core/domain/ids.h"
#include "server-stub/hub/contract/stores/age_store.h"

#include <optional>
#include <vector>

namespace tidemark::server {

/// The clock for removing data because of its age. The wall clock may jump; this clock follows it only so far
/// that no data looks older than it is.
///
/// The clock counts run time, and remembers the wall clock's lead over it at each write. Data written at most
/// `limit` of run time ago is at least as young by this clock, because within `limit` this clock never runs
/// ahead of the wall clock at any of these writes.
///
/// After a restart the stored record continues the clock. Time without a running server does not count until
/// servers have run for `limit` since. A restart may lose some run time, which also makes data look younger,
/// never older.
class AgeClock {
public:
    /// The stored record may lack this much of the run time.
    static constexpr Milliseconds storeInterval{60000};

    [[nodiscard]] bool hasBegun() const { return m_begun.has_value(); }
    /// `newest`: the latest time of all stored entries, 0 if there are none. Used only if `stored` has no
    /// leads, as on a database of an earlier version.
    void begin(Instant now, AgeRecord stored, UnixMs newest);
    /// Returns to the state before begin().
    void stop() { m_begun.reset(); }
    /// Call when `wall` is stored as the time of data that will be removed because of its age.
    void noteWrite(Instant now, UnixMs wall);

    /// The record to store together with the writes so far; empty if the stored record is still good.
    [[nodiscard]] std::optional<AgeRecord> toStore(Instant now) const;
    /// Call when `record` is stored durably.
    void noteStored(AgeRecord record) { m_stored = std::move(record); }

    /// The time to use for ages up to `limit`. Before begin() no data is old.
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
