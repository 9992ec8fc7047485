#include "core/wire/invitations.h"

#include "core/wire/values.h"

#include <tidemark/v1/invitation.pb.h>

#include <algorithm>
#include <utility>

namespace tidemark::wire {

void fillInvitations(v1::Invitations& message, const protocol::Invitations& frame)
{
    message.set_version(frame.version);
    for (const Invitation& one : frame.invitations) {
        v1::Invitation& oneMessage = *message.add_invitations();
        oneMessage.set_conversation(one.conversation.value);
        oneMessage.set_title(one.title);
        fillUser(*oneMessage.mutable_inviter(), one.inviter);
        oneMessage.set_at_ms(one.at.value);
    }
}

protocol::Invitations readInvitations(v1::Invitations& message, Problem& problem)
{
    protocol::Invitations frame;
    frame.version = message.version();
    problem.checkListSize(static_cast<std::size_t>(message.invitations_size()), "invitations");
    if (problem.found()) {
        return frame;
    }
    for (v1::Invitation& one : *message.mutable_invitations()) {
        const ConversationId id(one.conversation());
        const auto isSame = [id](const Invitation& other) { return other.conversation == id; };
        if (std::none_of(frame.invitations.begin(), frame.invitations.end(), isSame)) {
            frame.invitations.push_back(
                {id, std::move(*one.mutable_title()), readUser(*one.mutable_inviter()), UnixMs{one.at_ms()}});
        }
    }
    return frame;
}

} // namespace tidemark::wire
