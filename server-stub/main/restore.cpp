#include "server-stub/main/restore.h"

#include "server-stub/main/closed_database.h"
#include "server-stub/main/database_copy.h"
#include "server-stub/main/exit_status.h"

#include <QFile>
#include <QFileInfo>

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdio>

namespace tidemark::server {
namespace {

/// The database and its journal.
constexpr std::array parts{"", "-wal", "-shm"};

/// A name that nothing has yet.
QString nameAside(const QString& database)
{
    for (int number = 1;; ++number) {
        QString name = QStringLiteral("%1.before-restore-%2").arg(database).arg(number);
        if (!QFileInfo::exists(name))
            return name;
    }
}

/// The journal first: beside another database it would do harm. What is wrong; empty: it was done.
QString moveAside(const QString& database, const QString& aside)
{
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        QFile file(database + QString::fromLatin1(*part));
        if (file.exists() && !file.rename(aside + QString::fromLatin1(*part)))
            return QStringLiteral("cannot set %1 aside: %2").arg(file.fileName(), file.errorString());
    }
    return {};
}

/// The copy belongs to whom the database belonged, also when the administrator restores it.
void takeOwner(const QString& copy, const QString& database)
{
    struct stat owner {};
    const QByteArray name = QFile::encodeName(copy);
    if (::stat(QFile::encodeName(database).constData(), &owner) != 0)
        return;
    if (::chown(name.constData(), owner.st_uid, owner.st_gid) == 0)
        ::chmod(name.constData(), owner.st_mode & 07777U);
}

} // namespace

int restore(const RestoreArguments& arguments)
{
    const QString& database = arguments.database;
    const QFileInfo before(database);
    const QFileInfo backup(arguments.file);
    if (!backup.isFile())
        return fail(WrongUse, QStringLiteral("there is no backup %1").arg(arguments.file));
    if (before.exists() && before.canonicalFilePath() == backup.canonicalFilePath())
        return fail(WrongUse, QStringLiteral("%1 is the database itself").arg(arguments.file));
    const auto lock = lockDatabase(database);
    if (!lock)
        return fail(Failed, lock.error().message);
    auto copy = DatabaseCopy::make(arguments.file, database);
    if (!copy)
        return fail(Failed, copy.error());
    if (!copy->store().renewLogEpochs())
        return fail(Failed, QStringLiteral("the copy of %1 cannot be written").arg(arguments.file));
    if (const QString error = copy->finish(); !error.isEmpty())
        return fail(Failed, error);
    takeOwner(copy->name(), database);
    const QString aside = before.exists() ? nameAside(database) : QString();
    if (!aside.isEmpty()) {
        if (const QString error = moveAside(database, aside); !error.isEmpty())
            return fail(Failed, error);
    }
    if (const QString error = copy->putInPlace(); !error.isEmpty())
        return fail(Failed, error);
    std::printf("restored from %s: %zu conversations have a new epoch\n", qPrintable(arguments.file),
                copy->conversations());
    if (!aside.isEmpty())
        std::printf("what was there before is %s\n", qPrintable(aside));
    return Success;
}

} // namespace tidemark::server
