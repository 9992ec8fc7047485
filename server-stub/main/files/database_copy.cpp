#include "server-stub/main/files/database_copy.h"

#include "server-stub/hub/contract/audit.h"
#include "server-stub/main/files/flushed.h"
#include "server-stub/main/settings/log_handler.h"
#include "server-stub/store/snapshot.h"

#include <QFile>
#include <QFileInfo>

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

namespace tidemark::server {

DatabaseCopy::DatabaseCopy(std::unique_ptr<QTemporaryFile> file, QString place)
    : m_file(std::move(file)), m_place(std::move(place))
{
}

Expected<DatabaseCopy, QString> DatabaseCopy::make(const QString& from, const QString& place)
{
    installLogHandler(LogLevel::Warning);
    auto snapshot = Snapshot::open(from);
    if (!snapshot) {
        return Unexpected(snapshot.error());
    }
    auto file = std::make_unique<QTemporaryFile>(place + QStringLiteral(".XXXXXX.partial"));
    if (!file->open()) {
        return Unexpected(QStringLiteral("cannot write %1: %2").arg(place, file->errorString()));
    }
    if (const QString error = snapshot->copyTo(file->fileName()); !error.isEmpty()) {
        return Unexpected(QStringLiteral("cannot copy %1 to %2: %3").arg(from, place, error));
    }
    DatabaseCopy copy(std::move(file), place);
    if (const QString error = copy.open(); !error.isEmpty()) {
        return Unexpected(QStringLiteral("the copy of %1 is damaged: %2").arg(from, error));
    }
    return copy;
}

QString DatabaseCopy::open()
{
    auto store = SqliteStore::open(name());
    if (!store) {
        return store.error();
    }
    m_store = std::move(store).value();
    if (QString damage = m_store->damage(true); !damage.isEmpty()) {
        return damage;
    }
    m_conversations = m_store->conversations().all().size();
    const std::vector<std::string> differences = audit(*m_store);
    return differences.empty() ? QString()
                               : QStringLiteral("%1 differences, the first: %2")
                                     .arg(differences.size())
                                     .arg(QString::fromStdString(differences.front()));
}

QString DatabaseCopy::finish()
{
    const bool isPacked = m_store->endJournal();
    m_store.reset();
    return isPacked ? flushed(name()) : QStringLiteral("%1 cannot be written").arg(name());
}

void DatabaseCopy::giveToOwnerOf(const QString& file)
{
    struct stat owner {};
    // Use the descriptor that created the file, because the name may have been given to another file.
    if (::lstat(QFile::encodeName(file).constData(), &owner) == 0
        && ::fchown(m_file->handle(), owner.st_uid, owner.st_gid) == 0) {
        ::fchmod(m_file->handle(), owner.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO));
    }
}

QString DatabaseCopy::replace()
{
    if (std::rename(QFile::encodeName(name()).constData(), QFile::encodeName(m_place).constData()) != 0) {
        return QStringLiteral("cannot write %1: %2").arg(m_place, qt_error_string(errno));
    }
    m_file->setAutoRemove(false);
    return {};
}

QString DatabaseCopy::putInPlace()
{
    QFile file(name());
    if (!file.rename(m_place)) {
        return QStringLiteral("cannot write %1: %2").arg(m_place, file.errorString());
    }
    m_file->setAutoRemove(false);
    return flushed(QFileInfo(m_place).absolutePath());
}

} // namespace tidemark::server
