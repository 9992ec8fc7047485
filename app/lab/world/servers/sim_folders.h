#pragma once

#include "app/lab/world/devices/sim_device.h"
#include "app/lab/world/plan.h"
#include "app/lab/world/servers/sim_database.h"

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

/// F-I1: the device has the server's folders, in the server's order. Throws Violation.
void checkFolders(SimDevice& device, server::Store& store);
/// F-I2: the last change of a folder has won, if only one device has changed it. Throws Violation.
void checkFolderWishes(const std::vector<SimDevice*>& devices, server::Store& store);

} // namespace tidemark::sim
