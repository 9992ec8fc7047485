#include "tests/programs/sim/sim_folders.h"

#include <algorithm>
#include <array>
#include <cstring>
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

MessageUuid FolderLife::someUuid()
{
    MessageUuid uuid;
    const std::array<std::uint64_t, 2> halves{m_random.next(), m_random.next() | 1U};
    std::memcpy(uuid.bytes.data(), halves.data(), sizeof halves);
    return uuid;
}

FolderChange FolderLife::someChange(const SimDevice& device)
{
    const std::vector<Folder> folders = device.engine().folders();
    FolderChange change;
    change.uuid = someUuid();
    if (folders.empty() || (folders.size() < 6 && m_random.below(3) == 0)) {
        change.folder.id = someUuid();
    } else {
        change.folder = folders[m_random.below(folders.size())];
        change.isRemoved = m_random.below(4) == 0;
    }
    if (change.isRemoved) {
        change.folder = {.id = change.folder.id, .title = {}};
        return change;
    }
    change.folder.title = "folder " + std::to_string(++m_titles);
    change.folder.rule = static_cast<FolderRule>(m_random.below(4));
    std::vector<LocalConversation> all = device.engine().conversations();
    std::ranges::sort(all, {}, &LocalConversation::id);
    change.folder.conversations.clear();
    // In ascending order, as the server keeps them.
    for (const LocalConversation& one : all) {
        if (m_random.below(3) == 0) {
            change.folder.conversations.push_back(one.id);
        }
    }
    if (m_random.below(3) == 0) {
        change.position = static_cast<std::uint32_t>(m_random.below(folders.size() + 1));
    }
    return change;
}

void FolderLife::act(const std::vector<SimDevice*>& devices)
{
    SimDevice& device = *devices[m_random.below(devices.size())];
    if (!device.isUp()) {
        return;
    }
    device.feed(input::SetFolder{{}, someChange(device)});
    if (m_random.below(12) == 0) {
        device.die();
    }
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
