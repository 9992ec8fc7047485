#pragma once

#include "core/domain/ids.h"
#include "core/domain/limits.h"
#include "server-stub/hub/hub.h"
#include "server-stub/shell/password_hash.h"

#include <QHostAddress>
#include <QList>
#include <QSslConfiguration>
#include <QString>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace tidemark::server {

/// What the shell bounds by itself; what the hub bounds is in HubConfig::limits.
struct ShellLimits {
    std::size_t maxConnections = 20000;      ///< sockets, also those that have not finished their handshake
    std::size_t connectionsPerAddress = 256; ///< at a time, and at once before the next limit applies
    std::uint32_t connectsPerSecond = 20;    ///< new connections of one address, for long
    std::uint32_t hellosPerSecond = 20;      ///< attempts of one address to sign in, for long
    bool exemptsLoopback = true;             ///< from what is said per address
    /// Exempt too: many people come from there. What they say of where a client is (see forwardedFor()) is
    /// believed.
    QList<QHostAddress> proxies = {};
    std::size_t maxInputsPerStep = 2000;
    qint64 softBacklogBytes = 256 * 1024;       ///< unsent; above it heads wait, the newest per conversation
    qint64 hardBacklogBytes = 16 * 1024 * 1024; ///< unsent; above it the connection is cut
    Milliseconds signInTimeout{15000};          ///< from the accepted socket to the first session
    Milliseconds closeTimeout{5000};            ///< from a refusal until the socket is cut
    Milliseconds shutdownTimeout{2000};         ///< from shutDown() until the remaining sockets are cut
    Milliseconds goAwayMin{500};                ///< clients come back after a random time between these
    Milliseconds goAwayMax{3000};
    Milliseconds drain{0}; ///< see Server::drain(); 0: nobody is led away first
    /// There is more time between them where more than so many a second would come; 0: never.
    std::uint32_t comeBacksPerSecond = 1000;
    int passwordThreads = 2;
    std::size_t maxPasswordJobs = 64; ///< waiting or running; further ones fail at once
    PasswordCost passwordCost = {};   ///< wanted; weaker hashes are made anew when somebody signs in
};

struct ServerOptions {
    QHostAddress address{QHostAddress::LocalHost};
    quint16 port = 0;                     ///< 0 takes a free one
    std::optional<QSslConfiguration> tls; ///< certificate and key: wss instead of ws
    HubConfig hub;
    ShellLimits shell;
    QString controlPath = {}; ///< of the operator's socket; empty: there is none
};

/// Why a server must not listen with these options: passwords and tokens would cross a network unencrypted.
[[nodiscard]] std::optional<QString> refusal(const ServerOptions& options);

/// Whether only programs of this machine can come: on a loopback address that no proxy leads others to.
[[nodiscard]] bool isPrivate(const QHostAddress& address, const QList<QHostAddress>& proxies);

/// Where that is so limits are generous, because tests and imports run there.
[[nodiscard]] Limits defaultLimits(bool isPrivate);

} // namespace tidemark::server
