#include "server-stub/hub/contract/store.h"

#include "core/domain/limits.h"
#include "core/names/label.h"
#include "core/names/name_keys.h"

namespace tidemark::server {

std::optional<AccountRecord> Store::accountCalled(std::string_view name)
{
    if (name.size() > maxBytesBeforeComposing(Limits().maxNameBytes)) {
        return std::nullopt;
    }
    const std::vector<UserId> found = accountsByFold(nameFold(name));
    return found.size() == 1 ? account(found.front()) : accountByName(name);
}

std::optional<UserId> Store::accountThatLooksLike(std::string_view name)
{
    for (const std::string& skeleton : nameSkeletons(name)) {
        if (const auto account = accountBySkeleton(skeleton)) {
            return account;
        }
    }
    return std::nullopt;
}

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
