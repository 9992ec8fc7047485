#pragma once

#include "core/base/expected.h"

#include <QString>

namespace tidemark::server {

/// Keeps a second server away from a database: an advisory lock on `FILE.lock`, which the system releases
/// when the process ends in whatever way.
class DatabaseLock {
public:
    /// The error is one line that names the database.
    [[nodiscard]] static Expected<DatabaseLock, QString> take(const QString& database);

    DatabaseLock(DatabaseLock&& other) noexcept;
    DatabaseLock& operator=(DatabaseLock&&) = delete;
    ~DatabaseLock();

private:
    explicit DatabaseLock(int descriptor) : m_descriptor(descriptor) {}

    int m_descriptor = -1;
};

} // namespace tidemark::server
