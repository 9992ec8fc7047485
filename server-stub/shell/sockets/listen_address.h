#pragma once

#include "core/base/expected.h"

#include <QHostAddress>
#include <QString>

namespace tidemark::server {

struct ListenAddress {
    QHostAddress address;
    quint16 port = 0;

    friend bool operator==(const ListenAddress&, const ListenAddress&) = default;
};

/// Parses `127.0.0.1:8080`, `[::1]:0`, `localhost:0`. The error is a sentence for the operator who typed the
/// address.
[[nodiscard]] Expected<ListenAddress, QString> parseListenAddress(const QString& text);

/// `ADDRESS:PORT` as in a URL, with brackets around IPv6.
[[nodiscard]] QString hostAndPort(const QHostAddress& address, quint16 port);

} // namespace tidemark::server
