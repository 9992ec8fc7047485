#pragma once

#include "core/base/expected.h"
#include "server-stub/hub/contract/operator_request.h"
#include "server-stub/main/settings/exit_status.h"

#include <QString>

namespace tidemark::server {

struct OperatorFailure {
    ExitStatus status = Failed;
    QString message; ///< human-readable
};

[[nodiscard]] MessageUuid randomUuid();

/// Lets the server that serves `database` carry out `request`, or carries it out itself if no server does. A
/// refusal is a failure. When a result is returned, the change is on the disk.
[[nodiscard]] Expected<OperatorResult, OperatorFailure> askOperator(const QString& database,
                                                                    const OperatorRequest& request);

} // namespace tidemark::server
