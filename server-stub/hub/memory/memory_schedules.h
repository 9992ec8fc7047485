#pragma once

#include "server-stub/hub/memory/memory_data.h"

#include <algorithm>

namespace tidemark::server {

class MemorySchedules final : public ScheduleStore {
public:
    explicit MemorySchedules(MemoryData& data) : m_data(data) {}

    std::optional<ScheduledRecord> find(UserId user, const MessageUuid& uuid) override
    {
        const auto found = m_data.schedules.find({user, uuid});
        return found == m_data.schedules.end() ? std::nullopt : std::optional(found->second);
    }
    void put(const ScheduledRecord& record, std::uint64_t /*before*/) override
    {
        m_data.schedules.insert_or_assign({record.user, record.scheduled.uuid}, record);
    }
    std::uint64_t head(UserId user) override
    {
        std::uint64_t newest = 0;
        for (const auto& [key, record] : m_data.schedules) {
            newest = key.first == user ? std::max(newest, record.scheduled.version) : newest;
        }
        return newest;
    }
    std::vector<ScheduledRecord> changes(UserId user, std::uint64_t after, std::uint32_t limit) override
    {
        return first(limit, &ScheduledMessage::version, [&](const ScheduledRecord& one) {
            return one.user == user && one.scheduled.version > after
                   && (after > 0 || isOpen(one.scheduled.state));
        });
    }
    std::size_t countOfOpen(UserId user) override
    {
        return static_cast<std::size_t>(std::ranges::count_if(m_data.schedules, [user](const auto& one) {
            return one.first.first == user && isOpen(one.second.scheduled.state);
        }));
    }
    std::vector<ScheduledRecord> nextDue(std::uint32_t limit) override
    {
        return first(limit, &ScheduledMessage::due, [](const ScheduledRecord& one) {
            return one.scheduled.state == ScheduledState::Waiting;
        });
    }

private:
    /// The registers for which `isWanted` holds, ascending by a field; at most `limit`.
    std::vector<ScheduledRecord> first(std::uint32_t limit, auto ScheduledMessage::*field, auto isWanted)
    {
        std::vector<ScheduledRecord> records;
        for (const auto& [key, record] : m_data.schedules) {
            if (isWanted(record)) {
                records.push_back(record);
            }
        }
        std::ranges::stable_sort(records, {},
                                 [field](const ScheduledRecord& one) { return one.scheduled.*field; });
        records.resize(std::min<std::size_t>(records.size(), limit));
        return records;
    }

    MemoryData& m_data;
};

} // namespace tidemark::server
