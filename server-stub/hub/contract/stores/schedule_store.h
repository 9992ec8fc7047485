#pragma once

#include "core/domain/ids.h"
#include "core/domain/scheduled.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tidemark::server {

/// The register of one user's scheduled message. It stays, without the text, when the message was sent or
/// cancelled.
struct ScheduledRecord {
    UserId user;
    ScheduledMessage scheduled;
    friend bool operator==(const ScheduledRecord&, const ScheduledRecord&) = default;
};

/// The scheduled messages of a Store's users.
class ScheduleStore {
public:
    virtual ~ScheduleStore() = default;

    virtual std::optional<ScheduledRecord> find(UserId user, const MessageUuid& uuid) = 0;
    /// Inserts the register, or replaces one of version `before`; 0: there is none. If another server has
    /// changed it meanwhile, or has given its version to another register of the user, the commit fails.
    virtual void put(const ScheduledRecord& record, std::uint64_t before) = 0;
    /// The newest version of any register of the user; 0: there is none.
    virtual std::uint64_t head(UserId user) = 0;
    /// The user's registers with versions above `after`, ascending by version; at most `limit`. With `after`
    /// 0 only the open ones.
    virtual std::vector<ScheduledRecord> changes(UserId user, std::uint64_t after, std::uint32_t limit) = 0;
    /// The number of the user's open registers.
    virtual std::size_t countOfOpen(UserId user) = 0;
    /// The waiting messages of all users that are due first, ascending by time; at most `limit`.
    virtual std::vector<ScheduledRecord> nextDue(std::uint32_t limit) = 0;
};

} // namespace tidemark::server
