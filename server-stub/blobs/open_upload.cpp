#include "server-stub/blobs/open_upload.h"

#include "core/base/failpoint.h"
#include "core/system/disk_room.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace tidemark::server {

OpenUpload::OpenUpload(std::unique_ptr<QFile> file)
    : m_file(std::move(file)), m_written(static_cast<std::uint64_t>(m_file->size())),
      m_isOpenedSafe(m_written == 0)
{
    if (m_written == 0) {
        m_hasher.emplace();
    }
}

std::optional<OpenUpload> OpenUpload::open(const QString& path)
{
    auto file = std::make_unique<QFile>(path);
    if (!file->open(QIODevice::ReadWrite | QIODevice::Unbuffered)
        || !file->setPermissions(QFile::ReadOwner | QFile::WriteOwner)) {
        return std::nullopt;
    }
    OpenUpload upload(std::move(file));
    return upload.flush() ? std::optional(std::move(upload)) : std::nullopt;
}

bool OpenUpload::append(std::string_view bytes)
{
    const auto end = static_cast<qint64>(m_written);
    const auto size = static_cast<qint64>(bytes.size());
    errno = 0;
    if (!m_file->seek(end) || m_file->write(bytes.data(), size) != size) {
        m_isFull = isLackOfRoom(errno);
        m_file->resize(end);
        return false;
    }
    // The disk begins to write at once, so that there is little left to wait for in flush(). Nothing depends
    // on it.
    ::sync_file_range(m_file->handle(), end, size, SYNC_FILE_RANGE_WRITE);
    m_written += bytes.size();
    if (m_hasher) {
        m_hasher->add(bytes);
    }
    failpoint(Failpoint::ServerPartWritten);
    return true;
}

bool OpenUpload::flush()
{
    if (m_isOpenedSafe && m_safe == m_written) {
        return true;
    }
    errno = 0;
    if (::fdatasync(m_file->handle()) != 0) {
        m_isFull = isLackOfRoom(errno);
        // The system may have given up bytes that it had taken, so nothing of them counts.
        m_file->resize(static_cast<qint64>(m_safe));
        m_written = m_safe;
        m_hasher.reset();
        return false;
    }
    m_isOpenedSafe = true;
    m_safe = m_written;
    if (m_safe > 0) {
        failpoint(Failpoint::ServerPartStored);
    }
    return true;
}

std::optional<BlobHash> OpenUpload::hash()
{
    if (m_hasher) {
        BlobHasher hasher = std::move(*m_hasher);
        m_hasher.reset(); // a repetition reads the file
        return hasher.result();
    }
    constexpr qint64 partBytes = qint64{1024} * 1024;
    BlobHasher hasher;
    std::uint64_t read = 0;
    if (!m_file->seek(0)) {
        return std::nullopt;
    }
    while (read < m_written) {
        const QByteArray part = m_file->read(partBytes);
        if (part.isEmpty()) {
            return std::nullopt;
        }
        hasher.add({part.constData(), static_cast<std::size_t>(part.size())});
        read += static_cast<std::uint64_t>(part.size());
    }
    return hasher.result();
}

} // namespace tidemark::server
