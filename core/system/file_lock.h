#pragma once

#include "core/base/expected.h"

#include <QString>

namespace tidemark {

/// Protects a file from concurrent use by Tidemark's programs with an advisory lock on `FILE.lock`. The
/// system holds the lock and releases it however the process ends, so nothing needs cleaning up and the
/// content of `FILE.lock` does not matter. (QLockFile relies on the process id in its file: if a process dies
/// before writing its id, or another process reuses the id, the user is locked out for good.)
class FileLock {
public:
    struct Error {
        bool isHeld; ///< true: another holder has the lock; false: it could not be opened or locked
        int number;  ///< errno
    };

    /// Takes the lock, or fails at once. `file` need not exist; symbolic links are resolved, and the target
    /// is locked. Creates a missing `FILE.lock` and never removes it.
    [[nodiscard]] static Expected<FileLock, Error> take(const QString& file);

    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&& other) = delete;
    ~FileLock();

private:
    explicit FileLock(int descriptor) : m_descriptor(descriptor) {}

    int m_descriptor = -1;
};

} // namespace tidemark
