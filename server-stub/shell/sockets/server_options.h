#pragma once

#include "core/domain/ids.h"
#include "core/domain/limits.h"
#include "server-stub/hub/contract/fair_queue.h"
#include "server-stub/hub/contract/request_cost.h"
#include "server-stub/hub/hub.h"
#include "server-stub/shell/passwords/password_hash.h"

#include <QHostAddress>
#include <QList>
#include <QSslConfiguration>
#include <QString>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace tidemark::server {

/// Limits of the shell; the hub's limits are in HubConfig::limits.
struct ShellLimits {
    std::size_t maxConnections = 20000;      ///< sockets, including those still in a handshake
    std::size_t connectionsPerAddress = 256; ///< at a time; also the burst of connectsPerSecond
    std::uint32_t connectsPerSecond = 20;    ///< new connections of one address, in the long run
    std::uint32_t hellosPerSecond = 20;      ///< sign-in attempts of one address, in the long run
    bool exemptsLoopback = true;             ///< whether loopback is exempt from the limits per address
    /// Proxies are exempt too, because many users connect through them. The server trusts the client
    /// addresses that they name (see forwardedFor()).
    QList<QHostAddress> proxies = {};
    std::size_t maxInputsPerStep = 2000;
    /// The work that one user, and all users together, may request in one turn of the event loop.
    FairQueue::Bounds turn = {4 * workPerToken, 100 * workPerToken};
    /// States that one answer may have in one step of the hub. A shared store reads all of them at once.
    std::size_t statesPerStep = 24;
    /// Bytes that uploads leave free on the disk.
    std::uint64_t reservedDiskBytes = 500'000'000;
    /// Unsent bytes; above this heads wait, the newest per conversation.
    qint64 softBacklogBytes = 256 * 1024;
    /// Unsent bytes and waiting heads; above this the connection is cut.
    qint64 hardBacklogBytes = 16 * 1024 * 1024;
    /// Maximum memory for incomplete messages of all connections that are not signed in; see BufferBudget.
    std::size_t maxBytesBeforeSignIn = std::size_t{64} * 1024 * 1024;
    Milliseconds signInTimeout{15000};  ///< from the accepted socket to the first session
    Milliseconds closeTimeout{5000};    ///< from a refusal until the socket is cut
    Milliseconds shutdownTimeout{2000}; ///< from shutDown() until the remaining sockets are cut
    Milliseconds goAwayMin{500};        ///< clients reconnect after a random time between these two
    Milliseconds goAwayMax{3000};
    Milliseconds drain{0}; ///< see Server::drain(); 0: shuts down at once
    /// The longest time is raised if more clients than this would reconnect per second; 0: never.
    std::uint32_t reconnectsPerSecond = 1000;
    int passwordThreads = 2;
    std::size_t maxPasswordJobs = 64; ///< waiting and running jobs; further ones fail at once
    PasswordCost passwordCost = {}; ///< cost of new hashes; a weaker hash is replaced when its user signs in
};

struct ServerOptions {
    QHostAddress address{QHostAddress::LocalHost};
    quint16 port = 0;                     ///< 0 takes any free port
    std::optional<QSslConfiguration> tls; ///< certificate and key: wss instead of ws
    HubConfig hub;
    ShellLimits shell;
    QString controlPath = {}; ///< path of the operator's socket; empty: no socket
};

/// The reason why a server must not listen with these options: passwords and tokens would cross a network
/// unencrypted.
[[nodiscard]] std::optional<QString> refusal(const ServerOptions& options);

/// Whether only programs on this machine can connect: the address is loopback, and no proxy forwards others
/// to it.
[[nodiscard]] bool isPrivate(const QHostAddress& address, const QList<QHostAddress>& proxies);

/// Limits are generous if `isPrivate`, because tests and imports run there.
[[nodiscard]] Limits defaultLimits(bool isPrivate);

} // namespace tidemark::server
