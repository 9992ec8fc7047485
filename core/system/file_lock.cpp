#include "core/system/file_lock.h"

#include <QFile>
#include <QFileInfo>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace tidemark {
namespace {

/// A lock that the administrator was the first to take must not shut out the user whose file it is.
void giveToOwnerOf(const QString& file, int lock)
{
    struct stat owner {};
    if (::geteuid() == 0 && ::stat(QFile::encodeName(file).constData(), &owner) == 0)
        static_cast<void>(::fchown(lock, owner.st_uid, owner.st_gid) == 0);
}

} // namespace

Expected<FileLock, FileLock::Error> FileLock::take(const QString& file)
{
    const QString real = QFileInfo(file).canonicalFilePath();
    const QString name = (real.isEmpty() ? file : real) + QStringLiteral(".lock");
    const int descriptor = ::open(QFile::encodeName(name).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return Unexpected(Error{false, errno});
    FileLock lock(descriptor);
    giveToOwnerOf(real, descriptor);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0)
        return Unexpected(Error{errno == EWOULDBLOCK, errno});
    return lock;
}

FileLock::FileLock(FileLock&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}

FileLock::~FileLock()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

} // namespace tidemark
