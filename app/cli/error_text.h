#pragma once

#include "core/domain/protocol.h"

#include <QString>

namespace tidemark::cli {

/// A refusal of the server as a sentence for people.
[[nodiscard]] QString errorText(protocol::ErrorCode code);

} // namespace tidemark::cli
