#pragma once

#include "core/store/file/statement.h"
#include "core/sync/local_state.h"

#include <cstdint>
#include <vector>

namespace tidemark {

/// The user's scheduled messages, and how far they agree with the server. Each message has up to three rows:
/// the server's message, what the server does not have yet, and what it has refused.
class ScheduleTable {
public:
    explicit ScheduleTable(Database& database);

    /// Inserts or replaces one message.
    void put(const LocalScheduled& scheduled);
    void erase(const MessageUuid& uuid);
    /// Ascending by uuid.
    [[nodiscard]] std::vector<LocalScheduled> all();
    void putThrough(std::uint64_t through);
    [[nodiscard]] std::uint64_t through();
    void clear();

private:
    enum class Part : std::uint8_t { Server, Intent, Refused };
    struct Row;
    [[nodiscard]] static Row rowIn(const Run& run);
    void insert(const LocalScheduled& scheduled, const Row& row);

    Statement m_insert;
    Statement m_erase;
    Statement m_selectAll;
    Statement m_putThrough;
    Statement m_selectThrough;
    Statement m_clear;
    Statement m_clearThrough;
};

} // namespace tidemark
