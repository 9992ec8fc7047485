#pragma once

#include "core/domain/protocol.h"

#include <optional>

namespace tidemark::server {

/// Refuses a frame that has a list longer than its bound in caps; the detail names the list and its bound.
/// Looks only at sizes, so that it is cheap.
[[nodiscard]] std::optional<protocol::Error> refusalOfSize(const protocol::ClientFrame& frame);

} // namespace tidemark::server
