#include "server-stub/hub/store.h"

namespace tidemark::server {

std::vector<protocol::Head> Store::heads(const std::vector<ConversationId>& ids)
{
    std::vector<protocol::Head> heads;
    for (const ConversationId id : ids) {
        if (const auto record = conversation(id)) {
            heads.push_back({id, record->logEpoch, record->head});
        }
    }
    return heads;
}

std::vector<MemberVersion> Store::versions(const std::vector<UserId>& users)
{
    std::vector<MemberVersion> versions;
    for (const UserId user : users) {
        for (const MemberRecord& row : memberships(user)) {
            versions.push_back({user, row.conversation, row.version, row.isMember});
        }
    }
    return versions;
}

} // namespace tidemark::server
