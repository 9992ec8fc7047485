#pragma once

#include "core/domain/ids.h"

namespace tidemark::server {

/// How long the upkeep waits after a commit that failed.
inline constexpr Milliseconds longPauseAfterFailure{60000};

} // namespace tidemark::server
