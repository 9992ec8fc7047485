#pragma once

#include "server-stub/main/log_handler.h"
#include "server-stub/shell/listen_address.h"
#include "server-stub/shell/server_options.h"

#include <QHostAddress>
#include <QList>
#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace tidemark::server {

/// What `tidemark-server serve` can be told; absent values have defaults that depend on the address.
struct ServeSettings {
    ListenAddress listen = {};
    QString database = {};
    QString tlsCertificate = {}; ///< empty, or both are given
    QString tlsKey = {};
    std::optional<bool> registrationOpen = {};
    std::optional<std::uint32_t> sendsPerSecond = {};
    std::optional<std::uint32_t> sendBurst = {};
    std::optional<std::uint32_t> requestsPerSecond = {};
    std::optional<std::uint32_t> requestBurst = {};
    std::optional<std::uint32_t> connectionsPerUser = {};
    std::optional<std::uint32_t> maxConnections = {};
    std::optional<std::uint32_t> keepMessages = {};
    std::optional<std::uint32_t> keepDays = {};
    std::optional<std::uint32_t> unreadExpiresDays = {};
    std::optional<std::uint32_t> noticesForgetDays = {};
    std::optional<std::uint32_t> pullEntries = {};
    std::optional<std::uint32_t> largeGroup = {};
    std::optional<std::uint32_t> connectionsPerAddress = {};
    std::optional<std::uint32_t> restartWindow = {}; ///< seconds
    std::optional<std::uint32_t> drain = {};         ///< seconds; 0: not at all
    std::optional<std::uint32_t> passwordMemoryMib = {};
    std::optional<std::uint32_t> passwordPasses = {};
    std::optional<std::uint32_t> rotateTokensDays = {}; ///< 0: never
    QList<QHostAddress> proxies = {};
    std::optional<ListenAddress> metrics = {}; ///< none: nothing is told
    LogLevel logLevel = LogLevel::Info;
    LogFormat logFormat = LogFormat::Text;
};

/// One thing that the server can be told. Its key in a file, its option and its environment variable are all
/// derived from the name, and help and manual from the texts.
struct Setting {
    const char* name;  ///< "large-group"; the option is --large-group
    const char* value; ///< how values are written: "N", "open|closed"
    const char* text;  ///< what it does, in sentences
    bool isRequired;
    bool isReloaded; ///< takes effect at SIGHUP; else the server has to be started again
    /// What is wrong with the value; empty: it was taken.
    QString (*put)(ServeSettings& settings, const QString& value);
    /// The value in force.
    QString (*effective)(const ServeSettings& settings, const ServerOptions& options);
};

/// All of them, in the order of the help.
[[nodiscard]] const std::vector<Setting>& allSettings();

/// All environment variables of settings begin so.
inline constexpr const char* variablePrefix = "TIDEMARK_SERVER_";

/// TIDEMARK_SERVER_LARGE_GROUP
[[nodiscard]] QString variableOf(const Setting& setting);

} // namespace tidemark::server
