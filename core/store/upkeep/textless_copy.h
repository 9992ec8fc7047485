#pragma once

#include "core/store/file/database.h"

#include <QString>

namespace tidemark {

/// Copies a client's database to the new file `path` without any text, title, name, setting or token: ids,
/// seqs, times and flags remain. Unused parts of the file contain no removed data either. On error no file is
/// left.
[[nodiscard]] Expected<std::monostate, StoreError> copyWithoutText(Database& database, const QString& path);

} // namespace tidemark
