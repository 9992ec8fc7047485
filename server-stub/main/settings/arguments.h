#pragma once

#include "core/base/expected.h"
#include "server-stub/main/settings/settings_reader.h"

#include <QString>
#include <QStringList>
#include <QUuid>

#include <cstdint>
#include <variant>

namespace tidemark::server {

struct ServeArguments {
    SettingsSources sources;
};
/// Shows the settings that `serve` would use.
struct ConfigCheckArguments {
    SettingsSources sources;
};
/// Prints the settings for the manual page.
struct ConfigManualArguments {};
struct CheckArguments {
    QString database;
    bool deep = false; ///< also reads all files
};
struct RestoredArguments {
    QString database;
};
struct BackupArguments {
    QString database;
    QString file; ///< must not exist yet
};
struct RestoreArguments {
    QString database;
    QString file; ///< a backup
};
struct MigrateArguments {
    QString from; ///< the file of an SQLite database, optionally after "sqlite:"
    QString to;   ///< the address of an empty PostgreSQL database
};
struct StatsArguments {
    QString database;
    bool asJson = false;
};
struct UserArguments {
    enum class Action : std::uint8_t { Add, List, Disable, Enable, Reset, Delete };
    Action action = Action::List;
    QString database;
    QString name;         ///< of the account; unused by List
    QString passwordFile; ///< empty: standard input
    bool asJson = false;
};
struct AnnounceArguments {
    QString database;
    QString text; ///< "-": standard input
    QUuid uuid;   ///< null: a random one
};
struct DotArguments {
    QString database;
    QString name; ///< empty: list all dots
};
struct CertificateArguments {
    QString certificate;
    QString key;
    QStringList hosts; ///< empty: the names and addresses of this computer
    std::uint32_t days = 365;
};
/// Requested text, such as help.
struct ShowText {
    QString text;
};
using Command =
    std::variant<ServeArguments, ConfigCheckArguments, ConfigManualArguments, CheckArguments,
                 RestoredArguments, BackupArguments, RestoreArguments, MigrateArguments, StatsArguments,
                 UserArguments, AnnounceArguments, DotArguments, CertificateArguments, ShowText>;

/// Parses `arguments`, without the program's name; `environment` has lines of NAME=VALUE. A database that is
/// not among the arguments comes from the settings. The error is for the operator who typed them.
[[nodiscard]] Expected<Command, QString> parseArguments(const QStringList& arguments,
                                                        const QStringList& environment);

} // namespace tidemark::server
