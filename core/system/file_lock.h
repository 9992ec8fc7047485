#pragma once

#include "core/base/expected.h"

#include <QString>

namespace tidemark {

/// Keeps other programs of ours away from a file: an advisory lock on `FILE.lock`. The system itself holds it
/// and lets go of it when the process ends in whatever way, so there is nothing to clean up, and what stands
/// in `FILE.lock` does not matter. (QLockFile decides by the process number in its file: one that died before
/// it had written the number, or whose number another program has now, would lock a person out for good.)
class FileLock {
public:
    struct Error {
        bool isHeld; ///< by another holder; otherwise `FILE.lock` cannot be opened
        int number;  ///< of the system (errno)
    };

    /// Takes the lock, or fails at once. `file` need not exist; behind symbolic links it is the file itself
    /// that is locked. `FILE.lock` is made where it is missing, and stays.
    [[nodiscard]] static Expected<FileLock, Error> take(const QString& file);

    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&& other) = delete;
    ~FileLock();

private:
    explicit FileLock(int descriptor) : m_descriptor(descriptor) {}

    int m_descriptor = -1;
};

} // namespace tidemark
