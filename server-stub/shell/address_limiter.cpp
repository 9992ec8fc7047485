#include "server-stub/shell/address_limiter.h"

#include "server-stub/shell/forwarded_for.h"

#include <algorithm>

namespace tidemark::server {

using protocol::ErrorCode;

namespace {

constexpr Milliseconds pauseWhenFull{5000};
constexpr qsizetype smallTable = 4096;

/// What is taken for one place.
QHostAddress networkOf(const QHostAddress& address)
{
    bool isV4 = false;
    const quint32 v4 = address.toIPv4Address(&isV4);
    if (isV4)
        return QHostAddress(v4);
    Q_IPV6ADDR bytes = address.toIPv6Address();
    std::fill(bytes.c + 8, bytes.c + 16, quint8(0));
    return QHostAddress(bytes);
}

} // namespace

std::optional<protocol::Error> AddressLimiter::arrived(const QHostAddress& address, Instant now)
{
    if (isExempt(address))
        return std::nullopt;
    Place& place = placeOf(address, now);
    const bool isFull = place.connections >= m_limits.connectionsPerAddress;
    ++place.connections;
    if (isFull)
        return protocol::Error{ErrorCode::TooManyConnections, pauseWhenFull, "from this address"};
    const Milliseconds wait = place.connects.take(1, now);
    if (wait > Milliseconds(0))
        return protocol::Error{ErrorCode::TooFast, wait, "connections from this address"};
    return std::nullopt;
}

void AddressLimiter::left(const QHostAddress& address)
{
    const auto place = m_places.find(networkOf(address));
    if (place != m_places.end() && place->connections > 0)
        --place->connections;
}

bool AddressLimiter::isFlooding(const QHostAddress& address) const
{
    const auto place = m_places.constFind(networkOf(address));
    return place != m_places.cend() && place->connections >= 2 * m_limits.connectionsPerAddress;
}

Milliseconds AddressLimiter::takeHello(const QHostAddress& address, Instant now)
{
    return isExempt(address) ? Milliseconds(0) : placeOf(address, now).hellos.take(1, now);
}

std::string AddressLimiter::nameOf(const QHostAddress& address) const
{
    return isExempt(address) ? std::string() : networkOf(address).toString().toStdString();
}

std::size_t AddressLimiter::connections() const
{
    std::size_t sum = 0;
    for (const Place& place : m_places)
        sum += place.connections;
    return sum;
}

bool AddressLimiter::isExempt(const QHostAddress& address) const
{
    if (m_limits.exemptsLoopback && address.isLoopback())
        return true;
    return isProxy(address);
}

bool AddressLimiter::isProxy(const QHostAddress& address) const
{
    return isAmong(m_limits.proxies, address);
}

std::optional<QHostAddress> AddressLimiter::clientBehind(const QByteArray& head) const
{
    return forwardedFor(head, m_limits.proxies);
}

AddressLimiter::Place& AddressLimiter::placeOf(const QHostAddress& address, Instant now)
{
    const QHostAddress network = networkOf(address);
    const auto found = m_places.find(network);
    if (found != m_places.end())
        return *found;
    forgetIdle(now);
    const auto burst = static_cast<std::uint32_t>(m_limits.connectionsPerAddress);
    const Place fresh{0, TokenBucket(m_limits.connectsPerSecond, burst, now),
                      TokenBucket(m_limits.hellosPerSecond, burst, now)};
    return *m_places.insert(network, fresh);
}

void AddressLimiter::forgetIdle(Instant now)
{
    if (m_places.size() < m_forgetAt)
        return;
    m_places.removeIf([now](const auto& place) {
        return place->connections == 0 && place->connects.isFull(now) && place->hellos.isFull(now);
    });
    m_forgetAt = std::max(smallTable, m_places.size() * 2);
}

} // namespace tidemark::server
