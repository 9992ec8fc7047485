#pragma once

#include "core/store/tables/store_tables.h"

#include <QString>

namespace tidemark {

/// The amount of data recovered from a damaged database.
struct Salvaged {
    int drafts = 0;
    int pending = 0;
    int intents = 0;
    bool account = false;
};

/// Copies data that only this device has from the damaged database at `path` into `into`, row by row, as far
/// as it is readable: device, account, settings, names, drafts, pending messages, read intents. Conversations
/// are copied without log, badge and version, so that the server sends their whole state again and no damaged
/// data is trusted. Runs in the caller's transaction; only reads the files at `path`.
///
/// `freshPath`: a database with the current schema, complete on disk. Its first page replaces an unreadable
/// first page.
[[nodiscard]] Salvaged salvage(const QString& path, const QString& freshPath, StoreTables& into);

} // namespace tidemark
