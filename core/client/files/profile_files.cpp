#include "core/client/files/profile_files.h"

#include "core/base/failpoint.h"
#include "core/client/files/disk_file.h"
#include "core/domain/file_name.h"
#include "core/domain/request_caps.h"
#include "core/models/words/isolated_text.h"
#include "core/names/label.h"
#include "core/system/disk_room.h"
#include "core/system/flush.h"
#include "core/system/hex.h"
#include "core/system/sha256.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QMimeDatabase>

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <optional>

namespace tidemark {

namespace {

using Outcome = FileJobResult::Outcome;

constexpr std::size_t blockBytes = std::size_t{1} << 20U;
/// A partial file that changed in this time is likely to be completed.
constexpr qint64 recentSeconds = 3600;

std::optional<BlobHash> hashNamed(const QString& hex)
{
    BlobHash hash;
    return readHex(hex, hash.bytes) ? std::optional(hash) : std::nullopt;
}

std::optional<std::pair<MessageUuid, BlobHash>> outgoingNamed(const QString& name)
{
    const QStringList parts = name.split(QLatin1Char('-'));
    std::pair<MessageUuid, BlobHash> found;
    const bool isName =
        parts.size() == 2 && readHex(parts[0], found.first.bytes) && readHex(parts[1], found.second.bytes);
    return isName ? std::optional(found) : std::nullopt;
}

bool rename(const QString& from, const QString& to)
{
    return std::rename(QFile::encodeName(from).constData(), QFile::encodeName(to).constData()) == 0;
}

/// Makes the names in a folder durable. Leaves the system's error in errno.
bool flushFolder(const QString& folder)
{
    errno = flushToDisk(folder);
    return errno == 0;
}

bool makeFolder(const QString& folder)
{
    return QFileInfo::exists(folder)
           || (QDir().mkpath(folder)
               && QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner)
               && flushFolder(QFileInfo(folder).path()));
}

Outcome failureOf(int error)
{
    return isLackOfRoom(error) ? Outcome::NoRoom : Outcome::Failed;
}

class ProfileFilesText {
    Q_DECLARE_TR_FUNCTIONS(ProfileFilesText)
};

QString unreadable(const QString& name)
{
    return ProfileFilesText::tr("%1 cannot be read.").arg(isolatedLine(name));
}

QString unwritable(int error)
{
    return failureOf(error) == Outcome::NoRoom
               ? ProfileFilesText::tr("The disk has no room for the files. Free some space, then try again.")
               : ProfileFilesText::tr(
                   "The files cannot be copied into Tidemark’s folder. Check its permissions.");
}

/// Returns the text without formatting characters, such as soft hyphens.
QString withoutFormat(QString text)
{
    return text.removeIf([](QChar unit) { return unit.category() == QChar::Other_Format; });
}

/// Returns a name that servers take: without folders and control characters, and not too long.
std::string sentName(QString name)
{
    name.replace(QLatin1Char('\\'), QLatin1Char('_')).replace(QLatin1Char('/'), QLatin1Char('_'));
    const QString plain = withoutFormat(name);
    for (const QString& one : {name, plain, QStringLiteral("file.") + QFileInfo(plain).suffix()}) {
        if (auto title = titleOf(safeFileName(one.toStdString()), caps::maxAttachmentNameBytes)) {
            return *std::move(title);
        }
    }
    return "file";
}

std::string mimeOf(const QString& path, const QString& name, const QString& said)
{
    if (!said.isEmpty()) {
        return said.toStdString();
    }
    QFile file(path);
    const bool isOpen = file.open(QIODevice::ReadOnly);
    const QMimeDatabase types;
    const QString found = isOpen ? types.mimeTypeForFileNameAndData(name, &file).name() : QString();
    const bool isShort = !found.isEmpty() && found.size() <= qsizetype(caps::maxMimeBytes);
    return isShort ? found.toStdString() : "application/octet-stream";
}

} // namespace

ProfileFiles::ProfileFiles(const QString& profileDirectory) : m_profile(QDir(profileDirectory).absolutePath())
{
}

QString ProfileFiles::heldPath(const BlobHash& hash) const
{
    const QString hex = hexOf(hash.bytes);
    return QStringLiteral("%1/%2/%3").arg(filesFolder(), hex.left(2), hex);
}

QString ProfileFiles::partialPath(const BlobHash& hash) const
{
    return QStringLiteral("%1/partial/%2").arg(filesFolder(), hexOf(hash.bytes));
}

QString ProfileFiles::outgoingPath(MessageUuid message, const BlobHash& hash) const
{
    return QStringLiteral("%1/%2-%3").arg(outgoingFolder(), hexOf(message.bytes), hexOf(hash.bytes));
}

bool ProfileFiles::makeHeldFolder(const BlobHash& hash) const
{
    return makeFolder(filesFolder()) && makeFolder(QFileInfo(heldPath(hash)).path());
}

