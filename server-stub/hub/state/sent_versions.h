#pragma once

#include "server-stub/hub/contract/store.h"

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tidemark::server {

/// On a store that other servers write to: the versions of their conversations that connected users were last
/// sent. 16 bytes each.
class SentVersions {
public:
    void note(UserId user, ConversationId conversation, std::uint64_t version);
    /// Whether the user was sent neither this version nor a later one.
    [[nodiscard]] bool isNews(const MemberVersion& version) const;
    void forget(UserId user) { m_versions.erase(user); }
    /// The turn was committed.
    void keep() { m_noted.clear(); }
    /// The turn was not committed, so the versions noted in it were not sent.
    void undo();

private:
    using SentVersion = std::pair<ConversationId, std::uint64_t>;
    std::vector<UserId> m_noted;                                     ///< users noted in this turn
    std::unordered_map<UserId, std::vector<SentVersion>> m_versions; ///< ascending by conversation
};

} // namespace tidemark::server
