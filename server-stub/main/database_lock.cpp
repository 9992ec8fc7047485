#include "server-stub/main/database_lock.h"

#include <QFile>
#include <QFileInfo>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace tidemark::server {

Expected<DatabaseLock, QString> DatabaseLock::take(const QString& database)
{
    // The file behind a symbolic link is the one that is locked.
    const QString file = QFileInfo(database).canonicalFilePath();
    const QString name = (file.isEmpty() ? database : file) + QStringLiteral(".lock");
    const int descriptor = ::open(QFile::encodeName(name).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        return Unexpected(
            QStringLiteral("cannot write beside the database %1: %2").arg(database, qt_error_string(errno)));
    }
    DatabaseLock lock(descriptor);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0)
        return Unexpected(QStringLiteral("the database %1 is in use by another server").arg(database));
    return lock;
}

DatabaseLock::DatabaseLock(DatabaseLock&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
{
}

DatabaseLock::~DatabaseLock()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

} // namespace tidemark::server
