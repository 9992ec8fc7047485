#pragma once

#include "core/base/expected.h"
#include "server-stub/hub/operator_request.h"

#include <QString>

#include <chrono>

namespace tidemark::server {

/// Asks the server that serves `database`. Blocks for `patience` at most. The error, for people: nobody
/// answers there, and whether the request was done is not known.
[[nodiscard]] Expected<OperatorResult, QString>
askServer(const QString& database, const OperatorRequest& request, std::chrono::milliseconds patience);

} // namespace tidemark::server
