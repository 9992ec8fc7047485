#include "core/client/profile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

namespace tidemark {

namespace {

constexpr QFile::Permissions ownerOnly = QFile::ReadOwner | QFile::WriteOwner;

/// The database is made, and kept private, by the store.
bool makePrivate(const QString& directory, const QString& databasePath)
{
    // Somebody's folder with other things in it stays as open as it is.
    const bool isOurs = QFile::exists(databasePath) || QDir(directory).isEmpty();
    return !isOurs || QFile::setPermissions(directory, ownerOnly | QFile::ExeOwner);
}

} // namespace

Expected<QString, QString> prepareProfile(const QString& directory)
{
    const QString databasePath = QDir(directory).filePath(QStringLiteral("tidemark.sqlite"));
    if (!QDir().mkpath(directory) || !makePrivate(directory, databasePath)) {
        return Unexpected(QCoreApplication::translate(
                              "tidemark::Profile",
                              "The folder %1 cannot be written. Check its permissions, or use another "
                              "profile.")
                              .arg(directory));
    }
    return databasePath;
}

} // namespace tidemark
