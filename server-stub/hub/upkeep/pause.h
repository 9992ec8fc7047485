#pragma once

#include "core/domain/ids.h"

namespace tidemark::server {

/// The pause of the upkeep after a failed commit.
inline constexpr Milliseconds longPauseAfterFailure{60000};

} // namespace tidemark::server
