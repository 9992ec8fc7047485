#pragma once

#include <QString>

namespace tidemark::test {

/// Locks a SQLite database as a program does that is writing, so that no other program can write.
class DatabaseLock {
public:
    explicit DatabaseLock(const QString& database);
    ~DatabaseLock();
    DatabaseLock(const DatabaseLock&) = delete;
    DatabaseLock& operator=(const DatabaseLock&) = delete;

    [[nodiscard]] bool isHeld() const { return m_isHeld; }

private:
    bool m_isHeld = false;
};

} // namespace tidemark::test
