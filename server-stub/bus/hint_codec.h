#pragma once

#include "server-stub/hub/hint.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::server {

/// What one server tells all others at one moment.
struct HintBatch {
    NodeId from;
    std::vector<Hint> hints;
    friend bool operator==(const HintBatch&, const HintBatch&) = default;
};

// Hints <-> bytes, as in proto/tidemark/node/v1. Pure; from any thread.

/// As many batches as it takes for none to have more than `mostBytes` bytes, in order. Precondition: texts
/// are UTF-8, and every hint fits by itself: one that does not is left out.
[[nodiscard]] std::vector<std::string> encodeHints(NodeId from, std::span<const Hint> hints,
                                                   std::size_t mostBytes);

/// None when these bytes are no batch. Hints that this build does not know are left out.
[[nodiscard]] std::optional<HintBatch> decodeHints(std::string_view bytes);

} // namespace tidemark::server
