#pragma once

#include "core/base/expected.h"
#include "server-stub/hub/operator_request.h"

#include <QByteArray>
#include <QString>

namespace tidemark::server {

/// The socket on which a server that has `database` open takes the operator's requests: `FILE.control` beside
/// the file itself, also behind symbolic links. A connection asks one question: a line of JSON, and a line of
/// JSON as its answer.
[[nodiscard]] QString controlPathOf(const QString& database);

/// No line is longer.
inline constexpr qint64 longestControlLine = 1024 * 1024;

/// With the line's end.
[[nodiscard]] QByteArray lineOf(const OperatorRequest& request);
[[nodiscard]] QByteArray lineOf(const OperatorResult& result);
/// The error, for logs, says what is wrong with the line.
[[nodiscard]] Expected<OperatorRequest, QString> requestIn(const QByteArray& line);
[[nodiscard]] Expected<OperatorResult, QString> resultIn(const QByteArray& line);

} // namespace tidemark::server
