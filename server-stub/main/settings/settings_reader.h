#pragma once

#include "server-stub/main/settings/settings.h"

#include <QList>
#include <QPair>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace tidemark::server {

/// The sources of settings; later sources override earlier ones.
struct SettingsSources {
    using Values = QList<QPair<QString, QString>>;

    QString file = {};       ///< path of a file with lines of `name = value`; empty: no file
    Values environment = {}; ///< environment variables for settings, with their values
    Values options = {};     ///< options, by the names of the settings
};

/// The environment variable that names the configuration file.
inline constexpr const char* fileVariable = "TIDEMARK_SERVER_CONFIG";

/// The part of `environment`, lines of NAME=VALUE, that is about settings; `fileVariable` names the file.
[[nodiscard]] SettingsSources sourcesIn(const QStringList& environment);

/// The settings as they were given, with their sources.
struct GivenSettings {
    struct Value {
        QString text;
        QString origin; ///< "FILE:LINE", "TIDEMARK_SERVER_LISTEN", "--listen"
    };
    /// By the indexes of allSettings(); empty: the default applies.
    std::vector<std::optional<Value>> values = std::vector<std::optional<Value>>(allSettings().size());
    /// Human-readable problems, one line each. If there are any, do not use the values.
    QStringList problems = {};
};

/// Reads the file, and reports all problems with the settings.
[[nodiscard]] GivenSettings readSettings(const SettingsSources& sources);

/// The given text of a setting; empty if it was not given.
[[nodiscard]] QString givenText(const GivenSettings& given, const char* name);

/// The settings from the values without problems.
[[nodiscard]] ServeSettings settingsOf(const GivenSettings& given);

} // namespace tidemark::server
