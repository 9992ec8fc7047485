#pragma once

#include "core/domain/ids.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::server {

/// The register of one user's draft in one conversation. It stays when the draft is cleared.
struct DraftRecord {
    UserId user;
    ConversationId conversation;
    std::string text; ///< empty: cleared
    Seq replyTo = {};
    std::uint64_t version = 0;
    DeviceId device = {}; ///< that made the last change
    UnixMs at = {};
    MessageUuid uuid = {}; ///< of the last change
    friend bool operator==(const DraftRecord&, const DraftRecord&) = default;
};

/// The drafts of a Store's users.
class DraftStore {
public:
    virtual ~DraftStore() = default;

    virtual std::optional<DraftRecord> find(UserId user, ConversationId conversation) = 0;
    /// Inserts the register, or replaces one of version `before`; 0: there is none. If another server has
    /// changed it meanwhile, or has given `record.version` to another draft of the user, the commit fails.
    virtual void put(const DraftRecord& record, std::uint64_t before) = 0;
    /// The newest version of any draft of the user; 0: there is none.
    virtual std::uint64_t head(UserId user) = 0;
    /// The user's drafts with versions above `after`, ascending by version; at most `limit`.
    virtual std::vector<DraftRecord> changes(UserId user, std::uint64_t after, std::uint32_t limit) = 0;
    /// The number of the user's drafts that have a text.
    virtual std::size_t countOfTexts(UserId user) = 0;
};

} // namespace tidemark::server
