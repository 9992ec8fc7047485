#pragma once

#include "core/base/expected.h"
#include "server-stub/main/settings.h"

#include <QList>
#include <QPair>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace tidemark::server {

/// Where settings come from; what stands later replaces what stands earlier.
struct SettingsSources {
    using Values = QList<QPair<QString, QString>>;

    QString file = {};       ///< lines of `name = value`; empty: none
    Values environment = {}; ///< variables of settings, with their values
    Values options = {};     ///< by the names of settings
};

/// Of what environment() takes out of the process's: the configuration file.
inline constexpr const char* fileVariable = "TIDEMARK_SERVER_CONFIG";

/// What of `environment`, lines of NAME=VALUE, is about settings; `fileVariable` names the file.
[[nodiscard]] SettingsSources sourcesIn(const QStringList& environment);

/// The settings as somebody gave them.
struct GivenSettings {
    struct Value {
        QString text;
        QString origin; ///< "FILE:LINE", "TIDEMARK_SERVER_LISTEN", "--listen"
    };
    /// By their places in allSettings(); none: left to the default.
    std::vector<std::optional<Value>> values = std::vector<std::optional<Value>>(allSettings().size());
    /// One line each, for people. With any of them the values are not to be used.
    QStringList problems = {};
};

/// Reads the file, and says all that is wrong with the settings.
[[nodiscard]] GivenSettings readSettings(const SettingsSources& sources);

/// What a setting was given; empty: nothing.
[[nodiscard]] QString givenText(const GivenSettings& given, const char* name);

/// Of values without problems.
[[nodiscard]] ServeSettings settingsOf(const GivenSettings& given);

} // namespace tidemark::server
