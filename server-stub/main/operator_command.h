#pragma once

#include "core/base/expected.h"
#include "server-stub/hub/operator_request.h"
#include "server-stub/main/exit_status.h"

#include <QString>

namespace tidemark::server {

struct OperatorFailure {
    ExitStatus status = Failed;
    QString message; ///< for people
};

/// Random, for a request of the operator.
[[nodiscard]] MessageUuid randomUuid();

/// Has `request` done by the server that serves `database`, or does it itself while none does. What was
/// refused is a failure. When it returns a result all of it is on the disk.
[[nodiscard]] Expected<OperatorResult, OperatorFailure> askOperator(const QString& database,
                                                                    const OperatorRequest& request);

} // namespace tidemark::server
