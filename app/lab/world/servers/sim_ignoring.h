#pragma once

#include "app/lab/world/devices/sim_device.h"
#include "app/lab/world/plan.h"
#include "app/lab/world/servers/sim_database.h"

#include <vector>

namespace tidemark::sim {

/// The ignored users of a SimStore, with a defect of a server.
class SimIgnores final : public server::IgnoreStore {
public:
    SimIgnores(SimDatabase& database, const Plan& plan)
        : m_real(database.store().ignores()), m_defect(plan.defect)
    {
    }

    void beginTransaction() { m_isChanged = false; }
    /// Whether the transaction has changed a set.
    [[nodiscard]] bool isChanged() const { return m_isChanged; }

    server::IgnoredSet of(UserId user) override;
    /// Throws Violation if the change was made before (G-I4).
    void put(UserId user, IgnoredUser other, std::uint64_t version,
             const std::vector<MessageUuid>& recent) override;

private:
    server::IgnoreStore& m_real;
    Defect m_defect;
    bool m_isChanged = false;
};

/// The user as a reader, with the users whom they ignore.
[[nodiscard]] Viewer viewerIn(server::Store& store, UserId user);

/// G-I3: the device has the server's set of ignored users. Throws Violation.
void checkIgnored(SimDevice& device, server::Store& store);
/// G-I4: the last change of another user has won, if only one device has made any. Throws Violation.
void checkPendingIgnores(const std::vector<SimDevice*>& devices, server::Store& store);

} // namespace tidemark::sim
