#pragma once

#include "core/base/expected.h"

#include <QSslCertificate>
#include <QSslConfiguration>
#include <QString>

namespace tidemark::server {

/// The SHA-256 of a certificate as people compare it: pairs of hexadecimal digits with colons between them.
[[nodiscard]] QString fingerprintOf(const QSslCertificate& certificate);

/// TLS 1.2 or newer, with forward secrecy and authenticated encryption only.
///
/// Reads a PEM certificate (with its chain, own certificate first) and its unencrypted PEM key. Refuses
/// a pair that does not belong together and a chain that cannot be read to its end. Opens nothing but the
/// files. The error is one line that names the file.
[[nodiscard]] Expected<QSslConfiguration, QString> loadTls(const QString& certificateFile,
                                                           const QString& keyFile);

} // namespace tidemark::server
