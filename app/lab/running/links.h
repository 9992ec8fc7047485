#pragma once

#include "app/lab/scenario/scenario.h"
#include "core/base/random.h"

#include <string>
#include <vector>

namespace tidemark::lab {

/// The links of all devices, as the scenario's actions have made them.
class Links {
public:
    /// The fate of one frame.
    struct Passage {
        bool isLost = false;
        bool isDoubled = false;
        bool mayOvertake = false;
        Milliseconds delay{0};
    };

    Links(std::size_t devices, std::uint64_t seed) : m_links(devices), m_random(seed) {}

    /// Does an action for links. Returns the count of cuts that a later mend(device, count) ends.
    std::uint64_t apply(const Action& action, std::size_t device);
    /// Ends the cut, unless another one has come since.
    void mend(std::size_t device, std::uint64_t cut);
    /// Ends all faults.
    void calm();
    [[nodiscard]] bool isCut(std::size_t device) const { return m_links.at(device).isCut; }
    [[nodiscard]] Passage passageOf(std::size_t device);

private:
    static constexpr Milliseconds usualDelay{10};
    struct Link {
        std::int64_t lossPercent = 0;
        std::int64_t doublePercent = 0;
        std::int64_t overtakePercent = 0;
        Milliseconds delay = usualDelay;
        bool isCut = false;
        std::uint64_t cuts = 0;
    };
    [[nodiscard]] bool happens(std::int64_t percent)
    {
        // A link without faults uses no chance: then an action elsewhere changes nothing here.
        return percent > 0 && m_random.below(100) < static_cast<std::uint64_t>(percent);
    }

    std::vector<Link> m_links;
    SplitMix64 m_random;
};

} // namespace tidemark::lab
