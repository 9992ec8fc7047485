#pragma once

#include "core/domain/protocol.h"
#include "server-stub/hub/contract/rate_limiter.h"
#include "server-stub/shell/sockets/server_options.h"

#include <QByteArray>
#include <QHash>
#include <QHostAddress>

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace tidemark::server {

/// Limits each address, whichever users sign in from it: connections at a time, new connections per second
/// and sign-in attempts per second. An IPv6 network of 64 bits counts as one address. All addresses of a
/// network of 48 bits, which one customer of a provider can own, may together use `wideTimes` times as much.
/// Loopback and the proxies in the options are exempt.
class AddressLimiter {
public:
    static constexpr std::size_t wideTimes = 4;

    /// `limits` must outlive this object.
    explicit AddressLimiter(const ShellLimits& limits) : m_limits(limits) {}

    /// Counts a new connection until left(). Returns the refusal to be sent; empty if the connection is
    /// accepted.
    [[nodiscard]] std::optional<protocol::Error> arrived(const QHostAddress& address, Instant now);
    void left(const QHostAddress& address);
    /// Whether the address has so many connections that even a refusal is too much work.
    [[nodiscard]] bool isFlooding(const QHostAddress& address) const;
    /// Counts an attempt to sign in or to create an account. Returns 0, or the time to wait.
    [[nodiscard]] Milliseconds takeHello(const QHostAddress& address, Instant now);
    /// The address as SignInGuard counts it; empty if the address is exempt.
    [[nodiscard]] std::string nameOf(const QHostAddress& address) const;
    /// Whether the address is a proxy, which forwards clients and names their addresses.
    [[nodiscard]] bool isProxy(const QHostAddress& address) const;
    /// The client's address in the head of a proxy's request; see forwardedFor().
    [[nodiscard]] std::optional<QHostAddress> clientBehind(const QByteArray& head) const;
    /// Number of connections that count against their addresses.
    [[nodiscard]] std::size_t connections() const;
    [[nodiscard]] std::size_t remembered() const;

private:
    struct Place {
        std::size_t connections = 0;
        TokenBucket connects;
        TokenBucket hellos;
    };
    /// The networks of one size.
    struct Table {
        int v6Bits = 0;
        std::size_t times = 1; ///< multiplies the limits
        QHash<QHostAddress, Place> places = {};
        qsizetype forgetAt = 4096;
    };
    /// The tables in which an address is counted.
    [[nodiscard]] std::span<Table> tablesFor(const QHostAddress& address);
    [[nodiscard]] std::span<const Table> tablesFor(const QHostAddress& address) const;
    [[nodiscard]] bool isExempt(const QHostAddress& address) const;
    [[nodiscard]] Place& placeOf(Table& table, const QHostAddress& address, Instant now) const;
    static void forgetIdle(Table& table, Instant now);

    const ShellLimits& m_limits;
    /// The first table counts all addresses, the second only IPv6.
    std::array<Table, 2> m_tables{Table{64, 1}, Table{48, wideTimes}};
};

} // namespace tidemark::server
