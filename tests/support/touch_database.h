#pragma once

#include "core/store/file/database.h"

namespace tidemark::test {

/// Writes into the client's database at `path` as another program would, so that whoever has it open reads
/// its pages again instead of taking them for what they were. False: it could not.
[[nodiscard]] inline bool touchDatabase(const QString& path)
{
    const auto database = Database::open(path, Database::Mode::ReadWrite);
    return database
           && (*database)->run(QStringLiteral("INSERT OR REPLACE INTO settings VALUES ('touched', '')"));
}

} // namespace tidemark::test
