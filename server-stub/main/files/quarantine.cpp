#include "server-stub/main/files/quarantine.h"

#include "core/base/failpoint.h"
#include "server-stub/main/files/flushed.h"
#include "server-stub/store/journal.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryFile>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <utility>

namespace tidemark::server {
namespace {

/// The files of a database. The database comes last: where it is, its journals are already.
constexpr std::array parts{"-wal", "-journal", ""};

QByteArray partOf(const QString& database, const char* part)
{
    return QFile::encodeName(database) + part;
}

/// A name that no file has yet.
QString quarantineName(const QString& database)
{
    for (int number = 1;; ++number) {
        QString name = QStringLiteral("%1.before-restore-%2").arg(database).arg(number);
        const bool isFree = std::none_of(parts.begin(), parts.end(), [&name](const char* part) {
            return ::access(partOf(name, part).constData(), F_OK) == 0;
        });
        if (isFree) {
            return name;
        }
    }
}

QString folderOf(const QString& database)
{
    return QFileInfo(database).absolutePath();
}

QString failed(const char* what, const QString& database)
{
    return QStringLiteral("cannot %1 %2: %3").arg(QLatin1String(what), database, qt_error_string(errno));
}

} // namespace

Quarantine::Quarantine(QString database, QString aside)
    : m_database(std::move(database)), m_quarantine(std::move(aside))
{
}

Expected<Quarantine, QString> Quarantine::make(const QString& database)
{
    Quarantine made(database, quarantineName(database));
    // A journal that cannot be written into the database is kept with it.
    static_cast<void>(foldJournal(database));
    if (QString error = made.keep(); !error.isEmpty()) {
        made.undo();
        return Unexpected(std::move(error));
    }
    return made;
}

QString Quarantine::keep()
{
    for (const char* part : parts) {
        const bool isLinked =
            ::link(partOf(m_database, part).constData(), partOf(m_quarantine, part).constData()) == 0;
        if (!isLinked && errno != ENOENT) {
            return failed("set aside", m_database);
        }
        const bool isJournal = *part != '\0';
        (isJournal ? m_hasJournal : m_hasDatabase) |= isLinked;
    }
    return flushed(folderOf(m_database));
}

QString Quarantine::takeJournalAway()
{
    if (!m_hasJournal) {
        return {};
    }
    if (QString error = putEmptyFile(); !error.isEmpty()) {
        return error;
    }
    failpoint(Failpoint::RestoreEmptied);
    for (const char* part : {"-wal", "-journal", "-shm"}) {
        if (::unlink(partOf(m_database, part).constData()) != 0 && errno != ENOENT) {
            return failed("remove the journal of", m_database);
        }
    }
    QString error = flushed(folderOf(m_database));
    failpoint(Failpoint::RestoreCleared);
    return error;
}

QString Quarantine::putEmptyFile()
{
    QTemporaryFile empty(m_database + QStringLiteral(".XXXXXX.partial"));
    if (!empty.open()
        || std::rename(QFile::encodeName(empty.fileName()).constData(), partOf(m_database, "").constData())
               != 0) {
        return failed("write", m_database);
    }
    empty.setAutoRemove(false);
    m_isEmptied = true;
    return flushed(folderOf(m_database));
}

void Quarantine::undo() const
{
    for (const char* part : parts) {
        const QByteArray aside = partOf(m_quarantine, part);
        // If both names belong to the same file, rename() does nothing, and both stay.
        if (std::rename(aside.constData(), partOf(m_database, part).constData()) == 0) {
            ::unlink(aside.constData());
        }
    }
    if (m_isEmptied && !m_hasDatabase) {
        ::unlink(partOf(m_database, "").constData());
    }
    static_cast<void>(flushed(folderOf(m_database)));
}

} // namespace tidemark::server
