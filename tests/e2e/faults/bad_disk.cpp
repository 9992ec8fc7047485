#include "tests/e2e/faults/bad_disk.h"

#include <cerrno>

namespace tidemark::test {

BadDisk::BadDisk(DiskTrouble trouble, Faults& faults, const QString& database) : m_faults(faults)
{
    switch (trouble) {
    case DiskTrouble::DiskFull:
        m_faults.setWriteError(ENOSPC);
        break;
    case DiskTrouble::ReadOnly:
        m_faults.setWriteError(EROFS);
        break;
    case DiskTrouble::Failing:
        m_faults.setWriteError(EIO);
        break;
    case DiskTrouble::Locked:
        m_lock.emplace(database);
        break;
    }
}

BadDisk::~BadDisk()
{
    if (!m_lock) {
        m_faults.setWriteError(0);
    }
}

} // namespace tidemark::test
