#pragma once

#include "app/cli/option.h"
#include "core/base/expected.h"
#include "core/domain/ids.h"
#include "core/transport/server_list.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tidemark::cli {

struct Command;

/// A validated command line: numbers are numbers, and the command exists and has its required arguments.
struct Arguments {
    ServerList servers; ///< empty: use the profile's
    QString user;
    QString passwordFile;
    std::string token; ///< 32 bytes, or empty
    QString tokenFile;
    /// In the form the profile stores. An empty string trusts no certificate in particular; without a value,
    /// the command line says nothing about it.
    std::optional<QString> trustedFingerprint;
    QString profile;
    QString device;
    std::chrono::milliseconds timeout{30000};
    bool offline = false;
    QString trace; ///< directory; empty: no trace

    const Command* command = nullptr; ///< never null after parsing
    QStringList positionals;
    OptionValues options; ///< of the command

    [[nodiscard]] ConversationId conversation() const
    {
        return ConversationId(positionals.value(0).toULongLong());
    }
    /// The positional argument at index `place`, as a seq.
    [[nodiscard]] Seq seq(int place) const { return Seq(positionals.value(place).toULongLong()); }
};

/// The user asked for this text, such as the help.
struct ShowText {
    QString text;
};

/// Decodes the words of a command line, which must be UTF-8. The error is for the user.
[[nodiscard]] Expected<QStringList, QString> wordsOf(const std::vector<std::string>& bytes);

/// Parses `arguments`, which must not contain the program's name. The error is for the user.
[[nodiscard]] Expected<std::variant<Arguments, ShowText>, QString>
parseArguments(const QStringList& arguments);

/// The profile's directory if the command line names none.
[[nodiscard]] QString defaultProfile();

} // namespace tidemark::cli
