#pragma once

#include "app/lab/world/devices/sim_device.h"
#include "core/base/random.h"

#include <vector>

namespace tidemark::sim {

/// Lets users make, change, move and delete folders on all their devices.
class FolderLife {
public:
    explicit FolderLife(std::uint64_t seed) : m_random(seed) {}

    void act(const std::vector<SimDevice*>& devices);

private:
    [[nodiscard]] MessageUuid someUuid();
    [[nodiscard]] FolderChange someChange(const SimDevice& device);

    SplitMix64 m_random;
    std::uint64_t m_titles = 0;
};

} // namespace tidemark::sim
