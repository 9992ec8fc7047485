#pragma once

#include "server-stub/hub/contract/stores/store.h"

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tidemark::server {

/// On a shared store: the versions of the states last sent to connected users. 16 bytes each.
class SentVersions {
public:
    void note(UserId user, ConversationId conversation, std::uint64_t version);
    /// Whether neither this version nor a later one was sent to the user.
    [[nodiscard]] bool isNews(const MemberVersion& version) const;
    void forget(UserId user) { m_versions.erase(user); }
    /// The turn was committed.
    void keep() { m_noted.clear(); }
    /// The turn was not committed: forgets the versions noted in it, which were not sent.
    void undo();

private:
    using SentVersion = std::pair<ConversationId, std::uint64_t>;
    std::vector<UserId> m_noted;                                     ///< users noted in this turn
    std::unordered_map<UserId, std::vector<SentVersion>> m_versions; ///< ascending by conversation
};

} // namespace tidemark::server
