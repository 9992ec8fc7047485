#include "core/store/file/store_file.h"

#include "core/base/failpoint.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <array>
#include <cerrno>
#include <utility>

namespace tidemark {

namespace {

class StoreFileText {
    Q_DECLARE_TR_FUNCTIONS(StoreFileText)
};

constexpr QFile::Permissions ownerOnly = QFile::ReadOwner | QFile::WriteOwner;
/// SQLite's own files beside a database.
constexpr std::array companions = {"-wal", "-shm"};

StoreError notWritable(const QString& path)
{
    return {StoreError::Code::NotWritable,
            StoreFileText::tr(
                "%1 cannot be written. Check the permissions of the file and of its folder, or use another "
                "profile.")
                .arg(path)};
}

StoreError whyNotLocked(const QString& path, const FileLock::Error& error)
{
    if (error.isHeld) {
        return {StoreError::Code::InUse, StoreFileText::tr("%1 is in use by another program.").arg(path)};
    }
    if (error.number == ENOSPC || error.number == EDQUOT) {
        return {StoreError::Code::DiskFull,
                StoreFileText::tr("%1 cannot be opened: the disk is full. Free up space.").arg(path)};
    }
    return notWritable(path);
}

} // namespace

void removeDatabase(const QString& path)
{
    QFile::remove(path);
    for (const char* suffix : companions) {
        QFile::remove(path + QLatin1String(suffix));
    }
}

Expected<std::unique_ptr<StoreFile>, StoreError> StoreFile::open(const QString& path)
{
    std::unique_ptr<StoreFile> file(new StoreFile(path));
    if (file->isInMemory()) {
        return file;
    }
    auto lock = FileLock::take(path);
    if (!lock) {
        return Unexpected(whyNotLocked(path, lock.error()));
    }
    file->m_lock.emplace(*std::move(lock));
    if (!file->prepare()) {
        return Unexpected(notWritable(path));
    }
    return file;
}

bool StoreFile::isInMemory() const
{
    return m_path == QLatin1String(":memory:");
}

qint64 StoreFile::sizeBytes() const
{
    return isInMemory() ? 0 : QFileInfo(m_path).size();
}

StoreContents StoreFile::sizes() const
{
    StoreContents sizes;
    if (isInMemory()) {
        return sizes;
    }
    sizes.databaseBytes = sizeBytes();
    sizes.journalBytes = QFileInfo(beside("-wal")).size();
    const QFileInfo database(m_path);
    const QStringList damaged{database.fileName() + QStringLiteral(".corrupt-*")};
    for (const QFileInfo& one : database.dir().entryInfoList(damaged, QDir::Files)) {
        const QString name = one.fileName();
        sizes.damagedBytes += one.size();
        // The journal was quarantined with its database and is not counted as a file.
        sizes.damagedFiles +=
            name.endsWith(QLatin1String("-wal")) || name.endsWith(QLatin1String("-shm")) ? 0 : 1;
    }
    return sizes;
}

bool StoreFile::prepare()
{
    endReplacement();
    m_wasEmptied = QFile::exists(m_path) && QFileInfo(m_path).size() == 0;
    m_hasJournal = QFileInfo(beside("-wal")).size() > 0;
    return makePrivate(m_path);
}

bool StoreFile::makePrivate(const QString& path) const
{
    // SQLite creates its other files with the mode of the database, so set it before opening the database.
    QFile file(path);
    return file.open(QFile::ReadWrite, ownerOnly) && file.setPermissions(ownerOnly);
}

QString StoreFile::beside(const char* suffix) const
{
    return m_path + QLatin1String(suffix);
}

void StoreFile::noteDamage() const
{
    if (!isInMemory()) {
        QFile note(beside(".damaged"));
        // If even this fails, the next open still checks everything except the pages of the log.
        static_cast<void>(note.open(QFile::WriteOnly));
    }
}

bool StoreFile::isDamageNoted() const
{
    return !isInMemory() && QFile::exists(beside(".damaged"));
}

void StoreFile::clearDamage() const
{
    if (isDamageNoted()) {
        QFile::remove(beside(".damaged"));
    }
}

QString StoreFile::freeAside() const
{
    for (int number = 1;; ++number) {
        const QString target = QStringLiteral("%1.corrupt-%2").arg(m_path).arg(number);
        if (!QFile::exists(target)) {
            return target;
        }
    }
}

Expected<QString, StoreError> StoreFile::beginReplacement() const
{
    const QString path = beside(".new");
    removeDatabase(path);
    return makePrivate(path) ? Expected<QString, StoreError>(path) : Unexpected(notWritable(path));
}

Expected<QString, StoreError> StoreFile::replace()
{
    failpoint(Failpoint::StoreSalvaged);
    const StoreError failure{
        StoreError::Code::NotWritable,
        StoreFileText::tr(
            "The local database %1 is damaged and cannot be set aside. Check the permissions of its folder.")
            .arg(m_path)};
    // If the process dies halfway, the next open checks every page of the remaining database.
    noteDamage();
    const QString target = freeAside();
    // The journal first: SQLite removes a journal that it finds beside a new database.
    for (const char* suffix : companions) {
        const QString old = target + QLatin1String(suffix);
        if (QFile::exists(beside(suffix)) && !QFile::rename(beside(suffix), old)) {
            return Unexpected(failure);
        }
    }
    if (!QFile::rename(m_path, target)) {
        return Unexpected(failure);
    }
    failpoint(Failpoint::StoreQuarantined);
    endReplacement();
    m_wasEmptied = false;
    m_hasJournal = false;
    return QFile::exists(m_path) ? Expected<QString, StoreError>(target) : Unexpected(failure);
}

/// Puts the replacement in place if the old database has been moved away.
void StoreFile::endReplacement() const
{
    if (!QFile::exists(m_path) && QFile::rename(beside(".new"), m_path)) {
        clearDamage();
    }
}

} // namespace tidemark
