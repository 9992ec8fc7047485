#pragma once

#include "core/store/database.h"

#include <QString>

namespace tidemark {

/// Copies a client's database to the new file `path` without any text, title, name, setting or token: ids,
/// seqs, times and flags remain. Nothing of what was left out stays in unused parts of the file. The error
/// says why not; then there is no file.
[[nodiscard]] Expected<std::monostate, StoreError> copyWithoutText(Database& database, const QString& path);

} // namespace tidemark
