#pragma once

#include "core/domain/protocol.h"

#include <QString>

namespace tidemark {

/// Returns the user's message for a refusal by the server: the reason and, if possible, the next step.
[[nodiscard]] QString errorText(protocol::ErrorCode code);

} // namespace tidemark
