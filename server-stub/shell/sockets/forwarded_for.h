#pragma once

#include <QByteArray>
#include <QHostAddress>
#include <QList>

#include <optional>

namespace tidemark::server {

/// The address of a client that has come through `proxies`. `head` is an HTTP request up to its empty line,
/// as the last proxy has sent it. The result is the last address in X-Forwarded-For, whose lines form one
/// list, that is not a proxy's; anyone can forge the entries before it. Returns empty if there is no such
/// address, or if an entry after it is not an address.
[[nodiscard]] std::optional<QHostAddress> forwardedFor(const QByteArray& head,
                                                       const QList<QHostAddress>& proxies);

/// Whether `address` is one of the proxies, written as IPv4 or as IPv6.
[[nodiscard]] bool isAmong(const QList<QHostAddress>& proxies, const QHostAddress& address);

} // namespace tidemark::server
