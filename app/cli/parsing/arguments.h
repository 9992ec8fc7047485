#pragma once

#include "app/cli/parsing/option.h"
#include "core/domain/ids.h"
#include "core/servers/server_list.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <string>

namespace tidemark::cli {

struct Command;

/// A validated command line: numbers are numbers, and the command exists and has its required arguments.
struct Arguments {
    ServerList servers; ///< empty: use the profile's
    QString user;
    QString passwordFile;
    std::string token; ///< 32 bytes, or empty
    QString tokenFile;
    /// The fingerprint in the form that the profile stores. An empty string trusts no single certificate.
    /// Without a value, the command line does not change the profile's trust.
    std::optional<QString> trustedFingerprint;
    QString profile;
    QString device;
    std::chrono::milliseconds timeout{30000};
    bool offline = false;
    QString trace; ///< directory; empty: no trace

    const Command* command = nullptr; ///< never null after parsing
    QStringList positionals;
    OptionValues options; ///< the options of the command

    [[nodiscard]] ConversationId conversation() const
    {
        return ConversationId(positionals.value(0).toULongLong());
    }
    /// Returns the positional argument at index `place`, as a seq.
    [[nodiscard]] Seq seq(int place) const { return Seq(positionals.value(place).toULongLong()); }
};

} // namespace tidemark::cli
