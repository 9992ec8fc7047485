#pragma once

#include "core/domain/protocol.h"

#include <cstdint>

namespace tidemark::server {

/// How many tokens of the user's request bucket a frame takes: one, and more where it names many things.
[[nodiscard]] std::uint32_t costOf(const protocol::ClientFrame& frame);

} // namespace tidemark::server
