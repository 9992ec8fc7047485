#include "server-stub/shell/sockets/address_limiter.h"

#include "server-stub/shell/sockets/forwarded_for.h"

#include <algorithm>

namespace tidemark::server {

using protocol::ErrorCode;

namespace {

constexpr Milliseconds pauseWhenFull{5000};
constexpr qsizetype smallTable = 4096;

bool isV4(const QHostAddress& address)
{
    bool is = false;
    static_cast<void>(address.toIPv4Address(&is));
    return is;
}

/// The network that is counted as one address.
QHostAddress networkOf(const QHostAddress& address, int v6Bits)
{
    if (isV4(address)) {
        return QHostAddress(address.toIPv4Address());
    }
    Q_IPV6ADDR bytes = address.toIPv6Address();
    std::fill(bytes.c + v6Bits / 8, bytes.c + 16, quint8(0));
    return QHostAddress(bytes);
}

} // namespace

std::span<AddressLimiter::Table> AddressLimiter::tablesFor(const QHostAddress& address)
{
    return std::span(m_tables).first(isV4(address) ? 1 : m_tables.size());
}

std::span<const AddressLimiter::Table> AddressLimiter::tablesFor(const QHostAddress& address) const
{
    return std::span(m_tables).first(isV4(address) ? 1 : m_tables.size());
}

std::optional<protocol::Error> AddressLimiter::arrived(const QHostAddress& address, Instant now)
{
    if (isExempt(address)) {
        return std::nullopt;
    }
    bool isFull = false;
    Milliseconds wait{0};
    for (Table& table : tablesFor(address)) {
        Place& place = placeOf(table, address, now);
        isFull = isFull || place.connections >= table.times * m_limits.connectionsPerAddress;
        ++place.connections;
        if (!isFull) {
            wait = std::max(wait, place.connects.take(1, now));
        }
    }
    if (isFull) {
        return protocol::Error{ErrorCode::TooManyConnections, pauseWhenFull,
                               "too many connections from this address"};
    }
    if (wait > Milliseconds(0)) {
        return protocol::Error{ErrorCode::TooFast, wait, "too many new connections from this address"};
    }
    return std::nullopt;
}

void AddressLimiter::left(const QHostAddress& address)
{
    for (Table& table : tablesFor(address)) {
        const auto place = table.places.find(networkOf(address, table.v6Bits));
        if (place != table.places.end() && place->connections > 0) {
            --place->connections;
        }
    }
}

bool AddressLimiter::isFlooding(const QHostAddress& address) const
{
    const auto tables = tablesFor(address);
    return std::any_of(tables.begin(), tables.end(), [&](const Table& table) {
        const auto place = table.places.constFind(networkOf(address, table.v6Bits));
        return place != table.places.cend()
               && place->connections >= 2 * table.times * m_limits.connectionsPerAddress;
    });
}

Milliseconds AddressLimiter::takeHello(const QHostAddress& address, Instant now)
{
    Milliseconds wait{0};
    if (isExempt(address)) {
        return wait;
    }
    for (Table& table : tablesFor(address)) {
        wait = std::max(wait, placeOf(table, address, now).hellos.take(1, now));
    }
    return wait;
}

std::string AddressLimiter::nameOf(const QHostAddress& address) const
{
    if (isExempt(address)) {
        return {};
    }
    if (isV4(address)) {
        return QHostAddress(address.toIPv4Address()).toString().toStdString();
    }
    constexpr int groups = 4; // of the eight groups, 16 bits each
    const Q_IPV6ADDR bytes = address.toIPv6Address();
    QByteArray name;
    for (int group = 0; group < groups; ++group) {
        const auto* two = reinterpret_cast<const char*>(bytes.c + 2 * group);
        name += (group > 0 ? ":" : "") + QByteArray::fromRawData(two, 2).toHex();
    }
    return name.toStdString();
}

std::size_t AddressLimiter::connections() const
{
    std::size_t sum = 0;
    for (const Place& place : m_tables.front().places) {
        sum += place.connections;
    }
    return sum;
}

std::size_t AddressLimiter::remembered() const
{
    std::size_t sum = 0;
    for (const Table& table : m_tables) {
        sum += static_cast<std::size_t>(table.places.size());
    }
    return sum;
}

bool AddressLimiter::isExempt(const QHostAddress& address) const
{
    if (m_limits.exemptsLoopback && address.isLoopback()) {
        return true;
    }
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

AddressLimiter::Place& AddressLimiter::placeOf(Table& table, const QHostAddress& address, Instant now) const
{
    const QHostAddress network = networkOf(address, table.v6Bits);
    const auto found = table.places.find(network);
    if (found != table.places.end()) {
        return *found;
    }
    forgetIdle(table, now);
    const auto times = static_cast<std::uint32_t>(table.times);
    const auto burst = times * static_cast<std::uint32_t>(m_limits.connectionsPerAddress);
    const Place fresh{0, TokenBucket(times * m_limits.connectsPerSecond, burst, now),
                      TokenBucket(times * m_limits.hellosPerSecond, burst, now)};
    return *table.places.insert(network, fresh);
}

void AddressLimiter::forgetIdle(Table& table, Instant now)
{
    if (table.places.size() < table.forgetAt) {
        return;
    }
    table.places.removeIf([now](const auto& place) {
        return place->connections == 0 && place->connects.isFull(now) && place->hellos.isFull(now);
    });
    table.forgetAt = std::max(smallTable, table.places.size() * 2);
}

} // namespace tidemark::server
