#pragma once

#include "core/base/expected.h"
#include "core/domain/ids.h"
#include "core/transport/server_list.h"

#include <QHash>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <string>
#include <variant>

namespace tidemark::cli {

/// A checked command line: numbers are numbers, the command exists and has what it needs.
struct Arguments {
    ServerList servers; ///< empty: those of the profile
    QString user;
    QString passwordFile;
    std::string token; ///< 32 bytes, or empty
    QString tokenFile;
    /// As the profile keeps it; empty: of no certificate in particular; nothing: none is given.
    std::optional<QString> trustedFingerprint;
    QString profile;
    QString device;
    std::chrono::milliseconds timeout{30000};
    bool offline = false;
    QString trace; ///< folder; empty: no trace

    QString command;
    QStringList positionals;
    QHash<QString, QString> options; ///< of the command; flags have an empty value

    [[nodiscard]] ConversationId conversation() const
    {
        return ConversationId(positionals.value(0).toULongLong());
    }
    /// The positional at `place` as a seq.
    [[nodiscard]] Seq seq(int place) const { return Seq(positionals.value(place).toULongLong()); }
    [[nodiscard]] bool has(const char* option) const { return options.contains(QLatin1String(option)); }
    /// A whole number, `fallback` where the option is not given.
    [[nodiscard]] std::uint64_t number(const char* option, std::uint64_t fallback) const;
    /// A number with a fraction, nothing where the option is not given.
    [[nodiscard]] std::optional<double> factor(const char* option) const;
};

/// Text that was asked for.
struct ShowText {
    QString text;
};

/// `arguments` without the program's name. The error is for the person who typed them.
[[nodiscard]] Expected<std::variant<Arguments, ShowText>, QString>
parseArguments(const QStringList& arguments);

/// 32 bytes as 64 hexadecimal digits or as base64url; nothing when it is neither.
[[nodiscard]] std::optional<std::string> tokenFromText(const QString& text);
[[nodiscard]] QString tokenToText(const std::string& token);

/// Where profiles are when none is named.
[[nodiscard]] QString defaultProfile();

} // namespace tidemark::cli
