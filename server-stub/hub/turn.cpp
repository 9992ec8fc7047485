#include "server-stub/hub/turn.h"

#include <algorithm>
#include <utility>

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
    const auto [place, fresh] = changedStates.try_emplace({user, conversation}, Changed{told, true});
    Changed& changed = place->second;
    changed.isOwn = true;
    if (!fresh && changed.told != told) {
        changed.told.reset();
    }
}

void Turn::seenMoved(ConversationId conversation, UserId reader, Seq seen)
{
    seenHeard(conversation, reader, seen);
    reads[conversation][reader].isOwn = true;
}

void Turn::deliveredMoves(ConversationId conversation, std::vector<Reach> before)
{
    deliveries.try_emplace(conversation, Delivery{std::move(before)}).first->second.isOwn = true;
}

void Turn::stateHeard(UserId user, ConversationId conversation)
{
    changedStates[{user, conversation}].told.reset();
}

void Turn::seenHeard(ConversationId conversation, UserId reader, Seq seen)
{
    Seq& moved = reads[conversation][reader].seen;
    moved = std::max(moved, seen);
}

void Turn::deliveredHeard(ConversationId conversation)
{
    // What held before is not known: who is told what they know already does nothing.
    deliveries[conversation].before.clear();
}

} // namespace tidemark::server
