#pragma once

#include "core/client/server_list.h"
#include "ui/language.h"
#include "ui/theme.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <variant>

namespace tidemark {

/// What the command line of the program says.
struct Options {
    QString profile = QStringLiteral("default");
    ServerList servers;
    ThemeChoice theme = ThemeChoice::System;
    std::optional<Language> language; ///< none: as chosen in the window
    QString userName;
    QString password;
    std::string token; ///< 32 raw bytes; empty: none
    QString deviceName;
    QSize windowSize; ///< invalid: the one of last time
    QString titleSuffix;
    quint64 openConversation = 0;
    QString link;       ///< as it was given, unchecked; empty: none
    bool quits = false; ///< the one that is running is to end
    bool startsInTray = false;
    QString screenshotFile; ///< written on SIGUSR1
    QString stateFile;      ///< the same
    QString traceFolder;    ///< of read-state events; empty: none
};

/// The program is to print `text` and end with `status`: help, version, or a mistake.
struct OptionsEnd {
    QString text;
    int status = 0;
};

/// `arguments` as of QCoreApplication::arguments(). Reads the password and token files.
[[nodiscard]] std::variant<Options, OptionsEnd> optionsOf(const QStringList& arguments);

/// A directory name for a profile's name is the name itself: letters, digits, "-", "_" and "." inside.
[[nodiscard]] bool isProfileName(const QString& name);

} // namespace tidemark
