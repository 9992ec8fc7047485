#include "core/client/profile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

namespace tidemark {

namespace {

constexpr QFile::Permissions ownerOnly = QFile::ReadOwner | QFile::WriteOwner;

bool makePrivate(const QString& directory, const QString& databasePath)
{
    // Somebody's folder with other things in it stays as open as it is.
    const bool isOurs = QFile::exists(databasePath) || QDir(directory).isEmpty();
    if (isOurs && !QFile::setPermissions(directory, ownerOnly | QFile::ExeOwner)) {
        return false;
    }
    // SQLite gives its other files the mode of the database, so the database has it before it is opened.
    QFile database(databasePath);
    return (database.exists() || database.open(QFile::WriteOnly, ownerOnly))
           && database.setPermissions(ownerOnly);
}

} // namespace

Expected<QString, QString> prepareProfile(const QString& directory)
{
    const QString databasePath = QDir(directory).filePath(QStringLiteral("tidemark.sqlite"));
    if (!QDir().mkpath(directory) || !makePrivate(directory, databasePath)) {
        return Unexpected(QCoreApplication::translate("tidemark::Profile", "The folder %1 cannot be written.")
                              .arg(directory));
    }
    return databasePath;
}

} // namespace tidemark
