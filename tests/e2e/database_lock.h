#pragma once

#include <QString>

namespace tidemark::test {

/// Another program in the middle of writing into a SQLite database: nobody else can meanwhile.
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
