#include "server-stub/hub/state/turn.h"

#include "core/base/one_of.h"
#include "core/base/require.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

namespace tidemark::server {

namespace {

constexpr Milliseconds retryAfterFailure{1000};
constexpr Milliseconds retryAfterViolation{30000};

/// Whether the hint is transient, so that it holds whether or not the turn is committed.
bool isTransient(const Hint& hint)
{
    return std::visit(
        []<typename Kind>(const Kind&) {
            return OneOf<Kind, hint::SignInTried, hint::Typing, hint::Activity, hint::ActivityAsked,
                         hint::Here, hint::Gone, hint::HintsLost>;
        },
        hint);
}

} // namespace

void Turn::reply(const Caller& caller, protocol::ServerFrame frame)
{
    if (std::holds_alternative<protocol::Error>(frame)) {
        m_refused.push_back(caller.target.connection);
    }
    m_effects.emplace_back(
        Reply{caller.target.connection,
              protocol::ServerEnvelope{caller.request, caller.target.session, std::move(frame)}});
}

void Turn::refuse(const Caller& caller, protocol::ErrorCode code, Milliseconds retryAfter)
{
    reply(caller, protocol::Error{code, retryAfter, {}});
}

bool Turn::isRefusedAsMalformed(const Caller& caller) const
{
    const auto* reply = m_effects.empty() ? nullptr : std::get_if<Reply>(&m_effects.back());
    const auto* error = reply == nullptr || reply->connection != caller.target.connection
                                || reply->envelope.request != caller.request
                            ? nullptr
                            : std::get_if<protocol::Error>(&reply->envelope.frame);
    return error != nullptr && error->code == protocol::ErrorCode::Malformed;
}

void Turn::expectRest(const Caller& caller)
{
    const bool isExpected = std::ranges::any_of(m_askers, [&](const Caller& asker) {
        return asker.target == caller.target && asker.request == caller.request;
    });
    if (!isExpected) {
        expectAnswer(caller);
    }
}

void Turn::answerOperator(OperatorTicket ticket, OperatorResult result)
{
    m_operatorAnswers.push_back({ticket, std::move(result)});
}

void Turn::addAll(std::vector<Effect> effects)
{
    std::move(effects.begin(), effects.end(), std::back_inserter(m_effects));
}

void Turn::appended(const protocol::Head& head, std::optional<Target> by)
{
    require(head.head.isValid(), "an appended entry has a seq");
    m_appends.push_back({head, by});
}

void Turn::stateChanged(UserId user, ConversationId conversation, std::optional<Target> answered)
{
    const auto [place, fresh] = m_changedStates.try_emplace({user, conversation}, Changed{answered, true});
    Changed& changed = place->second;
    changed.isOwn = true;
    if (!fresh && changed.answered != answered) {
        changed.answered.reset();
    }
}

void Turn::seenMoved(ConversationId conversation, UserId reader, Seq seen)
{
    seenMovedElsewhere(conversation, reader, seen);
    m_reads[conversation][reader].isOwn = true;
}

void Turn::reacted(const protocol::Head& head, Target by, bool isPushed)
{
    const auto [place, isFirst] = m_reactions.try_emplace(head.conversation, Reacted{head, by});
    Reacted& reacted = place->second;
    reacted.isOwn = true;
    reacted.isPushed = isPushed;
    if (!isFirst) {
        protocol::raise(reacted.head, head);
        reacted.by = reacted.by == by ? reacted.by : std::nullopt;
    }
}

void Turn::reactedElsewhere(const protocol::Head& head)
{
    Reacted& reacted = m_reactions.try_emplace(head.conversation, Reacted{head, std::nullopt}).first->second;
    protocol::raise(reacted.head, head);
    reacted.by.reset();
    reacted.isPushed = true;
}

void Turn::deliveredMoves(ConversationId conversation, std::vector<DeliveryPosition> before)
{
    m_deliveries.try_emplace(conversation, Delivery{std::move(before)}).first->second.isOwn = true;
}

void Turn::stateChangedElsewhere(UserId user, ConversationId conversation)
{
    m_changedStates[{user, conversation}].answered.reset();
}

void Turn::seenMovedElsewhere(ConversationId conversation, UserId reader, Seq seen)
{
    Seq& moved = m_reads[conversation][reader].seen;
    moved = std::max(moved, seen);
}

void Turn::deliveredMovedElsewhere(ConversationId conversation)
{
    // The positions before are unknown, so members may be sent marks that they have already, which is
    // harmless.
    m_deliveries[conversation].before.clear();
}

void Turn::fail(std::string violation, std::optional<Caller> violator)
{
    if (!hasFailed()) {
        m_violator = violator;
    }
    m_violations.push_back(std::move(violation));
}

bool Turn::hasWritten() const
{
    return !m_appends.empty() || std::any_of(m_reactions.begin(), m_reactions.end(), [](const auto& one) {
        return one.second.isOwn;
    }) || std::any_of(m_changedStates.begin(), m_changedStates.end(), [](const auto& one) {
        return one.second.isOwn;
    });
}

std::vector<std::string> Turn::takeViolations()
{
    std::vector<std::string> taken = std::exchange(m_violations, {});
    std::move(m_lateViolations.begin(), m_lateViolations.end(), std::back_inserter(taken));
    m_lateViolations.clear();
    return taken;
}

void Turn::dropViolations()
{
    m_violations.clear();
    m_violator.reset();
}

Turn Turn::undone() const
{
    using protocol::ErrorCode;
    Turn next;
    for (const Caller& asker : m_askers) {
        const bool isViolator =
            m_violator && m_violator->target == asker.target && m_violator->request == asker.request;
        next.refuse(asker, ErrorCode::Unavailable, isViolator ? retryAfterViolation : retryAfterFailure);
    }
    for (const OperatorAnswer& answer : m_operatorAnswers) {
        next.answerOperator(answer.ticket, protocol::Error{ErrorCode::Unavailable, retryAfterFailure, {}});
    }
    for (const ConnectionId connection : m_touched) {
        next.add(CloseConnection{connection});
    }
    std::copy_if(m_hints.begin(), m_hints.end(), std::back_inserter(next.m_hints), isTransient);
    next.m_farewell = m_farewell;
    next.m_headsMovedElsewhere = m_headsMovedElsewhere;
    return next;
}

} // namespace tidemark::server
