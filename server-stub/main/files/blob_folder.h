#pragma once

#include "core/domain/ids.h"
#include "server-stub/hub/contract/blob_store.h"
#include "server-stub/hub/contract/store.h"

#include <QString>
#include <QStringList>

namespace tidemark::server {

/// The folder of the files that belong to a database file.
[[nodiscard]] QString blobFolderOf(const QString& database);

/// Removes files and uploads that the database does not know. Those of the last day stay: the database may
/// have been replaced by an older one. Call before serving.
void removeOrphans(BlobStore& blobs, Store& store, UnixMs now);

/// The differences between the files and the database, human-readable. `deep`: also reads each file and
/// compares its hash.
[[nodiscard]] QStringList differencesOfFiles(BlobStore& blobs, Store& store, bool deep);

/// Makes the files in the folder `from` files in the folder `to`, too. Files never change, so they are linked
/// where the file system allows it. Returns the error; empty if it has succeeded.
[[nodiscard]] QString copyFiles(const QString& from, const QString& to);

} // namespace tidemark::server
