#pragma once

#include "app/lab/world/devices/sim_device.h"
#include "app/lab/world/plan.h"
#include "app/lab/world/servers/sim_database.h"

namespace tidemark::sim {

/// The invitations of a SimStore, with defects of a server.
class SimInvitations final : public server::InvitationStore {
public:
    SimInvitations(SimDatabase& database, const Plan& plan)
        : m_store(database.store()), m_real(m_store.invitations()), m_defect(plan.defect)
    {
    }

    server::InvitationSet of(UserId user) override;
    /// Throws Violation if an invitation ends too early (N3), or comes again after it was refused (N4).
    void put(UserId user, const server::InvitationSet& before, const server::InvitationSet& after) override;

private:
    void checkEnds(UserId user, const server::InvitationSet& after);
    void checkNew(UserId user, const server::InvitationSet& after);

    server::Store& m_store;
    server::InvitationStore& m_real;
    Defect m_defect;
};

/// V-I1: the device has the server's open invitations, and shows those of users who are not ignored. V-I2:
/// none of them is to a group of which the user is a member, or whose inviter may not add members. Throws
/// Violation.
void checkInvitations(SimDevice& device, server::Store& store);

} // namespace tidemark::sim
