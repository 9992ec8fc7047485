#include "server-stub/main/files/blob_folder.h"

#include "core/system/hex.h"
#include "server-stub/blobs/blob_hasher.h"
#include "server-stub/main/files/flushed.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace tidemark::server {

namespace {

bool hasHash(BlobStore& blobs, const BlobStore::StoredFile& file)
{
    constexpr std::uint64_t partBytes = std::uint64_t{1024} * 1024;
    BlobHasher hasher;
    for (std::uint64_t offset = 0; offset < file.size; offset += partBytes) {
        const blob::Result part = blobs.carryOut(blob::Read{file.hash, offset, partBytes});
        if (part.outcome != blob::Outcome::Done || part.bytes.empty()) {
            return false;
        }
        hasher.add(part.bytes);
    }
    return hasher.result() == file.hash;
}

constexpr int partDigits = 2;
constexpr int hashDigits = 64;

/// A folder that is read without following links: as root, a link could lead to files of others.
class Folder {
public:
    Folder(int parent, const QByteArray& name)
        : m_handle(::openat(parent, name.constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
    {
    }
    ~Folder()
    {
        if (isOpen()) {
            ::close(m_handle);
        }
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    [[nodiscard]] bool isOpen() const { return m_handle >= 0; }
    [[nodiscard]] int handle() const { return m_handle; }
    [[nodiscard]] bool has(const QByteArray& name) const
    {
        return ::faccessat(m_handle, name.constData(), F_OK, AT_SYMLINK_NOFOLLOW) == 0;
    }
    /// The names that consist of this many hexadecimal digits.
    [[nodiscard]] QByteArrayList names(int digits) const
    {
        QByteArrayList found;
        const QStringList all =
            QDir(QStringLiteral("/proc/self/fd/%1").arg(m_handle)).entryList(QDir::Files | QDir::Dirs);
        for (const QString& name : all) {
            const QByteArray bytes = name.toLatin1();
            if (bytes.size() == digits && QByteArray::fromHex(bytes).toHex() == bytes) {
                found.append(bytes);
            }
        }
        return found;
    }

private:
    int m_handle;
};

/// Makes the file another name for the same bytes, or copies it to another file system. As root it always
/// copies: the copy is then root's own.
bool copyFile(int folder, const QByteArray& name, const QString& to)
{
    const int handle = ::openat(folder, name.constData(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat status {};
    QFile source;
    if (handle < 0 || !source.open(handle, QIODevice::ReadOnly, QFileDevice::AutoCloseHandle)
        || ::fstat(handle, &status) != 0 || !S_ISREG(status.st_mode)) {
        return false;
    }
    const QByteArray target = QFile::encodeName(to);
    if (::geteuid() != 0 && ::linkat(folder, name.constData(), AT_FDCWD, target.constData(), 0) == 0) {
        return true;
    }
    constexpr qint64 partBytes = qint64{1024} * 1024;
    QSaveFile copy(to);
    if (!copy.open(QIODevice::WriteOnly)) {
        return false;
    }
    for (QByteArray part = source.read(partBytes); !part.isEmpty(); part = source.read(partBytes)) {
        if (copy.write(part) != part.size()) {
            return false;
        }
    }
    return source.error() == QFileDevice::NoError && copy.commit();
}

QStringList missingOf(const std::vector<BlobStore::StoredFile>& files, const std::vector<BlobRecord>& known)
{
    QStringList missing;
    for (const BlobRecord& blob : known) {
        const auto held = std::ranges::lower_bound(files, blob.hash, {}, &BlobStore::StoredFile::hash);
        if (held == files.end() || held->hash != blob.hash) {
            missing.append(QStringLiteral("file %1 is missing").arg(hexOf(blob.hash.bytes)));
        } else if (held->size != blob.size) {
            missing.append(QStringLiteral("file %1 has the wrong size").arg(hexOf(blob.hash.bytes)));
        }
    }
    return missing;
}

/// The upload has no user, and a uuid made of the hash.
bool copyBlob(BlobStore& from, BlobStore& to, const BlobRecord& file)
{
    constexpr std::uint64_t partBytes = std::uint64_t{256} * 1024;
    UploadKey key;
    std::copy_n(file.hash.bytes.begin(), key.uuid.bytes.size(), key.uuid.bytes.begin());
    const blob::Result begun = to.carryOut(blob::Open{key, file.size});
    bool isDone = begun.outcome == blob::Outcome::Done;
    for (std::uint64_t offset = begun.received; isDone && offset < file.size; offset += partBytes) {
        blob::Result part = from.carryOut(blob::Read{file.hash, offset, partBytes});
        isDone =
            part.outcome == blob::Outcome::Done
            && to.carryOut(blob::Append{key, offset, std::move(part.bytes)}).outcome == blob::Outcome::Done;
    }
    isDone = isDone && to.carryOut(blob::Finish{key, file.hash, file.size}).outcome == blob::Outcome::Done;
    return to.carryOut(blob::DropUpload{key}).outcome == blob::Outcome::Done && isDone;
}

} // namespace

QString blobFolderOf(const QString& database)
{
    const QString real = QFileInfo(database).canonicalFilePath();
    return (real.isEmpty() ? database : real) + QStringLiteral(".files");
}

QStringList missingFiles(BlobStore& blobs, Store& store)
{
    return missingOf(blobs.files(), store.blobs().allBlobs());
}

QStringList differencesOfFiles(BlobStore& blobs, Store& store, bool deep, UnixMs youngest)
{
    const std::vector<BlobStore::StoredFile> files = blobs.files();
    const std::vector<BlobRecord> known = store.blobs().allBlobs();
    QStringList found = missingOf(files, known);
    for (const BlobStore::StoredFile& file : files) {
        // Both lists are ascending.
        if (!std::ranges::binary_search(known, file.hash, {}, &BlobRecord::hash)) {
            if (file.changedAt <= youngest) {
                found.append(QStringLiteral("file %1 belongs to no message and no avatar")
                                 .arg(hexOf(file.hash.bytes)));
            }
        } else if (deep && !hasHash(blobs, file)) {
            found.append(QStringLiteral("file %1 is damaged").arg(hexOf(file.hash.bytes)));
        }
    }
    return found;
}

QStringList copyBlobs(BlobStore& from, BlobStore& to, const std::vector<BlobRecord>& files)
{
    const std::vector<BlobStore::StoredFile> there = to.files();
    QStringList failed;
    for (const BlobRecord& file : files) {
        if (!std::ranges::binary_search(there, file.hash, {}, &BlobStore::StoredFile::hash)
            && !copyBlob(from, to, file)) {
            failed.append(
                QStringLiteral("file %1 is damaged or cannot be copied").arg(hexOf(file.hash.bytes)));
        }
    }
    return failed;
}

QString copyFiles(const QString& from, const QString& to)
{
    const Folder top(AT_FDCWD, QFile::encodeName(from));
    if (!top.isOpen()) {
        return errno == ENOENT ? QString() : QStringLiteral("cannot read %1: is it a link?").arg(from);
    }
    const Folder source(top.handle(), "files");
    if (!source.isOpen()) {
        return errno == ENOENT ? QString() : QStringLiteral("cannot read %1/files").arg(from);
    }
    if (!QDir().mkpath(to + QStringLiteral("/files"))
        || !QFile::setPermissions(to, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner)) {
        return QStringLiteral("cannot write %1").arg(to);
    }
    for (const QByteArray& part : source.names(partDigits)) {
        const Folder folder(source.handle(), part);
        const QString target = to + QStringLiteral("/files/") + QString::fromLatin1(part);
        if (!folder.isOpen() || !QDir().mkpath(target)) {
            return QStringLiteral("cannot copy %1 to %2").arg(from, target);
        }
        for (const QByteArray& name : folder.names(hashDigits)) {
            const QString path = target + QLatin1Char('/') + QString::fromLatin1(name);
            // A file that is gone was removed since it was listed: no message names it any more.
            if (!QFileInfo::exists(path) && !copyFile(folder.handle(), name, path) && folder.has(name)) {
                return QStringLiteral("cannot copy a file of %1 to %2").arg(from, path);
            }
        }
        if (const QString error = flushed(target); !error.isEmpty()) {
            return error;
        }
    }
    return flushed(to + QStringLiteral("/files"));
}

} // namespace tidemark::server
