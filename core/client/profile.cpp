#include "core/client/profile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

namespace tidemark {

namespace {

constexpr QFile::Permissions ownerOnly = QFile::ReadOwner | QFile::WriteOwner;

/// The store itself creates the database and keeps it private.
bool makePrivate(const QString& directory, const QString& databasePath)
{
    // Do not change the mode of a folder that holds other files.
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
