#pragma once

#include "core/base/expected.h"

#include <QSslCertificate>
#include <QSslConfiguration>
#include <QString>

namespace tidemark::server {

/// The SHA-256 of a certificate in the form shown to users: pairs of hexadecimal digits separated by colons.
[[nodiscard]] QString fingerprintOf(const QSslCertificate& certificate);

/// A configuration for TLS 1.2 or newer, only with forward secrecy and authenticated encryption.
///
/// Reads a PEM certificate (with its chain, own certificate first) and its unencrypted PEM key. Refuses a
/// pair that does not belong together, and a chain that is not complete. Opens only these files. The error is
/// one line that names the file.
[[nodiscard]] Expected<QSslConfiguration, QString> loadTls(const QString& certificateFile,
                                                           const QString& keyFile);

} // namespace tidemark::server
