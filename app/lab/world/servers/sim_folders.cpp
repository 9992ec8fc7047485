#include "app/lab/world/servers/sim_folders.h"

#include <map>
#include <string>
#include <utility>

namespace tidemark::sim {

void SimFolders::put(UserId user, const server::FolderSet& set, std::uint64_t before)
{
    server::FolderSet stored = set;
    if (m_defect == Defect::FoldersUnversioned && before > 0) {
        stored.version = before;
    }
    m_real.put(user, stored, before);
}

void checkFolders(SimDevice& device, server::Store& store)
{
    const server::FolderSet theirs = store.folders().of(device.engine().account()->user.id);
    const LocalFolders stored = device.store().load().folders;
    if (device.engine().folders() != theirs.folders || stored.folders != theirs.folders
        || stored.version != theirs.version || !stored.pending.empty()) {
        throw Violation("F-I1: " + device.label() + ": has " + std::to_string(stored.folders.size())
                        + " folders in version " + std::to_string(stored.version) + " and "
                        + std::to_string(stored.pending.size()) + " changes, the server has "
                        + std::to_string(theirs.folders.size()) + " in version "
                        + std::to_string(theirs.version));
    }
}

void checkFolderWishes(const std::vector<SimDevice*>& devices, server::Store& store)
{
    const server::FolderSet set = store.folders().of(devices.front()->engine().account()->user.id);
    std::map<MessageUuid, std::vector<Folder>> wishes;
    for (const SimDevice* device : devices) {
        for (const auto& [id, folder] : device->diary().folders) {
            wishes[id].push_back(folder);
        }
    }
    for (const auto& [id, wished] : wishes) {
        if (wished.size() > 1) {
            continue;
        }
        const Folder* found = findFolder(set.folders, id);
        const bool isKept =
            wished.front().title.empty() ? found == nullptr : found != nullptr && *found == wished.front();
        if (!isKept) {
            throw Violation("F-I2: " + devices.front()->label() + ": the change of the folder \""
                            + wished.front().title + "\" is lost");
        }
    }
}

} // namespace tidemark::sim
