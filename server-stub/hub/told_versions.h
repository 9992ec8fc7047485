#pragma once

#include "server-stub/hub/store.h"

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tidemark::server {

/// On a store that others write to: under which versions the users who are here were told of their
/// conversations last. 16 bytes each.
class ToldVersions {
public:
    void note(UserId user, ConversationId conversation, std::uint64_t version);
    /// Whether nothing was told under this version or a later one.
    [[nodiscard]] bool isNews(const MemberVersion& version) const;
    void forget(UserId user) { m_versions.erase(user); }
    /// The turn was committed.
    void keep() { m_noted.clear(); }
    /// It was not, and nobody was told what was noted in it.
    void undo();

private:
    using Told = std::pair<ConversationId, std::uint64_t>;
    std::vector<UserId> m_noted;                              ///< in this turn
    std::unordered_map<UserId, std::vector<Told>> m_versions; ///< ascending by conversation
};

} // namespace tidemark::server
