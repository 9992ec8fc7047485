#pragma once

#include "server-stub/hub/contract/stores/blob_store.h"
#include "server-stub/hub/contract/stores/store.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace tidemark::server {

/// The folder of the files that belong to a database file, which may be a link.
[[nodiscard]] QString blobFolderOf(const QString& database);

/// The differences between the files and the database, human-readable. `deep`: also reads each file and
/// compares its hash. Files that have changed after `youngest` may be without a message.
[[nodiscard]] QStringList differencesOfFiles(BlobStore& blobs, Store& store, bool deep, UnixMs youngest);

/// The files of the database that are missing or have the wrong size, human-readable.
[[nodiscard]] QStringList missingFiles(BlobStore& blobs, Store& store);

/// Copies these files from one store to the other, except those that are there already. An interrupted copy
/// goes on where it stopped. Returns the files that could not be copied, human-readable.
[[nodiscard]] QStringList copyBlobs(BlobStore& from, BlobStore& to, const std::vector<BlobRecord>& files);

/// Makes the files in the folder `from` files in the folder `to`, too; `from` need not exist. Files never
/// change, so they are linked where the file system allows it. Returns the error; empty if it has succeeded.
[[nodiscard]] QString copyFiles(const QString& from, const QString& to);

} // namespace tidemark::server
