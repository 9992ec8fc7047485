#pragma once

#include "core/base/expected.h"
#include "server-stub/hub/contract/operator_request.h"

#include <QString>

#include <chrono>

namespace tidemark::server {

/// Sends the request to the server that serves `database`. Blocks for at most `timeout`. A human-readable
/// error means that there was no answer, so that it is unknown whether the request was carried out.
[[nodiscard]] Expected<OperatorResult, QString>
askServer(const QString& database, const OperatorRequest& request, std::chrono::milliseconds timeout);

} // namespace tidemark::server
