#pragma once

#include "server-stub/hub/state/hub_context.h"

#include <optional>

namespace tidemark::server {

/// Removes uploads that have expired, and files that nothing refers to, a bounded number per turn. The record
/// goes first, and the bytes when that is committed. Each of several servers sweeps: the records that they
/// hold decide.
class BlobSweep {
public:
    explicit BlobSweep(HubContext& context) : m_context(context) {}

    /// Does the due work. Must run before the inputs of the turn.
    void run();
    /// Call after a turn that has removed a reference or written an upload.
    void noteWork();
    /// The turn was not committed.
    void undo();
    /// The time when run() may have work; empty if there is nothing to wait for.
    [[nodiscard]] std::optional<Instant> wakeUp() const { return m_next; }

private:
    HubContext& m_context;
    std::optional<Instant> m_next = Instant::min(); ///< when to look again
};

} // namespace tidemark::server
