#pragma once

#include <atomic>
#include <cstdint>

namespace tidemark::test {

/// A test and the library of faults (fault_library.cpp) in a program share this structure as a mapped file.
/// If all is zero, there are no faults. The library writes the counters, which tell the test that a fault
/// was met.
struct FaultSettings {
    std::atomic<std::int64_t> wallShiftMs;   ///< added to the system's time
    std::atomic<std::int64_t> syncDelayMs;   ///< added to the time of each fsync
    std::atomic<std::int64_t> writeError;    ///< the errno of every write to a database; 0 for none
    std::atomic<std::int64_t> shiftedClocks; ///< the number of shifted times returned
    std::atomic<std::int64_t> slowSyncs;     ///< the number of delayed fsyncs
    std::atomic<std::int64_t> failedWrites;
};
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

/// The environment variable that names the file for a program with the library.
inline constexpr const char* faultFileVariable = "TIDEMARK_FAULTS";

} // namespace tidemark::test
