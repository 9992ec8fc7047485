#pragma once

#include "server-stub/shell/tls/tls.h"

#include <QString>

namespace tidemark::test {

[[nodiscard]] inline QString dataFile(const char* name)
{
    return QStringLiteral(TIDEMARK_SOURCE_DIR "/tests/server/data/") + QString::fromLatin1(name);
}

/// A certificate for 127.0.0.1 with its key. Both are worthless outside of tests.
[[nodiscard]] inline QSslConfiguration testTls()
{
    const auto tls = server::loadTls(dataFile("certificate.pem"), dataFile("key.pem"));
    if (!tls) {
        qFatal("%s", qPrintable(tls.error()));
    }
    return *tls;
}

} // namespace tidemark::test
