#include "server-stub/blobs/folder_blobs.h"

#include "core/base/failpoint.h"
#include "core/system/disk_room.h"
#include "core/system/flush.h"
#include "core/system/hex.h"

#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace tidemark::server {

namespace {

using blob::Outcome;

constexpr std::size_t maxOpen = 64;
/// Bytes that are written before they are made safe, which takes the time of some chunks.
constexpr std::uint64_t bytesPerFlush = std::uint64_t{16} * 1024 * 1024;

/// Makes the names in a folder safe.
bool isFlushed(const QString& folder)
{
    return flushToDisk(folder) == 0;
}

UnixMs changedAt(const QFileInfo& file)
{
    return UnixMs{file.lastModified().toMSecsSinceEpoch()};
}

bool remove(const QString& path)
{
    return QFile::remove(path) || !QFileInfo::exists(path);
}

/// Gives the file a second name, or only that one if the file system has no links. Returns true if the name
/// exists already.
bool link(const QString& path, const QString& name)
{
    const QByteArray from = QFile::encodeName(path);
    const QByteArray to = QFile::encodeName(name);
    bool isThere = ::link(from.constData(), to.constData()) == 0 || errno == EEXIST;
    const bool hasNoLinks = errno == EPERM || errno == EOPNOTSUPP;
    if (!isThere && hasNoLinks) {
        isThere = ::rename(from.constData(), to.constData()) == 0;
    }
    failpoint(Failpoint::ServerFileLinked);
    return isThere;
}

} // namespace

FolderBlobs::FolderBlobs(QString folder, std::uint64_t reservedBytes)
    : m_folder(std::move(folder)), m_reservedBytes(reservedBytes)
{
}

FolderBlobs::~FolderBlobs() = default;

blob::Result FolderBlobs::carryOut(const blob::Work& work)
{
    errno = 0; // whyFailed() asks for it
    return std::visit([this](const auto& one) { return carryOut(one); }, work);
}

blob::Result FolderBlobs::carryOut(const blob::Open& work)
{
    OpenUpload* upload = open(work.upload);
    if (upload == nullptr || !upload->flush()) {
        return {whyFailed(upload)};
    }
    const std::uint64_t missing = work.size - std::min(work.size, upload->written());
    return {hasRoomFor(missing) ? Outcome::Done : Outcome::NoRoom, upload->safe()};
}

blob::Result FolderBlobs::carryOut(const blob::Append& work)
{
    OpenUpload* upload = open(work.upload);
    if (upload == nullptr) {
        return {whyFailed(nullptr)};
    }
    const std::uint64_t end = work.offset + work.bytes.size();
    if (work.offset > upload->written() || end <= upload->written()) {
        return {Outcome::Done, upload->safe()};
    }
    const std::string_view fresh = std::string_view(work.bytes).substr(upload->written() - work.offset);
    const bool isStored = hasRoomFor(fresh.size()) && upload->append(fresh)
                          && (upload->written() - upload->safe() < bytesPerFlush || upload->flush());
    if (!isStored) {
        return {upload->isFull() || !hasRoomFor(fresh.size()) ? Outcome::NoRoom : Outcome::Failed,
                upload->safe()};
    }
    return {Outcome::Done, upload->safe()};
}

blob::Result FolderBlobs::carryOut(const blob::Finish& work)
{
    OpenUpload* upload = open(work.upload);
    if (upload == nullptr || !upload->flush()) {
        return {whyFailed(upload)};
    }
    if (upload->written() < work.size) {
        return {Outcome::Missing, upload->safe()};
    }
    const auto hash = upload->hash();
    if (!hash) {
        return {Outcome::Failed, upload->safe()};
    }
    if (*hash != work.hash || upload->written() != work.size) {
        return {Outcome::WrongHash};
    }
    failpoint(Failpoint::ServerFileHashed);
    const QString path = pathOf(work.hash);
    const QString folder = QFileInfo(path).path();
    const bool isNamed = makeFolderOfFiles(folder) && link(pathOf(work.upload), path) && isFlushed(folder);
    failpoint(Failpoint::ServerFileMade);
    return {isNamed ? Outcome::Done : whyFailed(nullptr), upload->safe()};
}

blob::Result FolderBlobs::carryOut(const blob::Read& work)
{
    QFile file(pathOf(work.hash));
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered)) {
        return {file.exists() ? Outcome::Failed : Outcome::Missing};
    }
    if (!file.seek(static_cast<qint64>(work.offset))) {
        return {Outcome::Failed};
    }
    std::string bytes(static_cast<std::size_t>(work.limit), '\0');
    const qint64 size = file.read(bytes.data(), static_cast<qint64>(work.limit));
    if (size < 0 || file.error() != QFileDevice::NoError) {
        return {Outcome::Failed};
    }
    bytes.resize(static_cast<std::size_t>(size));
    return {Outcome::Done, 0, std::move(bytes)};
}

