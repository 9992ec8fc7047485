#pragma once

#include "app/lab/scenario/scenario.h"

#include <QString>

namespace tidemark::lab {

/// The faults of one link, as the actions so far have made them.
struct LinkFaults {
    std::int64_t lossPercent = 0;
    std::int64_t doublePercent = 0;
    std::int64_t overtakePercent = 0;
    std::int64_t delayMs = 10;

    friend bool operator==(const LinkFaults&, const LinkFaults&) = default;
};

/// `isHeld`: the faults last until the user ends them, and not until two seconds after the last action.
[[nodiscard]] LinkFaults faultsAt(const Scenario& scenario, const std::string& device, Milliseconds now,
                                  bool isHeld);
/// "30 % lost, 2000 ms"; empty for a link without faults.
[[nodiscard]] QString faultsText(const LinkFaults& faults);

} // namespace tidemark::lab
