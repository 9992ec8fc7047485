#pragma once

#include "core/domain/protocol.h"
#include "server-stub/hub/rate_limiter.h"

#include <cstdint>

namespace tidemark::server {

/// Which of the user's buckets a frame takes from.
[[nodiscard]] Operation operationOf(const protocol::ClientFrame& frame);
/// How many tokens of it: one, and more where it names many things.
[[nodiscard]] std::uint32_t costOf(const protocol::ClientFrame& frame);

} // namespace tidemark::server
