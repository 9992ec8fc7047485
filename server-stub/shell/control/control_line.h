#pragma once

#include "core/base/expected.h"
#include "server-stub/hub/contract/operator_request.h"

#include <QByteArray>
#include <QString>

namespace tidemark::server {

/// The socket on which the server that has `database` open accepts the operator's requests: `FILE.control`
/// beside the file itself, also behind symbolic links. Each connection carries one request, a line of JSON,
/// and one answer, a line of JSON.
[[nodiscard]] QString controlPathOf(const QString& database);

/// Maximum length of a line in bytes.
inline constexpr qint64 maxControlLine = 1024 * 1024;

/// Includes the line's end.
[[nodiscard]] QByteArray lineOf(const OperatorRequest& request);
[[nodiscard]] QByteArray lineOf(const OperatorResult& result);
/// The error, for logs, names the problem with the line.
[[nodiscard]] Expected<OperatorRequest, QString> requestIn(const QByteArray& line);
[[nodiscard]] Expected<OperatorResult, QString> resultIn(const QByteArray& line);

} // namespace tidemark::server
