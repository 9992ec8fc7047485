#pragma once

#include <QString>

namespace tidemark::server {

/// Moves everything from the journal into the database, which is then a single file. Accepts every schema
/// version. Returns false if another program is reading the file, or if it cannot be opened or written, is
/// empty or is not a server's database; then nothing that was committed is lost.
[[nodiscard]] bool foldJournal(const QString& path);

} // namespace tidemark::server
