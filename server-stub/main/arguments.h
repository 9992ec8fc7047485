#pragma once

#include "core/base/expected.h"
#include "server-stub/main/log_handler.h"
#include "server-stub/shell/listen_address.h"

#include <QHostAddress>
#include <QList>
#include <QString>
#include <QStringList>
#include <QUuid>

#include <cstdint>
#include <optional>
#include <variant>

namespace tidemark::server {

/// What `tidemark-server serve` was asked for; absent values have defaults that depend on the address.
struct ServeArguments {
    ListenAddress listen;
    QString database;
    QString tlsCertificate; ///< empty, or both are given
    QString tlsKey;
    std::optional<bool> registrationOpen;
    std::optional<std::uint32_t> sendsPerSecond;
    std::optional<std::uint32_t> sendBurst;
    std::optional<std::uint32_t> connectionsPerUser;
    std::optional<std::uint32_t> maxConnections;
    std::optional<std::uint32_t> keepMessages;
    std::optional<std::uint32_t> keepDays;
    std::optional<std::uint32_t> unreadExpiresDays;
    std::optional<std::uint32_t> noticesForgetDays;
    std::optional<std::uint32_t> pullEntries;
    std::optional<std::uint32_t> largeGroup;
    std::optional<std::uint32_t> connectionsPerAddress;
    QList<QHostAddress> proxies = {};
    std::optional<std::uint32_t> passwordMemoryMib = {};
    std::optional<std::uint32_t> passwordPasses = {};
    std::optional<std::uint32_t> rotateTokensDays = {};
    std::optional<ListenAddress> metrics = {}; ///< none: nothing is told
    LogLevel logLevel = LogLevel::Info;
};
struct CheckArguments {
    QString database;
};
struct RestoredArguments {
    QString database;
};
struct AnnounceArguments {
    QString database;
    QString text; ///< "-": standard input
    QUuid uuid;   ///< null: a random one
};
struct DotArguments {
    QString database;
    QString name; ///< empty: all dots are to be listed
};
struct CertificateArguments {
    QString certificate;
    QString key;
    QStringList hosts; ///< empty: this computer's own
    std::uint32_t days = 365;
};
/// Text that was asked for.
struct ShowText {
    QString text;
};
using Command = std::variant<ServeArguments, CheckArguments, RestoredArguments, AnnounceArguments,
                             DotArguments, CertificateArguments, ShowText>;

/// `arguments` without the program's name. The error is for the person who typed them.
[[nodiscard]] Expected<Command, QString> parseArguments(const QStringList& arguments);

} // namespace tidemark::server
