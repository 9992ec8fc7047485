#pragma once

#include "core/base/expected.h"

#include <QSslConfiguration>
#include <QString>

namespace tidemark::server {

/// Reads a PEM certificate (with its chain, own certificate first) and its unencrypted PEM key. Refuses
/// a pair that does not belong together. The error is one line that names the file.
[[nodiscard]] Expected<QSslConfiguration, QString> loadTls(const QString& certificateFile,
                                                           const QString& keyFile);

} // namespace tidemark::server
