#pragma once

#include "core/base/expected.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <variant>

namespace tidemark::server {

/// A certificate and its key, both PEM.
struct SelfSigned {
    QByteArray certificate;
    QByteArray key;
};

/// Makes a new key (elliptic curve P-256) and a self-signed certificate for a server with these names and
/// addresses (at least one), valid for `days` days from an hour ago. The error is one human-readable line.
[[nodiscard]] Expected<SelfSigned, QString> makeSelfSigned(const QStringList& hosts, int days);

/// Writes both files, or none. Does not overwrite a file; only its owner can read the key. The error is one
/// line that names the file.
[[nodiscard]] Expected<std::monostate, QString>
writePair(const SelfSigned& pair, const QString& certificateFile, const QString& keyFile);

} // namespace tidemark::server
