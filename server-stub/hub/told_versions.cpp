#include "server-stub/hub/told_versions.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {

void ToldVersions::note(UserId user, ConversationId conversation, std::uint64_t version)
{
    if (m_noted.empty() || m_noted.back() != user) {
        m_noted.push_back(user);
    }
    std::vector<Told>& told = m_versions[user];
    const auto place = std::lower_bound(told.begin(), told.end(), Told{conversation, 0});
    if (place == told.end() || place->first != conversation) {
        told.insert(place, {conversation, version});
    } else {
        place->second = version;
    }
}

void ToldVersions::undo()
{
    for (const UserId user : std::exchange(m_noted, {})) {
        forget(user);
    }
}

bool ToldVersions::isNews(const MemberVersion& version) const
{
    const auto found = m_versions.find(version.user);
    if (found == m_versions.end()) {
        return true;
    }
    const auto place =
        std::lower_bound(found->second.begin(), found->second.end(), Told{version.conversation, 0});
    return place == found->second.end() || place->first != version.conversation
           || place->second < version.version;
}

} // namespace tidemark::server