blob::Result FolderBlobs::carryOut(const blob::DropUpload& work)
{
    failpoint(Failpoint::ServerFileRecorded);
    close(work.upload);
    return {remove(pathOf(work.upload)) ? Outcome::Done : Outcome::Failed};
}

blob::Result FolderBlobs::carryOut(const blob::DropFile& work)
{
    failpoint(Failpoint::ServerFileDropped);
    return {remove(pathOf(work.hash)) ? Outcome::Done : Outcome::Failed};
}

std::vector<BlobStore::StoredFile> FolderBlobs::files()
{
    std::vector<StoredFile> found;
    QDirIterator all(m_folder + QStringLiteral("/files"), QDir::Files, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        all.next();
        StoredFile file;
        if (readHex(all.fileName(), file.hash.bytes)) {
            file.size = static_cast<std::uint64_t>(all.fileInfo().size());
            file.changedAt = changedAt(all.fileInfo());
            found.push_back(file);
        }
    }
    std::ranges::sort(found, {}, &StoredFile::hash);
    return found;
}

std::vector<BlobStore::StoredUpload> FolderBlobs::uploads()
{
    std::vector<StoredUpload> found;
    QDirIterator all(m_folder + QStringLiteral("/uploads"), QDir::Files);
    while (all.hasNext()) {
        all.next();
        const QStringList parts = all.fileName().split(QLatin1Char('-'));
        bool isNumber = false;
        UploadKey key{UserId(parts.front().toULongLong(&isNumber)), {}};
        if (parts.size() == 2 && isNumber && readHex(parts.back(), key.uuid.bytes)) {
            found.push_back({key, changedAt(all.fileInfo())});
        }
    }
    std::ranges::sort(found, {}, &StoredUpload::key);
    return found;
}

QString FolderBlobs::pathOf(const UploadKey& upload) const
{
    return QStringLiteral("%1/uploads/%2-%3")
        .arg(m_folder)
        .arg(upload.user.value)
        .arg(hexOf(upload.uuid.bytes));
}

QString FolderBlobs::pathOf(const BlobHash& hash) const
{
    const QString hex = hexOf(hash.bytes);
    return QStringLiteral("%1/files/%2/%3").arg(m_folder, hex.left(2), hex);
}

OpenUpload* FolderBlobs::open(const UploadKey& upload)
{
    const auto found = std::ranges::find(m_open, upload, &Kept::key);
    if (found != m_open.end()) {
        m_open.splice(m_open.begin(), m_open, found);
        return &m_open.front().upload;
    }
    if (!makeFolders()) {
        return nullptr;
    }
    auto opened = OpenUpload::open(pathOf(upload));
    if (!opened) {
        return nullptr;
    }
    m_open.push_front({upload, *std::move(opened)});
    if (m_open.size() > maxOpen) {
        m_open.pop_back();
    }
    return &m_open.front().upload;
}

void FolderBlobs::close(const UploadKey& upload)
{
    std::erase_if(m_open, [&](const Kept& kept) { return kept.key == upload; });
}

bool FolderBlobs::makeFolders() const
{
    if (QFileInfo::exists(m_folder + QStringLiteral("/uploads"))) {
        return true;
    }
    return QDir().mkpath(m_folder + QStringLiteral("/uploads"))
           && QDir().mkpath(m_folder + QStringLiteral("/files"))
           && QFile::setPermissions(m_folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner)
           && isFlushed(m_folder) && isFlushed(QFileInfo(m_folder).absolutePath());
}

bool FolderBlobs::makeFolderOfFiles(const QString& folder)
{
    if (m_safeFolders.contains(folder)) {
        return true;
    }
    if (!QDir().mkpath(folder) || !isFlushed(m_folder + QStringLiteral("/files"))) {
        return false;
    }
    m_safeFolders.insert(folder);
    return true;
}

Outcome FolderBlobs::whyFailed(const OpenUpload* upload) const
{
    const bool isFull = isLackOfRoom(errno) || (upload != nullptr && upload->isFull());
    return isFull || !hasRoomFor(1) ? Outcome::NoRoom : Outcome::Failed;
}

bool FolderBlobs::hasRoomFor(std::uint64_t bytes) const
{
    if (bytes == 0) {
        return true;
    }
    const QString folder = QFileInfo::exists(m_folder) ? m_folder : QFileInfo(m_folder).absolutePath();
    std::error_code error;
    const std::filesystem::space_info space =
        std::filesystem::space(QFile::encodeName(folder).toStdString(), error);
    return !error && space.available >= bytes + m_reservedBytes;
}

} // namespace tidemark::server
