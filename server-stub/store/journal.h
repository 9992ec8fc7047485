#pragma once

#include <QString>

namespace tidemark::server {

/// Writes what stands in the journal of a server's database into the database, which is a single file then.
/// Its version does not matter. False: something else is reading it, it cannot be opened or written, is
/// empty, or is no server's database; nothing that was committed is lost then.
[[nodiscard]] bool foldJournal(const QString& path);

} // namespace tidemark::server
