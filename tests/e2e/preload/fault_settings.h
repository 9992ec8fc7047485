#pragma once

#include <atomic>
#include <cstdint>

namespace tidemark::test {

/// A system call on files of messages, which the server keeps in *.files, and devices in outgoing and files.
enum class FileCall : std::int64_t {
    None,
    Write,
    Flush,       ///< of a file
    FlushFolder, ///< of the names in a folder
    Link,
    Rename,
    MakeFolder,
};

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
    std::atomic<FileCall> fullFileCall;      ///< fails as on a full disk
    std::atomic<std::int64_t> fullFileCalls; ///< the number of such failures
};
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

/// The environment variable that names the file for a program with the library.
inline constexpr const char* faultFileVariable = "TIDEMARK_FAULTS";

} // namespace tidemark::test
