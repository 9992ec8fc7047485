#include "core/sync/attention_set.h"

#include "core/base/require.h"

#include <algorithm>
#include <utility>

namespace tidemark {

LogNeeds* AttentionSet::find(ConversationId id)
{
    const auto found = m_needs.find(id);
    return found == m_needs.end() ? nullptr : &found->second;
}

LogNeeds& AttentionSet::of(const Tracked& tracked)
{
    LogNeeds& needs = m_needs[tracked.id()];
    require(needs.tracked == nullptr || needs.tracked == &tracked, "a conversation is tracked in one place");
    needs.tracked = &tracked;
    return needs;
}

void AttentionSet::add(const Tracked& tracked)
{
    static_cast<void>(of(tracked));
}

void AttentionSet::wantState(const Tracked& tracked)
{
    of(tracked).isStateWanted = true;
}

void AttentionSet::wantOlder(const Tracked& tracked, Seq before)
{
    of(tracked).olderWanted = before;
}

void AttentionSet::wantRange(const Tracked& tracked, const RangeDemand& demand)
{
    LogNeeds& needs = of(tracked);
    needs.demands.push_back(demand);
    settle(needs);
}

void AttentionSet::settle(ConversationId id)
{
    if (LogNeeds* needs = find(id)) {
        settle(*needs);
    }
}

void AttentionSet::settleAll()
{
    for (auto& [id, needs] : m_needs) {
        settle(needs);
    }
}

void AttentionSet::settle(LogNeeds& needs)
{
    const RangeSet& held = needs.tracked->held();
    const Seq trimmed = needs.tracked->conversation().trimmedThrough;
    std::erase_if(needs.demands, [&](const RangeDemand& demand) {
        const bool isHeld = held.covers(std::max(demand.after, trimmed), demand.through);
        if (isHeld) {
            m_context.finish(demand.command, std::nullopt, needs.tracked->id());
        }
        return isHeld;
    });
    if (!needs.olderWanted) {
        return;
    }
    const Seq wanted = previous(*needs.olderWanted);
    const bool isTrimmed = wanted <= trimmed;
    if (isTrimmed || held.contains(wanted)) {
        needs.olderWanted.reset();
    }
    if (isTrimmed) {
        // These entries will never arrive. The view stops waiting and shows the start of the conversation.
        m_context.report(change::EntriesAdded{needs.tracked->id(), Seq(1), wanted, {}});
    }
}

void AttentionSet::endDemands(ConversationId id, protocol::ErrorCode error)
{
    if (LogNeeds* needs = find(id)) {
        endDemands(*needs, error);
    }
}

void AttentionSet::endDemands(LogNeeds& needs, protocol::ErrorCode error)
{
    for (const RangeDemand& demand : std::exchange(needs.demands, {})) {
        m_context.finish(demand.command, error, needs.tracked->id());
    }
}

void AttentionSet::giveUpOlder(ConversationId id)
{
    if (LogNeeds* needs = find(id)) {
        needs->olderWanted.reset();
    }
}

void AttentionSet::distrust(const Tracked& tracked, Instant until)
{
    LogNeeds& needs = of(tracked);
    needs.isStateWanted = true;
    needs.pullNotBefore = until;
}

void AttentionSet::forgetLog(ConversationId id)
{
    if (LogNeeds* needs = find(id)) {
        endDemands(*needs, protocol::ErrorCode::LogEpochChanged);
        needs->olderWanted.reset();
        needs->pull = {};
        needs->pullNotBefore = {};
    }
}

void AttentionSet::noteStateRequest(const Tracked& tracked, RequestId request)
{
    LogNeeds& needs = of(tracked);
    require(!needs.stateRequest.isValid(), "one request for a state is in flight at a time");
    needs.stateRequest = request;
    needs.isStateWanted = false;
}

bool AttentionSet::endStateRequest(ConversationId id, RequestId request)
{
    LogNeeds* needs = find(id);
    const bool isIt = needs != nullptr && needs->stateRequest == request;
    if (isIt) {
        needs->stateRequest = {};
    }
    return isIt;
}

void AttentionSet::notePull(const Tracked& tracked, RequestId request)
{
    LogNeeds& needs = of(tracked);
    require(!needs.pull.isValid(), "one pull of a conversation is in flight at a time");
    needs.pull = request;
}

void AttentionSet::endPull(ConversationId id, RequestId request)
{
    LogNeeds* needs = find(id);
    if (needs != nullptr && needs->pull == request) {
        needs->pull = {};
    }
}

void AttentionSet::onOffline()
{
    for (auto& [id, needs] : m_needs) {
        endDemands(needs, protocol::ErrorCode::Unavailable);
        needs.pull = {};
        needs.stateRequest = {};
        needs.pullNotBefore = {};
    }
}

} // namespace tidemark
