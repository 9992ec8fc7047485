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

/// A fresh key (elliptic curve P-256) and a certificate that it signs itself, for a server with these names
/// and addresses (at least one), valid for so many days from an hour ago. The error is one line for a person.
[[nodiscard]] Expected<SelfSigned, QString> makeSelfSigned(const QStringList& hosts, int days);

/// Writes both where there is no file yet, the key readable by its owner only, or nothing at all. The error
/// is one line that names the file.
[[nodiscard]] Expected<std::monostate, QString>
writePair(const SelfSigned& pair, const QString& certificateFile, const QString& keyFile);

} // namespace tidemark::server