bool ProfileFiles::isHeld(const BlobHash& hash) const
{
    return QFileInfo::exists(heldPath(hash));
}

void ProfileFiles::touch(const BlobHash& hash) const
{
    ::utimensat(AT_FDCWD, QFile::encodeName(heldPath(hash)).constData(), nullptr, 0);
}

// ---- sending

Expected<Attachment, QString> ProfileFiles::copyIn(MessageUuid message, const OutgoingFile& file,
                                                   std::uint64_t maxBytes,
                                                   const std::atomic<bool>& stop) const
{
    const QString shownName = file.name.isEmpty() ? QFileInfo(file.path).fileName() : file.name;
    if (!makeFolder(outgoingFolder())) {
        return Unexpected(unwritable(errno));
    }
    const QString copyPath = QStringLiteral("%1/%2.new").arg(outgoingFolder(), hexOf(message.bytes));
    std::optional<Attachment> made;
    QString problem;
    {
        DiskFile copy = DiskFile::create(copyPath);
        if (!copy.isOpen()) {
            return Unexpected(unwritable(copy.error()));
        }
        Sha256 hasher;
        std::uint64_t size = 0;
        bool isCloned = false;
        const auto take = [&](std::string_view bytes) {
            hasher.add(bytes);
            size += bytes.size();
            return size <= maxBytes && (isCloned || copy.append(bytes));
        };
        if (file.path.isEmpty()) {
            static_cast<void>(take({file.bytes.constData(), static_cast<std::size_t>(file.bytes.size())}));
        } else {
            DiskFile source = DiskFile::openToRead(file.path);
            const auto before = source.stamp();
            if (!source.isOpen() || !before.isRegular) {
                problem = unreadable(shownName);
            } else if (before.size <= maxBytes) {
                isCloned = copy.clone(source);
                DiskFile& from = isCloned ? copy : source;
                std::string block;
                while (from.readInto(block, blockBytes) && !block.empty() && take(block) && !stop) {
                }
                const bool isWhole = isCloned || (source.stamp() == before && size == before.size);
                if (source.error() != 0) {
                    problem = unreadable(shownName);
                } else if (!isWhole && copy.error() == 0 && !stop) {
                    problem = ProfileFilesText::tr("%1 was changed while it was copied. Try again.")
                                  .arg(isolatedLine(shownName));
                }
            }
            size = std::max(size, before.size);
        }
        if (problem.isEmpty() && size > maxBytes) {
            problem = ProfileFilesText::tr("%1 is too large for the server.").arg(isolatedLine(shownName));
        } else if (problem.isEmpty() && stop) {
            problem = ProfileFilesText::tr("Tidemark was closed.");
        } else if (problem.isEmpty() && (copy.error() != 0 || !copy.flush())) {
            problem = unwritable(copy.error());
        }
        if (problem.isEmpty()) {
            made = Attachment{.hash = {hasher.result()},
                              .size = size,
                              .mime = mimeOf(copyPath, shownName, file.mime),
                              .name = sentName(shownName),
                              .width = file.width,
                              .height = file.height,
                              .preview = file.preview.left(qsizetype(caps::maxPreviewBytes)).toStdString()};
        }
    }
    if (made) {
        static_cast<void>(makeHeldFolder(made->hash)); // so that keepSent() has only to rename
    }
    if (made && (!rename(copyPath, outgoingPath(message, made->hash)) || !flushFolder(outgoingFolder()))) {
        problem = unwritable(errno);
        made.reset();
    }
    if (!made) {
        QFile::remove(copyPath);
        return Unexpected(problem);
    }
    return *made;
}

void ProfileFiles::removeOutgoing(MessageUuid message, const BlobHash& hash) const
{
    QFile::remove(outgoingPath(message, hash));
}

void ProfileFiles::removeOutgoing(MessageUuid message) const
{
    QDir folder(outgoingFolder());
    for (const QString& name : folder.entryList({hexOf(message.bytes) + QLatin1Char('*')}, QDir::Files)) {
        folder.remove(name);
    }
}

void ProfileFiles::keepSent(MessageUuid message, const BlobHash& hash) const
{
    if (makeHeldFolder(hash) && rename(outgoingPath(message, hash), heldPath(hash))) {
        touch(hash);
    }
}

// ---- jobs of the transfer engine

FileJobResult ProfileFiles::carryOut(const FileJob& job) const
{
    return std::visit([this](const auto& one) { return perform(one); }, job);
}

FileJobResult ProfileFiles::perform(const job::ReadOutgoing& work) const
{
    DiskFile file = DiskFile::openToRead(outgoingPath(work.message, work.hash));
    if (!file.isOpen()) { // the message was in a log that the server has lost since
        file = DiskFile::openToRead(heldPath(work.hash));
    }
    std::string bytes;
    const bool isRead = file.isOpen() && file.seek(work.offset)
                        && file.readInto(bytes, static_cast<std::size_t>(work.length));
    return isRead ? FileJobResult{Outcome::Done, 0, std::move(bytes)} : FileJobResult{Outcome::Failed};
}

