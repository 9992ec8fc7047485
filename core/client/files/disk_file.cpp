#include "core/client/files/disk_file.h"

#include <QFile>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/fs.h>
#include <sys/ioctl.h>
#endif

#include <cerrno>
#include <utility>

namespace tidemark {

namespace {

constexpr mode_t privateMode = S_IRUSR | S_IWUSR;

int openFile(const QString& path, int flags)
{
    return ::open(QFile::encodeName(path).constData(), flags | O_CLOEXEC, privateMode);
}

} // namespace

DiskFile::DiskFile(int descriptor) : m_descriptor(descriptor)
{
    if (descriptor < 0) {
        m_error = errno;
    }
}

DiskFile DiskFile::create(const QString& path)
{
    QFile::remove(path);
    return DiskFile(openFile(path, O_RDWR | O_CREAT | O_EXCL));
}

DiskFile DiskFile::openToRead(const QString& path)
{
    return DiskFile(openFile(path, O_RDONLY | O_NONBLOCK));
}

DiskFile DiskFile::openToWrite(const QString& path)
{
    return DiskFile(openFile(path, O_RDWR | O_CREAT));
}

DiskFile::~DiskFile()
{
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

DiskFile::DiskFile(DiskFile&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)), m_error(other.m_error)
{
}

DiskFile& DiskFile::operator=(DiskFile&& other) noexcept
{
    std::swap(m_descriptor, other.m_descriptor);
    m_error = other.m_error;
    return *this;
}

bool DiskFile::fail()
{
    if (m_error == 0) {
        m_error = errno;
    }
    return false;
}

DiskFile::Stamp DiskFile::stamp()
{
    struct stat status {};
    if (m_descriptor < 0 || ::fstat(m_descriptor, &status) != 0) {
        static_cast<void>(fail());
        return {};
    }
    return {S_ISREG(status.st_mode), static_cast<std::uint64_t>(status.st_size), status.st_mtim.tv_sec,
            status.st_mtim.tv_nsec};
}

bool DiskFile::seek(std::uint64_t offset)
{
    return ::lseek(m_descriptor, static_cast<off_t>(offset), SEEK_SET) >= 0 || fail();
}

bool DiskFile::readInto(std::string& bytes, std::size_t count)
{
    bytes.resize(count);
    std::size_t done = 0;
    while (done < count) {
        const ssize_t got = ::read(m_descriptor, bytes.data() + done, count - done);
        if (got < 0 && errno != EINTR) {
            return fail();
        }
        if (got == 0) {
            break;
        }
        done += got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    bytes.resize(done);
    return true;
}

bool DiskFile::append(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(m_descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) {
            return fail();
        }
        bytes.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : 0);
    }
    return true;
}

bool DiskFile::clone([[maybe_unused]] const DiskFile& other) const
{
#ifdef FICLONE
    return ::ioctl(m_descriptor, FICLONE, other.m_descriptor) == 0;
#else
    return false;
#endif
}

void DiskFile::cut(std::uint64_t size)
{
    if (::ftruncate(m_descriptor, static_cast<off_t>(size)) != 0) {
        static_cast<void>(fail());
    }
}

bool DiskFile::flush()
{
    return ::fdatasync(m_descriptor) == 0 || fail();
}

} // namespace tidemark
