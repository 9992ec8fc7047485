#pragma once

#include "app/lab/world/devices/sim_device.h"
#include "app/lab/world/plan.h"
#include "app/lab/world/servers/sim_database.h"

#include <vector>

namespace tidemark::sim {

/// The scheduled messages of a SimStore, with a defect of a server.
class SimSchedules final : public server::ScheduleStore {
public:
    SimSchedules(SimDatabase& database, const Plan& plan)
        : m_real(database.store().schedules()), m_defect(plan.defect)
    {
    }

    std::optional<server::ScheduledRecord> find(UserId user, const MessageUuid& uuid) override
    {
        return m_real.find(user, uuid);
    }
    void put(const server::ScheduledRecord& record, std::uint64_t before) override;
    std::uint64_t head(UserId user) override { return m_real.head(user); }
    std::vector<server::ScheduledRecord> changes(UserId user, std::uint64_t after,
                                                 std::uint32_t limit) override
    {
        return m_real.changes(user, after, limit);
    }
    std::size_t countOfOpen(UserId user) override { return m_real.countOfOpen(user); }
    std::vector<server::ScheduledRecord> nextDue(std::uint32_t limit) override;

private:
    server::ScheduleStore& m_real;
    Defect m_defect;
};

/// The device lists the messages that its user's registers on the server have. Throws Violation.
void checkScheduled(SimDevice& device, server::Store& store);
/// S-I1: no message was sent twice, and none is lost. S-I2: none was sent that its register says was
/// cancelled. `devices` are all devices of one user; `wall` is the server's time. Throws Violation.
void checkSends(const std::vector<SimDevice*>& devices, server::Store& store, UnixMs wall);

} // namespace tidemark::sim
