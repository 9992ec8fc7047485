#pragma once

#include "core/domain/protocol.h"
#include "server-stub/hub/rate_limiter.h"
#include "server-stub/shell/server_options.h"

#include <QByteArray>
#include <QHash>
#include <QHostAddress>

#include <cstddef>
#include <optional>
#include <string>

namespace tidemark::server {

/// What one address may do, whoever signs in from there: so many connections at a time, so many new ones and
/// so many attempts to sign in a second. An IPv6 network of 64 bits is one address. Loopback and the proxies
/// of the options may do anything.
class AddressLimiter {
public:
    /// `limits` must live longer.
    explicit AddressLimiter(const ShellLimits& limits) : m_limits(limits) {}

    /// A connection has come, and counts until left(). Why it is refused, to be told; nothing: it is welcome.
    [[nodiscard]] std::optional<protocol::Error> arrived(const QHostAddress& address, Instant now);
    void left(const QHostAddress& address);
    /// So many that not even a refusal is worth while.
    [[nodiscard]] bool isFlooding(const QHostAddress& address) const;
    /// An attempt to sign in, or to create an account: 0, or how long to wait.
    [[nodiscard]] Milliseconds takeHello(const QHostAddress& address, Instant now);
    /// The place that an address belongs to, as a key; empty for those that may do anything.
    [[nodiscard]] std::string nameOf(const QHostAddress& address) const;
    /// Others come from there through a proxy, which says where they are.
    [[nodiscard]] bool isProxy(const QHostAddress& address) const;
    /// What a proxy says in the head of a request; see forwardedFor().
    [[nodiscard]] std::optional<QHostAddress> clientBehind(const QByteArray& head) const;
    /// Connections that count against their addresses.
    [[nodiscard]] std::size_t connections() const;
    [[nodiscard]] std::size_t remembered() const { return static_cast<std::size_t>(m_places.size()); }

private:
    struct Place {
        std::size_t connections = 0;
        TokenBucket connects;
        TokenBucket hellos;
    };
    [[nodiscard]] bool isExempt(const QHostAddress& address) const;
    [[nodiscard]] Place& placeOf(const QHostAddress& address, Instant now);
    void forgetIdle(Instant now);

    const ShellLimits& m_limits;
    QHash<QHostAddress, Place> m_places;
    qsizetype m_forgetAt = 4096;
};

} // namespace tidemark::server
