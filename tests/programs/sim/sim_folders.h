#pragma once

#include "core/base/random.h"
#include "tests/programs/sim/devices/sim_device.h"
#include "tests/programs/sim/plan.h"
#include "tests/programs/sim/servers/sim_database.h"

#include <vector>

namespace tidemark::sim {

/// The folders of a SimStore, with a defect of a server.
class SimFolders final : public server::FolderStore {
public:
    SimFolders(SimDatabase& database, const Plan& plan)
        : m_real(database.store().folders()), m_defect(plan.defect)
    {
    }

    server::FolderSet of(UserId user) override { return m_real.of(user); }
    void put(UserId user, const server::FolderSet& set, std::uint64_t before) override;

private:
    server::FolderStore& m_real;
    Defect m_defect;
};

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

/// F-I1: the device has the server's folders, in the server's order. Throws Violation.
void checkFolders(SimDevice& device, server::Store& store);
/// F-I2: the last change of a folder has won, if only one device has changed it. Throws Violation.
void checkFolderWishes(const std::vector<SimDevice*>& devices, server::Store& store);

} // namespace tidemark::sim
