#pragma once

#include "core/domain/protocol.h"

#include <cstdint>

namespace tidemark::server {

/// Hash of what a client sent, to tell a retry from a conflict (I2). Since it is stored, its value for a
/// content must never change.
[[nodiscard]] std::uint64_t payloadHash(const protocol::Content& content);

} // namespace tidemark::server
