#include "server-stub/main/files/blob_folder.h"

#include "server-stub/blobs/open_upload.h"
#include "server-stub/main/files/flushed.h"
#include "server-stub/shell/base/log.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>

#include <unistd.h>

#include <cstddef>
#include <iterator>
#include <map>

namespace tidemark::server {

namespace {

constexpr std::int64_t dayMs = std::int64_t{24} * 60 * 60 * 1000;

QString hexOf(const BlobHash& hash)
{
    return QString::fromLatin1(
        QByteArray(reinterpret_cast<const char*>(hash.bytes.data()), std::ssize(hash.bytes)).toHex());
}

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

} // namespace

QString blobFolderOf(const QString& database)
{
    return database + QStringLiteral(".files");
}

void removeOrphans(BlobStore& blobs, Store& store, UnixMs now)
{
    const auto isOld = [now](UnixMs changedAt) { return now.value - changedAt.value > dayMs; };
    std::size_t removed = 0;
    for (const BlobStore::StoredFile& file : blobs.files()) {
        if (isOld(file.changedAt) && !store.blobs().blob(file.hash)) {
            removed += blobs.carryOut(blob::DropFile{file.hash}).outcome == blob::Outcome::Done ? 1 : 0;
        }
    }
    for (const BlobStore::StoredUpload& upload : blobs.uploads()) {
        if (isOld(upload.changedAt) && !store.blobs().upload(upload.key)) {
            removed += blobs.carryOut(blob::DropUpload{upload.key}).outcome == blob::Outcome::Done ? 1 : 0;
        }
    }
    if (removed > 0) {
        qCInfo(serverLog) << "removed" << removed << "files that no message names";
    }
}

QStringList differencesOfFiles(BlobStore& blobs, Store& store, bool deep)
{
    QStringList found;
    std::map<BlobHash, std::uint64_t> missing;
    for (const BlobRecord& blob : store.blobs().allBlobs()) {
        missing.emplace(blob.hash, blob.size);
    }
    for (const BlobStore::StoredFile& file : blobs.files()) {
        const auto known = missing.extract(file.hash);
        if (known.empty()) {
            found.append(QStringLiteral("file %1 belongs to no message").arg(hexOf(file.hash)));
        } else if (known.mapped() != file.size) {
            found.append(QStringLiteral("file %1 has the wrong size").arg(hexOf(file.hash)));
        } else if (deep && !hasHash(blobs, file)) {
            found.append(QStringLiteral("file %1 is damaged").arg(hexOf(file.hash)));
        }
    }
    for (const auto& [hash, size] : missing) {
        found.append(QStringLiteral("file %1 is missing").arg(hexOf(hash)));
    }
    return found;
}

QString copyFiles(const QString& from, const QString& to)
{
    const QString source = from + QStringLiteral("/files");
    QDirIterator all(source, QDir::Files, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        const QString path = all.next();
        const QString target = to + QStringLiteral("/files") + path.mid(source.size());
        if (!QDir().mkpath(QFileInfo(target).path())) {
            return QStringLiteral("cannot write %1").arg(QFileInfo(target).path());
        }
        const bool isLinked =
            ::link(QFile::encodeName(path).constData(), QFile::encodeName(target).constData()) == 0;
        // A file that is gone was removed since it was listed: no message names it any more.
        if (isLinked || QFileInfo::exists(target) || !QFileInfo::exists(path)) {
            continue;
        }
        const QString partial = target + QStringLiteral(".partial");
        QFile::remove(partial);
        if (!QFile::copy(path, partial) || !flushed(partial).isEmpty() || !QFile::rename(partial, target)) {
            return QStringLiteral("cannot copy %1 to %2").arg(path, target);
        }
    }
    QFile::setPermissions(to, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return {};
}

} // namespace tidemark::server
