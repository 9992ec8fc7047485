#include "server-stub/hub/turn.h"

#include <algorithm>

namespace tidemark::server {

void Turn::reply(const Caller& caller, protocol::ServerFrame frame)
{
    effects.emplace_back(
        Reply{caller.target.connection,
              protocol::ServerEnvelope{caller.request, caller.target.session, std::move(frame)}});
}

void Turn::refuse(const Caller& caller, protocol::ErrorCode code, Milliseconds retryAfter)
{
    reply(caller, protocol::Error{code, retryAfter, {}});
}

void Turn::stateChanged(UserId user, ConversationId conversation, std::optional<Target> told)
{
    const auto [place, fresh] = changedStates.try_emplace({user, conversation}, told);
    if (!fresh && place->second != told) {
        place->second.reset();
    }
}

void Turn::seenMoved(ConversationId conversation, UserId reader, Seq seen)
{
    Seq& moved = reads[conversation][reader];
    moved = std::max(moved, seen);
}

} // namespace tidemark::server
