#pragma once

#include "app/lab/world/devices/sim_device.h"
#include "app/lab/world/plan.h"
#include "app/lab/world/servers/sim_database.h"

#include <vector>

namespace tidemark::sim {

/// The drafts of a SimStore, with a defect of a server.
class SimDrafts final : public server::DraftStore {
public:
    SimDrafts(SimDatabase& database, const Plan& plan)
        : m_real(database.store().drafts()), m_defect(plan.defect)
    {
    }

    std::optional<server::DraftRecord> find(UserId user, ConversationId conversation) override
    {
        return m_real.find(user, conversation);
    }
    void put(const server::DraftRecord& record, std::uint64_t before) override;
    std::uint64_t head(UserId user) override { return m_real.head(user); }
    std::vector<server::DraftRecord> changes(UserId user, std::uint64_t after, std::uint32_t limit) override
    {
        return m_real.changes(user, after, limit);
    }
    std::size_t countOfTexts(UserId user) override { return m_real.countOfTexts(user); }

private:
    server::DraftStore& m_real;
    Defect m_defect;
};

/// D-I1: the device has the server's drafts. D-I4: no device is in conflict with its own change. Throws
/// Violation.
void checkDrafts(SimDevice& device, server::Store& store);
/// D-I2: each word that the user has written, and has neither sent nor removed, is in a draft of the server
/// or of one of these devices, which are all devices of the user. D-I3: no text that was sent is a draft.
/// Throws Violation.
void checkTexts(const std::vector<SimDevice*>& devices, server::Store& store);

} // namespace tidemark::sim
