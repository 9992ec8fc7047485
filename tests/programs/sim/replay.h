#pragma once

#include <QString>

#include <cstdint>
#include <iosfwd>

namespace tidemark::sim {

/// Plays a trace (core/client/trace/trace_writer.h) back: the real engine runs on a copy of the recorded
/// store, with the inputs and times of the trace. Writes the changes of the badges to `out`. Marks the places
/// where the engine now decides differently, and where a badge differs from a recount of its store.
///
/// Returns the number of such places. Throws Violation if the folder is not a trace.
std::uint64_t replay(const QString& directory, bool verbose, std::ostream& out);

} // namespace tidemark::sim
