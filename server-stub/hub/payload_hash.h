#pragma once

#include "core/domain/protocol.h"

#include <cstdint>

namespace tidemark::server {

/// Identity of what a client sent, to tell a retry from a conflict (I2). It is stored: its value for a
/// content never changes.
[[nodiscard]] std::uint64_t payloadHash(const protocol::Content& content);

} // namespace tidemark::server
