#pragma once

#include <QString>

namespace tidemark::server {

[[nodiscard]] QString programHelp();
[[nodiscard]] QString serveHelp();
[[nodiscard]] QString configHelp();
[[nodiscard]] QString userHelp();
[[nodiscard]] QString backupHelp();
[[nodiscard]] QString restoreHelp();
[[nodiscard]] QString migrateHelp();
[[nodiscard]] QString statsHelp();
[[nodiscard]] QString checkHelp();
[[nodiscard]] QString restoredHelp();
[[nodiscard]] QString newEpochHelp();
[[nodiscard]] QString announceHelp();
[[nodiscard]] QString dotHelp();
[[nodiscard]] QString certificateHelp();
[[nodiscard]] QString versionText();

} // namespace tidemark::server
