#pragma once

#include "core/domain/protocol.h"

#include <QString>

namespace tidemark {

/// Returns the user's message for a refusal by the server: one sentence that says what is wrong and, if
/// possible, what to do.
[[nodiscard]] QString errorText(protocol::ErrorCode code);

} // namespace tidemark
