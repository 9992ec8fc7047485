#pragma once

#include <QString>
#include <QUrl>

namespace tidemark {

/// Whether `host`, as QUrl has it, is this computer: "localhost", or the number of a loopback address.
[[nodiscard]] bool isThisComputer(const QString& host);

/// Whether what is sent to `server` can be read by nobody on the way: wss, or ws to this computer.
[[nodiscard]] bool isSafeServer(const QUrl& server);

} // namespace tidemark