FileJobResult ProfileFiles::perform(const job::MeasurePartial& work) const
{
    if (isHeld(work.hash)) {
        return {Outcome::Held};
    }
    if (!makeFolder(filesFolder()) || !makeFolder(QFileInfo(partialPath(work.hash)).path())) {
        return {failureOf(errno)};
    }
    const QFileInfo file(partialPath(work.hash));
    const auto length = static_cast<std::uint64_t>(file.exists() ? file.size() : 0);
    if (length > work.size) {
        QFile::remove(file.filePath());
        return {Outcome::Done, 0};
    }
    return {Outcome::Done, length};
}

FileJobResult ProfileFiles::perform(const job::AppendPartial& work) const
{
    DiskFile file = DiskFile::openToWrite(partialPath(work.hash));
    if (!file.isOpen()) {
        return {failureOf(file.error())};
    }
    if (file.stamp().size != work.offset) {
        return {Outcome::Done, file.stamp().size};
    }
    if (!file.seek(work.offset) || !file.append(work.bytes)) {
        file.cut(work.offset);
        return {failureOf(file.error()), work.offset};
    }
    failpoint(Failpoint::ClientPartWritten);
    return {Outcome::Done, work.offset + work.bytes.size()};
}

FileJobResult ProfileFiles::perform(const job::FinishPartial& work) const
{
    const QString path = partialPath(work.hash);
    {
        DiskFile file = DiskFile::openToWrite(path); // there is no file yet if it is empty
        Sha256 hasher;
        std::uint64_t size = 0;
        std::string block;
        while (file.readInto(block, blockBytes) && !block.empty()) {
            hasher.add(block);
            size += block.size();
        }
        if (!file.isOpen() || file.error() != 0) {
            return {failureOf(file.error())};
        }
        if (BlobHash{hasher.result()} != work.hash || size != work.size) {
            QFile::remove(path);
            return {Outcome::WrongHash};
        }
        if (!file.flush()) {
            return {failureOf(file.error())};
        }
    }
    failpoint(Failpoint::ClientPartsCompared);
    const QString held = heldPath(work.hash);
    const bool isDone =
        makeFolder(QFileInfo(held).path()) && rename(path, held) && flushFolder(QFileInfo(held).path());
    failpoint(Failpoint::ClientFileHeld);
    return {isDone ? Outcome::Done : failureOf(errno)};
}

// ---- removing

void ProfileFiles::sweepOutgoing(const Outgoing& pending, const std::set<BlobHash>& inUse) const
{
    QDirIterator all(outgoingFolder(), QDir::Files | QDir::Hidden);
    while (all.hasNext()) {
        const QString path = all.next();
        const auto named = outgoingNamed(all.fileName());
        if (!named) {
            QFile::remove(path);
        } else if (!pending.contains(*named)) {
            if (inUse.contains(named->second)) {
                keepSent(named->first, named->second);
            }
            QFile::remove(path);
        }
    }
}

void ProfileFiles::trim(const Trim& trim) const
{
    struct Held {
        QDateTime usedAt;
        std::uint64_t size;
        QString path;
        bool isShown;
    };
    std::vector<Held> held;
    std::uint64_t bytes = 0;
    const QString partialFolder = QFileInfo(partialPath({})).path();
    const QDateTime recent = QDateTime::currentDateTimeUtc().addSecs(-recentSeconds);
    QDirIterator all(filesFolder(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        const QString path = all.next();
        const QFileInfo file = all.fileInfo();
        const auto hash = hashNamed(all.fileName());
        const bool isPartial = file.path() == partialFolder;
        const QDateTime usedAt = file.lastModified();
        if (isPartial && hash && trim.arriving.contains(*hash)) {
            continue;
        }
        if (!hash || !trim.inUse.contains(*hash)) {
            QFile::remove(path);
        } else if (isPartial ? usedAt < recent : !trim.kept.contains(*hash)) {
            held.push_back({usedAt, static_cast<std::uint64_t>(file.size()), path,
                            !isPartial && trim.shown.contains(*hash)});
            bytes += held.back().size;
        }
    }
    std::ranges::sort(held, {}, &Held::usedAt);
    for (const Held& one : held) {
        if (bytes > trim.maxBytes && !one.isShown && QFile::remove(one.path)) {
            bytes -= one.size;
        }
    }
}

bool ProfileFiles::hasAny() const
{
    constexpr auto all = QDir::Files | QDir::Dirs | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot;
    return !QDir(outgoingFolder()).isEmpty(all) || !QDir(filesFolder()).isEmpty(all);
}

void ProfileFiles::removeAll() const
{
    QDir(outgoingFolder()).removeRecursively();
    failpoint(Failpoint::ClientOutgoingErased);
    QDir(filesFolder()).removeRecursively();
}

} // namespace tidemark
