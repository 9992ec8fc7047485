#include "server-stub/hub/contract/stores/account_store.h"

#include "core/domain/limits.h"
#include "core/names/label.h"
#include "core/names/name_keys.h"

namespace tidemark::server {

std::optional<AccountRecord> AccountStore::meantBy(std::string_view name)
{
    if (name.size() > maxBytesBeforeComposing(Limits().maxNameBytes)) {
        return std::nullopt;
    }
    const std::vector<UserId> found = byFold(nameFold(name));
    return found.size() == 1 ? find(found.front()) : byName(name);
}

std::optional<UserId> AccountStore::lookalikeOf(std::string_view name)
{
    for (const std::string& skeleton : nameSkeletons(name)) {
        if (const auto account = bySkeleton(skeleton)) {
            return account;
        }
    }
    return std::nullopt;
}

} // namespace tidemark::server
