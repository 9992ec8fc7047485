#pragma once

#include "server-stub/hub/contract/stores/schedule_store.h"
#include "server-stub/store/connection.h"

namespace tidemark::server {

/// Scheduled messages of the SQLite store.
class ScheduleTable final : public ScheduleStore {
public:
    explicit ScheduleTable(Connection& connection);

    std::optional<ScheduledRecord> find(UserId user, const MessageUuid& uuid) override;
    void put(const ScheduledRecord& record, std::uint64_t before) override;
    std::uint64_t head(UserId user) override;
    std::vector<ScheduledRecord> changes(UserId user, std::uint64_t after, std::uint32_t limit) override;
    std::size_t countOfOpen(UserId user) override;
    std::vector<ScheduledRecord> nextDue(std::uint32_t limit) override;

private:
    Statement m_select;
    Statement m_put;
    Statement m_selectHead;
    Statement m_selectOpen;
    Statement m_selectChanges;
    Statement m_countOpen;
    Statement m_selectDue;
};

} // namespace tidemark::server
