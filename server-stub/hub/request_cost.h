#pragma once

#include "core/domain/protocol.h"
#include "server-stub/hub/rate_limiter.h"

#include <cstddef>
#include <cstdint>

namespace tidemark::server {

/// The user's bucket that a frame takes tokens from.
[[nodiscard]] Operation operationOf(const protocol::ClientFrame& frame);
/// The number of tokens that a frame takes: one, and more if it names many things.
[[nodiscard]] std::uint32_t costOf(const protocol::ClientFrame& frame);
/// The tokens to charge afterwards for rows that had to be read, whose number was not known before.
[[nodiscard]] std::uint32_t costOfRead(std::size_t rows);

} // namespace tidemark::server
