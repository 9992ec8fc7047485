#include "server-stub/hub/state/turn.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace tidemark::server {

void Turn::reply(const Caller& caller, protocol::ServerFrame frame)
{
    if (std::holds_alternative<protocol::Error>(frame)) {
        refused.push_back(caller.target.connection);
    }
    effects.emplace_back(
        Reply{caller.target.connection,
              protocol::ServerEnvelope{caller.request, caller.target.session, std::move(frame)}});
}

void Turn::refuse(const Caller& caller, protocol::ErrorCode code, Milliseconds retryAfter)
{
    reply(caller, protocol::Error{code, retryAfter, {}});
}

bool Turn::isRefusedAsMalformed(const Caller& caller) const
{
    const auto* reply = effects.empty() ? nullptr : std::get_if<Reply>(&effects.back());
    const auto* error = reply == nullptr || reply->connection != caller.target.connection
                                || reply->envelope.request != caller.request
                            ? nullptr
                            : std::get_if<protocol::Error>(&reply->envelope.frame);
    return error != nullptr && error->code == protocol::ErrorCode::Malformed;
}

void Turn::stateChanged(UserId user, ConversationId conversation, std::optional<Target> answered)
{
    const auto [place, fresh] = changedStates.try_emplace({user, conversation}, Changed{answered, true});
    Changed& changed = place->second;
    changed.isOwn = true;
    if (!fresh && changed.answered != answered) {
        changed.answered.reset();
    }
}

void Turn::seenMoved(ConversationId conversation, UserId reader, Seq seen)
{
    seenMovedElsewhere(conversation, reader, seen);
    reads[conversation][reader].isOwn = true;
}

void Turn::deliveredMoves(ConversationId conversation, std::vector<DeliveryPosition> before)
{
    deliveries.try_emplace(conversation, Delivery{std::move(before)}).first->second.isOwn = true;
}

void Turn::stateChangedElsewhere(UserId user, ConversationId conversation)
{
    changedStates[{user, conversation}].answered.reset();
}

void Turn::seenMovedElsewhere(ConversationId conversation, UserId reader, Seq seen)
{
    Seq& moved = reads[conversation][reader].seen;
    moved = std::max(moved, seen);
}

void Turn::deliveredMovedElsewhere(ConversationId conversation)
{
    // The positions before are unknown, so members may be sent marks that they have already, which is
    // harmless.
    deliveries[conversation].before.clear();
}

} // namespace tidemark::server
