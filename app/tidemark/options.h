#pragma once

#include "core/servers/server_list.h"
#include "ui/platform/language.h"
#include "ui/platform/theme_choice.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <variant>

namespace tidemark {

/// The options on the program's command line.
struct Options {
    QString profile = QStringLiteral("default");
    ServerList servers;
    ThemeChoice theme = ThemeChoice::System;
    std::optional<Language> language; ///< empty: the language chosen in the window
    QString userName;
    QString password;
    std::string token; ///< 32 raw bytes; empty: none
    QString deviceName;
    QSize windowSize; ///< invalid: the last size
    QString titleSuffix;
    quint64 openConversation = 0;
    QString link;       ///< as given, not validated; empty: none
    bool quits = false; ///< end the running instance
    bool startsInTray = false;
    QString screenshotFile; ///< written on SIGUSR1
    QString stateFile;      ///< written on SIGUSR1
    QString traceFolder;    ///< directory for read-state events; empty: none
};

/// The program prints `text` and ends with `status`. The text is the help, the version or an error.
struct OptionsEnd {
    QString text;
    int status = 0;
};

/// `arguments` are QCoreApplication::arguments(). Reads the password and token files.
[[nodiscard]] std::variant<Options, OptionsEnd> optionsOf(const QStringList& arguments);

/// Returns whether `name` can be a profile's name, which is also its directory's name: letters, digits, "-",
/// "_" and, except at the start, ".".
[[nodiscard]] bool isProfileName(const QString& name);

} // namespace tidemark
