#include "core/domain/pin_order.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace tidemark {

namespace {

/// The distance of new places: so many halvings fit between two neighbours.
constexpr std::uint32_t pinStep = 1U << 20U;
/// The first place that is given at all, with room on both sides.
constexpr std::uint32_t middlePlace = 1U << 31U;

/// A number above `lower` (0: any) and below `upper` (0: any); empty if there is none.
std::optional<std::uint32_t> between(std::uint32_t lower, std::uint32_t upper)
{
    if (lower == 0 && upper == 0) {
        return middlePlace;
    }
    if (upper == 0) {
        return lower <= std::numeric_limits<std::uint32_t>::max() - pinStep ? std::optional(lower + pinStep)
                                                                            : std::nullopt;
    }
    if (lower == 0 && upper > pinStep) {
        return upper - pinStep;
    }
    return upper - lower > 1 ? std::optional(lower + (upper - lower) / 2) : std::nullopt;
}

/// Gives places to `moved`, and to those above it that have none; false if no number is left.
bool fit(std::vector<PinPlace>& pinned, std::size_t moved)
{
    const std::uint32_t upper = moved + 1 < pinned.size() ? pinned[moved + 1].order : 0;
    std::uint32_t lower = 0;
    for (std::size_t i = 0; i <= moved; ++i) {
        if (i == moved || pinned[i].order == 0) {
            const auto place = between(lower, i == moved ? upper : 0);
            if (!place) {
                return false;
            }
            pinned[i].order = *place;
        }
        lower = pinned[i].order;
    }
    return true;
}

} // namespace

std::vector<PinPlace> placesAfterMove(std::vector<PinPlace> pinned, ConversationId moved, std::size_t to)
{
    const auto found = std::ranges::find(pinned, moved, &PinPlace::id);
    if (found == pinned.end()) {
        return {};
    }
    const auto from = static_cast<std::size_t>(found - pinned.begin());
    to = std::min(to, pinned.size() - 1);
    if (to == from) {
        return {};
    }
    const PinPlace mover = *found;
    pinned.erase(found);
    pinned.insert(pinned.begin() + static_cast<std::ptrdiff_t>(to), mover);
    const std::vector<PinPlace> before = pinned;
    if (!fit(pinned, to)) {
        pinned = before;
        std::uint32_t place = middlePlace;
        for (std::size_t i = 0; i < pinned.size() && (i <= to || pinned[i].order != 0); ++i) {
            pinned[i].order = place;
            place += pinStep;
        }
    }
    std::vector<PinPlace> changed;
    for (std::size_t i = 0; i < pinned.size(); ++i) {
        if (pinned[i] != before[i]) {
            changed.push_back(pinned[i]);
        }
    }
    return changed;
}

} // namespace tidemark
