#include "tests/programs/sim/invitation_life.h"

#include <string>
#include <vector>

namespace tidemark::sim {

void actOnInvitations(SimDevice& device, SplitMix64& random)
{
    const std::vector<LocalConversation> all = device.engine().conversations();
    if (!all.empty() && random.below(3) == 0) {
        const std::string name = "user" + std::to_string(random.below(4));
        device.feed(input::AddMember{{}, all[random.below(all.size())].id, name});
        return;
    }
    const std::vector<Invitation> open = device.engine().invitations();
    if (open.empty() || random.below(4) == 0) {
        const auto adding = static_cast<AddingPolicy>(1 + random.below(3));
        device.feed(input::SetAccountSettings{.command = {}, .adding = adding});
        return;
    }
    const Invitation& one = open[random.below(open.size())];
    device.feed(input::AnswerInvitation{{}, one.conversation, random.below(2) == 0});
}

} // namespace tidemark::sim
