#pragma once

#include "server-stub/main/settings/log_handler.h"
#include "server-stub/shell/sockets/listen_address.h"
#include "server-stub/shell/sockets/server_options.h"

#include <QHostAddress>
#include <QList>
#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace tidemark::server {

/// The settings of `tidemark-server serve`. Defaults of absent values depend on the address.
struct ServeSettings {
    ListenAddress listen = {};
    QString database = {};
    QString tlsCertificate = {}; ///< both are given, or both are empty
    QString tlsKey = {};
    std::optional<bool> registrationOpen = {};
    std::optional<AddingPolicy> adding = {};
    std::optional<bool> removesDeletedTexts = {};
    std::optional<std::uint32_t> sendsPerSecond = {};
    std::optional<std::uint32_t> sendBurst = {};
    std::optional<std::uint32_t> requestsPerSecond = {};
    std::optional<std::uint32_t> requestBurst = {};
    std::optional<std::uint32_t> connectionsPerUser = {};
    std::optional<std::uint32_t> sessionsPerUser = {}; ///< 0: no limit; also for the next two
    std::optional<std::uint32_t> membershipsPerUser = {};
    std::optional<std::uint32_t> groupsPerUser = {};
    std::optional<std::uint32_t> fileMb = {}; ///< 0: no files
    std::optional<std::uint32_t> filesPerUserMb = {};
    std::optional<std::uint32_t> allFilesMb = {};
    std::optional<std::uint32_t> reservedDiskMb = {};
    std::optional<std::uint32_t> transferKbPerSecond = {}; ///< 0: no limit
    std::optional<std::uint32_t> maxConnections = {};
    std::optional<std::uint32_t> keepMessages = {};
    std::optional<std::uint32_t> keepDays = {};
    std::optional<std::uint32_t> unreadExpiresDays = {};
    std::optional<std::uint32_t> noticesForgetDays = {};
    std::optional<std::uint32_t> pullEntries = {};
    std::optional<std::uint32_t> largeGroup = {};
    std::optional<std::uint32_t> connectionsPerAddress = {};
    std::optional<std::uint32_t> restartWindow = {}; ///< seconds
    std::optional<std::uint32_t> drain = {};         ///< seconds; 0: no draining
    std::optional<std::uint32_t> passwordMemoryMib = {};
    std::optional<std::uint32_t> passwordPasses = {};
    std::optional<std::uint32_t> rotateTokensDays = {}; ///< 0: never
    QList<QHostAddress> proxies = {};
    std::optional<ListenAddress> metrics = {}; ///< empty: no metrics are served
    LogLevel logLevel = LogLevel::Info;
    LogFormat logFormat = LogFormat::Text;
};

/// One setting. Its key in a file, its option and its environment variable are derived from the name; help
/// and manual use the texts.
struct Setting {
    const char* name;  ///< "large-group"; the option is --large-group
    const char* value; ///< the form of values: "N", "open|closed"
    const char* text;  ///< the description, in sentences
    bool isRequired;
    bool isReloaded; ///< takes effect at SIGHUP; otherwise only after a restart
    /// Sets the value. Returns the problem with it; empty if it was accepted.
    QString (*put)(ServeSettings& settings, const QString& value);
    QString (*effective)(const ServeSettings& settings, const ServerOptions& options);
};

/// All settings, in the order of the help.
[[nodiscard]] const std::vector<Setting>& allSettings();

/// The prefix of all environment variables for settings.
inline constexpr const char* variablePrefix = "TIDEMARK_SERVER_";

/// For example TIDEMARK_SERVER_LARGE_GROUP.
[[nodiscard]] QString variableOf(const Setting& setting);

} // namespace tidemark::server
