#include "app/lab/world/sim_hiding.h"

#include "app/lab/world/servers/sim_ignoring.h"
#include "core/domain/hidden.h"

#include <algorithm>
#include <string>

namespace tidemark::sim {

namespace {

std::string placeIn(const SimDevice& device, ConversationId conversation)
{
    return device.label() + ", conversation " + std::to_string(conversation.value) + ": ";
}

} // namespace

Viewer readerIn(server::Store& store, const server::MemberRecord& member)
{
    return server::readerOf(member, viewerIn(store, member.user));
}

void checkHidden(SimDevice& device, server::Store& store)
{
    const UserId user = device.engine().account()->user.id;
    for (const LocalConversation& ours : device.engine().conversations()) {
        const auto row = store.members().find(ours.id, user);
        const auto conversation = store.conversations().find(ours.id);
        if (!row || !ours.isMember) {
            continue;
        }
        const Seq gone = server::goneFor(*conversation, *row);
        if (above(ours.hidden, gone) != above(row->hidden, gone)) {
            throw Violation("I4: " + placeIn(device, ours.id) + std::to_string(ours.hidden.size())
                            + " messages are hidden, on the server " + std::to_string(row->hidden.size()));
        }
        for (const HistoryEntry& one : device.store().history(ours.id, gone, Seq(), 1000000)) {
            const bool hides = std::ranges::binary_search(row->hidden, one.entry.seq);
            if (one.entry.kind() == EntryKind::Message && hides
                && (!isHidden(one.entry) || !textOf(one.entry).empty())) {
                throw Violation("I4: " + placeIn(device, ours.id) + "the hidden message "
                                + std::to_string(one.entry.seq.value) + " is shown");
            }
        }
    }
}

void checkHideWishes(const std::vector<SimDevice*>& devices, server::Store& store)
{
    const UserId user = devices.front()->engine().account()->user.id;
    for (const SimDevice* device : devices) {
        for (const auto& [place, seqs] : device->diary().hidden) {
            const auto conversation = store.conversations().find(place.first);
            const auto row = store.members().find(place.first, user);
            // A wish of an earlier membership is void.
            if (!row || !row->isMember || row->generation != place.second) {
                continue;
            }
            const std::vector<Seq> wished(seqs.begin(), seqs.end());
            if (!missingIn(row->hidden, above(wished, server::goneFor(*conversation, *row))).empty()) {
                throw Violation("I13: " + placeIn(*device, place.first) + "a hidden message came back");
            }
        }
    }
}

} // namespace tidemark::sim
