#pragma once

#include "core/store/store_tables.h"

#include <QString>

namespace tidemark {

/// How much was taken over from a damaged database.
struct Salvaged {
    int drafts = 0;
    int pending = 0;
    int intents = 0;
    bool account = false;
};

/// Copies what only this device knows from the damaged database at `path` into `into`, as far as it can be
/// read, row by row: device, account, settings, names, drafts, pending messages, read intents. Conversations
/// come along without log, badge and version, so that the server sends all of their state again and nothing
/// that might be damaged is trusted. Within the caller's transaction; only reads the files at `path`.
///
/// `freshPath`: a database of the present schema, complete on disk. Its first page stands in for one that
/// cannot be read any more.
[[nodiscard]] Salvaged salvage(const QString& path, const QString& freshPath, StoreTables& into);

} // namespace tidemark
