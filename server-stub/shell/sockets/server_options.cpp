#include "server-stub/shell/sockets/server_options.h"

namespace tidemark::server {

std::optional<QString> refusal(const ServerOptions& options)
{
    if (options.tls.has_value() || options.address.isLoopback()) {
        return std::nullopt;
    }
    return QStringLiteral("refusing to listen on %1 without TLS: give --tls-certificate and --tls-key, or a "
                          "loopback address such as 127.0.0.1")
        .arg(options.address.toString());
}

bool isPrivate(const QHostAddress& address, const QList<QHostAddress>& proxies)
{
    return address.isLoopback() && proxies.isEmpty();
}

Limits defaultLimits(bool isPrivate)
{
    Limits limits;
    if (isPrivate) {
        limits.maxConnectionsPerUser = 1000;
        limits.maxSessionsPerConnection = 20000;
        limits.sendsPerSecond = 5000;
        limits.sendBurst = 50000;
        limits.requestsPerSecond = 5000;
        limits.requestBurst = 50000;
        limits.largeGroupMembers = 0;
        limits.maxMemberships = 0;
        limits.maxCreated = 0;
        limits.maxSessionsPerUser = 0;
        limits.transferBytesPerSecond = 0;
    }
    return limits;
}

} // namespace tidemark::server
