#pragma once

#include <QByteArray>
#include <QHostAddress>
#include <QList>

#include <optional>

namespace tidemark::server {

/// Where a client is that has come through `proxies`. `head`: an HTTP request up to its empty line, as the
/// last of them has sent it. It is the last address in X-Forwarded-For, whose lines are one list, that is not
/// a proxy's: what stands before it is only what somebody says. Nothing: there is none, or something that is
/// no address comes first.
[[nodiscard]] std::optional<QHostAddress> forwardedFor(const QByteArray& head,
                                                       const QList<QHostAddress>& proxies);

/// Whether `address` is one of them, written as IPv4 or as IPv6.
[[nodiscard]] bool isAmong(const QList<QHostAddress>& proxies, const QHostAddress& address);

} // namespace tidemark::server
