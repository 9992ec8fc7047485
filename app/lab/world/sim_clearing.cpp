#include "app/lab/world/sim_clearing.h"

#include <string>

namespace tidemark::sim {

namespace {

std::string whereIn(const SimDevice& device, ConversationId conversation)
{
    return device.label() + ", conversation " + std::to_string(conversation.value) + ": ";
}

} // namespace

void checkCleared(SimDevice& device, server::Store& store)
{
    const UserId user = device.engine().account()->user.id;
    for (const LocalConversation& ours : device.engine().conversations()) {
        const auto row = store.members().find(ours.id, user);
        if (!row || !ours.isMember) {
            continue;
        }
        if (ours.clearedThrough != row->clearedThrough) {
            throw Violation("I5: " + whereIn(device, ours.id) + "cleared through "
                            + std::to_string(ours.clearedThrough.value) + ", on the server through "
                            + std::to_string(row->clearedThrough.value));
        }
        const auto first = device.store().history(ours.id, Seq(), Seq(), 1);
        if (!first.empty() && first.front().entry.seq <= row->clearedThrough) {
            throw Violation("I5: " + whereIn(device, ours.id) + "a cleared entry is still held");
        }
        const auto conversation = store.conversations().find(ours.id);
        if (row->clearedThrough > row->floor || row->clearedThrough > server::goneFor(*conversation, *row)) {
            throw Violation("I5: " + whereIn(device, ours.id) + "cleared entries count, or are served");
        }
    }
}

void checkClearWishes(const std::vector<SimDevice*>& devices, server::Store& store)
{
    const UserId user = devices.front()->engine().account()->user.id;
    for (const SimDevice* device : devices) {
        for (const auto& [conversation, through] : device->diary().cleared) {
            const auto row = store.members().find(conversation, user);
            if (!row || row->clearedThrough < through) {
                throw Violation("I13: " + whereIn(*device, conversation) + "what was cleared through "
                                + std::to_string(through.value) + " came back");
            }
        }
    }
}

} // namespace tidemark::sim
