#pragma once

#include "core/domain/protocol.h"

#include <cstdint>

namespace tidemark::server {

/// Hash of a message's content as the client sent it, to distinguish a retry from a conflict (I2). The hashes
/// are stored, so the algorithm must never change.
[[nodiscard]] std::uint64_t payloadHash(const SentContent& content);

} // namespace tidemark::server
