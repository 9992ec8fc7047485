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

/// If the administrator takes the lock first, the (future) owner of the file must still be able to take it
/// later.
void giveToOwnerOf(const QString& file, int lock)
{
    if (::geteuid() != 0) {
        return;
    }
    struct stat owner {};
    const QString folder = QFileInfo(file).absolutePath();
    if (::stat(QFile::encodeName(file).constData(), &owner) == 0
        || ::stat(QFile::encodeName(folder).constData(), &owner) == 0) {
        static_cast<void>(::fchown(lock, owner.st_uid, owner.st_gid) == 0);
    }
}

/// Returns a descriptor, or -1 and errno. Follows no link and changes the owner of nothing but a file created
/// here, because another user may have put other files into the folder.
int openLockOf(const QString& file)
{
    const QByteArray name = QFile::encodeName(file + QStringLiteral(".lock"));
    while (true) {
        int lock = ::open(name.constData(), O_RDWR | O_NOFOLLOW | O_CLOEXEC);
        if (lock >= 0 || errno != ENOENT) {
            return lock;
        }
        lock = ::open(name.constData(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (lock >= 0) {
            giveToOwnerOf(file, lock);
        }
        if (lock >= 0 || errno != EEXIST) {
            return lock;
        }
    }
}

} // namespace

Expected<FileLock, FileLock::Error> FileLock::take(const QString& file)
{
    const QString real = QFileInfo(file).canonicalFilePath();
    const int descriptor = openLockOf(real.isEmpty() ? file : real);
    if (descriptor < 0) {
        return Unexpected(Error{false, errno});
    }
    FileLock lock(descriptor);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        return Unexpected(Error{errno == EWOULDBLOCK, errno});
    }
    return lock;
}

FileLock::FileLock(FileLock&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}

FileLock::~FileLock()
{
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

} // namespace tidemark
