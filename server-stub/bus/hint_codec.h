#pragma once

#include "server-stub/hub/contract/hint.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::server {

/// Hints that one server sends to all others at once.
struct HintBatch {
    NodeId from;
    std::vector<Hint> hints;
    friend bool operator==(const HintBatch&, const HintBatch&) = default;
};

// Converts hints to and from bytes, as in proto/tidemark/node/v1. Pure; call from any thread.

/// Encodes the hints, in order, in as many batches as needed to keep each within `maxBytes` bytes.
/// Precondition: texts are UTF-8. A hint that does not fit into a batch by itself is left out.
[[nodiscard]] std::vector<std::string> encodeHints(NodeId from, std::span<const Hint> hints,
                                                   std::size_t maxBytes);

/// Returns empty if the bytes are not a batch. Leaves out hints that this build does not know.
[[nodiscard]] std::optional<HintBatch> decodeHints(std::string_view bytes);

} // namespace tidemark::server
