#include "tests/programs/sim/folder_life.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

namespace tidemark::sim {

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

} // namespace tidemark::sim
