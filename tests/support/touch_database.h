#pragma once

#include "core/store/file/database.h"

namespace tidemark::test {

/// Writes into the client's database at `path` as another program would. Programs that have it open then
/// read its pages again instead of using their caches. False if this failed.
[[nodiscard]] inline bool touchDatabase(const QString& path)
{
    const auto database = Database::open(path, Database::Mode::ReadWrite);
    return database
           && (*database)->run(QStringLiteral("INSERT OR REPLACE INTO settings VALUES ('touched', '')"));
}

} // namespace tidemark::test
