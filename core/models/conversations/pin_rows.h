#pragma once

#include "core/domain/pin_order.h"
#include "core/domain/view.h"

#include <vector>

namespace tidemark {

/// Whether the conversation stands among the pinned ones, which have an order of the user's.
[[nodiscard]] bool isOrdered(const ConversationSummary& summary);

/// Returns the pinned conversations that lists show, in their order.
[[nodiscard]] std::vector<PinPlace> pinsOf(const std::vector<const ConversationSummary*>& summaries);

} // namespace tidemark
