#pragma once

#include <QString>
#include <QUrl>

namespace tidemark {

/// Whether `host`, in QUrl's form, is this computer: "localhost" or a loopback address.
[[nodiscard]] bool isThisComputer(const QString& host);

/// Whether traffic to `server` is safe from eavesdroppers: wss, or ws to this computer.
[[nodiscard]] bool isSafeServer(const QUrl& server);

} // namespace tidemark
