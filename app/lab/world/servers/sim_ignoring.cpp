#include "app/lab/world/servers/sim_ignoring.h"

#include "server-stub/hub/contract/recent_uuids.h"

#include <map>
#include <string>

namespace tidemark::sim {

server::IgnoredSet SimIgnores::of(UserId user)
{
    server::IgnoredSet set = m_real.of(user);
    if (m_defect == Defect::IgnoreUuidForgotten) {
        set.recent.clear();
    }
    if (m_defect == Defect::BlockedLikeIgnored) {
        for (IgnoredUser& one : set.users) {
            one.level = IgnoreLevel::Ignored;
        }
    }
    return set;
}

void SimIgnores::put(UserId user, IgnoredUser other, std::uint64_t version,
                     const std::vector<MessageUuid>& recent)
{
    m_isChanged = true;
    const std::vector<MessageUuid> before = m_real.of(user).recent;
    if (!recent.empty() && server::isKnown(before, recent.back())) {
        throw Violation("G-I4: a repeated change of the users whom user " + std::to_string(user.value)
                        + " ignores was carried out");
    }
    const bool isUnversioned = m_defect == Defect::IgnoresUnversioned && version > 1;
    m_real.put(user, other, isUnversioned ? version - 1 : version, recent);
}

Viewer viewerIn(server::Store& store, UserId user)
{
    return server::viewerOf(user, store.ignores().of(user));
}

void checkIgnored(SimDevice& device, server::Store& store)
{
    const server::IgnoredSet theirs = store.ignores().of(device.engine().account()->user.id);
    const LocalIgnores stored = device.store().load().ignores;
    if (device.engine().ignored() != theirs.users || stored.version != theirs.version
        || ignoredIn(stored) != server::viewerOf(UserId(), theirs).ignored) {
        throw Violation("G-I3: " + device.label() + ": ignores " + std::to_string(stored.users.size())
                        + " users in version " + std::to_string(stored.version) + ", the server has "
                        + std::to_string(theirs.users.size()) + " in version "
                        + std::to_string(theirs.version));
    }
}

void checkPendingIgnores(const std::vector<SimDevice*>& devices, server::Store& store)
{
    const server::IgnoredSet set = store.ignores().of(devices.front()->engine().account()->user.id);
    std::map<UserId, std::vector<IgnoreLevel>> changes;
    for (const SimDevice* device : devices) {
        for (const auto& [other, level] : device->diary().ignored) {
            changes[other].push_back(level);
        }
    }
    for (const auto& [other, levels] : changes) {
        if (levels.size() == 1 && server::levelIn(set, other) != levels.front()) {
            throw Violation("G-I4: " + devices.front()->label() + ": the change of user "
                            + std::to_string(other.value) + " is lost");
        }
    }
}

} // namespace tidemark::sim
