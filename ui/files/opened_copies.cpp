#include "ui/files/opened_copies.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>

#include <unistd.h>

#include <utility>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

const QString folderName = u"tidemark-files-"_s;

/// Without a lock, a young folder is being made or removed by its program.
bool isYoung(const QFileInfo& folder)
{
    return folder.lastModified().secsTo(QDateTime::currentDateTime()) < 3600;
}

bool hasLock(const QString& folder)
{
    return QFileInfo::exists(folder + u"/in-use.lock"_s);
}

Expected<FileLock, FileLock::Error> lockOf(const QString& folder)
{
    return FileLock::take(folder + u"/in-use"_s);
}

} // namespace

OpenedCopies::OpenedCopies(QString parent) : m_parent(std::move(parent)) {}

QString OpenedCopies::placeFor(const QString& name)
{
    if (!m_folder && !makeFolder()) {
        return {};
    }
    const QString place = QString::number(++m_last);
    return QDir(m_folder->path()).mkdir(place) ? m_folder->filePath(place + u'/' + name) : QString();
}

void OpenedCopies::clear()
{
    m_folder.reset();
    m_lock.reset();
}

bool OpenedCopies::makeFolder()
{
    // A program that sweeps may be faster than the lock, and takes the folder away.
    constexpr int attempts = 3;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        auto folder = std::make_unique<QTemporaryDir>(m_parent + u'/' + folderName + u"XXXXXX"_s);
        auto lock = lockOf(folder->path());
        if (folder->isValid() && lock) {
            m_folder = std::move(folder);
            m_lock.emplace(std::move(*lock));
            return true;
        }
        folder->setAutoRemove(false); // the program that sweeps removes it
    }
    return false;
}

void OpenedCopies::sweep(const QString& parent)
{
    const auto folders = QDir(parent).entryInfoList({folderName + u'*'}, QDir::Dirs | QDir::NoSymLinks);
    for (const QFileInfo& folder : folders) {
        if (folder.ownerId() != ::getuid() || (isYoung(folder) && !hasLock(folder.filePath()))) {
            continue;
        }
        if (const auto lock = lockOf(folder.filePath())) {
            QDir(folder.filePath()).removeRecursively();
        }
    }
}

} // namespace tidemark
