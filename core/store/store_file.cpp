#include "core/store/store_file.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <utility>

namespace tidemark {

namespace {

QString text(const char* source)
{
    return QCoreApplication::translate("tidemark::StoreFile", source);
}

constexpr QFile::Permissions ownerOnly = QFile::ReadOwner | QFile::WriteOwner;

} // namespace

StoreFile::StoreFile(QString path) : m_path(std::move(path)), m_lock(beside(".lock"))
{
    // Only a holder that no longer runs loses the lock, however old it is.
    m_lock.setStaleLockTime(0);
}

Expected<std::unique_ptr<StoreFile>, StoreError> StoreFile::open(const QString& path)
{
    std::unique_ptr<StoreFile> file(new StoreFile(path));
    if (file->isInMemory()) {
        return file;
    }
    if (!file->m_lock.tryLock()) {
        if (file->m_lock.error() == QLockFile::LockFailedError) {
            return Unexpected(
                StoreError{StoreError::Code::InUse, text("%1 is in use by another program.").arg(path)});
        }
        return Unexpected(StoreError{StoreError::Code::NotWritable, text("%1 cannot be written.").arg(path)});
    }
    if (!file->makePrivate()) {
        return Unexpected(StoreError{StoreError::Code::NotWritable, text("%1 cannot be written.").arg(path)});
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

bool StoreFile::makePrivate() const
{
    // SQLite gives its other files the mode of the database, so the database has to have it before it is
    // opened.
    QFile file(m_path);
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
        // When even this fails, the next open still looks at everything but the pages of the log.
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

QString StoreFile::setAside() const
{
    QString target;
    for (int number = 1; target.isEmpty() || QFile::exists(target); ++number) {
        target = QStringLiteral("%1.corrupt-%2").arg(m_path).arg(number);
    }
    if (!QFile::rename(m_path, target)) {
        return {};
    }
    for (const char* suffix : {"-wal", "-shm"}) {
        if (QFile::exists(beside(suffix)) && !QFile::rename(beside(suffix), target + QLatin1String(suffix))) {
            return {};
        }
    }
    clearDamage();
    return makePrivate() ? target : QString();
}

} // namespace tidemark
