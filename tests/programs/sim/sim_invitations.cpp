#include "tests/programs/sim/sim_invitations.h"

#include <string>
#include <vector>

namespace tidemark::sim {

void actOnInvitations(SimDevice& device, SplitMix64& random)
{
    const std::vector<Invitation> open = device.engine().invitations();
    if (open.empty() || random.below(4) == 0) {
        const auto adding = static_cast<AddingPolicy>(1 + random.below(3));
        device.feed(input::SetAccountSettings{.command = {}, .adding = adding});
        return;
    }
    const Invitation& one = open[random.below(open.size())];
    device.feed(input::AnswerInvitation{{}, one.conversation, random.below(2) == 0});
}

void checkInvitations(SimDevice& device, server::Store& store)
{
    const UserId user = device.engine().account()->user.id;
    const server::InvitationSet theirs = store.invitations().of(user);
    std::vector<ConversationId> expected;
    std::vector<ConversationId> shown;
    for (const server::InvitationRecord& one : theirs.records) {
        if (one.isRefused) {
            continue;
        }
        expected.push_back(one.conversation);
        if (!server::viewerOf(user, store.ignores().of(user)).ignores(one.inviter)) {
            shown.push_back(one.conversation);
        }
        const auto row = store.members().find(one.conversation, user);
        if (row && row->isMember) {
            throw Violation("V-I2: " + device.label() + ": is asked to join conversation "
                            + std::to_string(one.conversation.value) + ", and is a member of it");
        }
    }
    const auto idsOf = [](const std::vector<Invitation>& invitations) {
        std::vector<ConversationId> ids;
        for (const Invitation& one : invitations) {
            ids.push_back(one.conversation);
        }
        return ids;
    };
    const LocalInvitations stored = device.store().load().invitations;
    if (stored.version != theirs.version || idsOf(stored.invitations) != expected
        || idsOf(device.engine().invitations()) != shown) {
        throw Violation("V-I1: " + device.label() + ": " + std::to_string(stored.invitations.size())
                        + " invitations in version " + std::to_string(stored.version) + ", the server has "
                        + std::to_string(expected.size()) + " in version " + std::to_string(theirs.version));
    }
}

} // namespace tidemark::sim
