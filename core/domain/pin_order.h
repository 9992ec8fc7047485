#pragma once

#include "core/domain/ids.h"

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

namespace tidemark {

/// A pinned conversation with its place: see ConversationSettings::pinOrder.
struct PinPlace {
    ConversationId id;
    std::uint32_t order = 0;
    UnixMs lastActivity = {};

    friend bool operator==(const PinPlace&, const PinPlace&) = default;
};

/// Sorts pinned conversations as lists show them. The order is total, so that all devices show the same one:
/// conversations without a place come last, by last activity; equal places are sorted by id.
[[nodiscard]] constexpr auto pinKey(const PinPlace& pin)
{
    const bool hasPlace = pin.order != 0;
    return std::tuple(!hasPlace, pin.order, hasPlace ? 0 : -pin.lastActivity.value, pin.id.value);
}

/// Returns the places that have to change so that `moved` comes to the place `to` (from 0; beyond the end:
/// the last one) among `pinned`, which are in the order of the list. That is one place, unless conversations
/// above have none yet, or no number is left between two neighbours.
[[nodiscard]] std::vector<PinPlace> placesAfterMove(std::vector<PinPlace> pinned, ConversationId moved,
                                                    std::size_t to);

} // namespace tidemark
