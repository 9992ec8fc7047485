#pragma once

#include "tests/e2e/faults/database_lock.h"
#include "tests/e2e/faults/faults.h"

#include <cstdint>
#include <optional>

namespace tidemark::test {

enum class DiskTrouble : std::uint8_t {
    DiskFull,
    ReadOnly,
    Failing,
    Locked, ///< by another program; needs no library of faults
};

/// While this object lives, a database takes no changes: that of a program with `faults`, or any database
/// with Locked.
class BadDisk {
public:
    BadDisk(DiskTrouble trouble, Faults& faults, const QString& database);
    ~BadDisk();
    BadDisk(const BadDisk&) = delete;
    BadDisk& operator=(const BadDisk&) = delete;

    [[nodiscard]] bool isBad() const { return !m_lock || m_lock->isHeld(); }

private:
    Faults& m_faults;
    std::optional<DatabaseLock> m_lock;
};

} // namespace tidemark::test
