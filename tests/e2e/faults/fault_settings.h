#pragma once

#include <atomic>
#include <cstdint>

namespace tidemark::test {

/// A test and the library of faults (fault_library.cpp) in a program share this structure as a mapped file.
/// If all is zero, there are no faults. The library writes the counters, which tell the test that a fault
/// was met.
struct FaultSettings {
    std::atomic<std::int64_t> wallShiftMs;   ///< added to what the system says the time is
    std::atomic<std::int64_t> syncDelayMs;   ///< how much longer the disk takes to keep something
    std::atomic<std::int64_t> writeError;    ///< the errno of every write of a database; 0: none
    std::atomic<std::int64_t> shiftedClocks; ///< times asked for while they were shifted
    std::atomic<std::int64_t> slowSyncs;     ///< delayed
    std::atomic<std::int64_t> failedWrites;
};
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

/// The environment variable that names the file for a program with the library.
inline constexpr const char* faultFileVariable = "TIDEMARK_FAULTS";

} // namespace tidemark::test
