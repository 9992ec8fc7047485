#include "server-stub/hub/state/sent_versions.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {

void SentVersions::note(UserId user, ConversationId conversation, std::uint64_t version)
{
    if (m_noted.empty() || m_noted.back() != user) {
        m_noted.push_back(user);
    }
    std::vector<SentVersion>& sent = m_versions[user];
    const auto place = std::lower_bound(sent.begin(), sent.end(), SentVersion{conversation, 0});
    if (place == sent.end() || place->first != conversation) {
        sent.insert(place, {conversation, version});
    } else {
        place->second = version;
    }
}

void SentVersions::undo()
{
    for (const UserId user : std::exchange(m_noted, {})) {
        forget(user);
    }
}

bool SentVersions::isNews(const MemberVersion& version) const
{
    const auto found = m_versions.find(version.user);
    if (found == m_versions.end()) {
        return true;
    }
    const auto place =
        std::lower_bound(found->second.begin(), found->second.end(), SentVersion{version.conversation, 0});
    return place == found->second.end() || place->first != version.conversation
           || place->second < version.version;
}

} // namespace tidemark::server
