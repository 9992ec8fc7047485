#pragma once

#include "core/domain/protocol.h"

#include <QString>

namespace tidemark {

/// A refusal of the server in words for people: one sentence, what is wrong and, where there is something,
/// what to do.
[[nodiscard]] QString errorText(protocol::ErrorCode code);

} // namespace tidemark
