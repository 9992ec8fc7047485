#pragma once

#include <QString>

#include <cstdint>
#include <iosfwd>

namespace tidemark::sim {

/// Plays a trace (core/client/trace_writer.h) back: the real engine on a copy of the store as it was, with
/// the inputs and times of the trace. Writes what the badges did to `out`, and marks where the engine now
/// decides otherwise than it did then, and where a badge is not what its store's recount gives.
///
/// Returns the number of such places. Throws Violation when the folder is no trace.
std::uint64_t replay(const QString& directory, bool verbose, std::ostream& out);

} // namespace tidemark::sim
