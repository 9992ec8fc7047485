#include "core/sync/tracked_conversations.h"

#include "core/base/require.h"

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {
/// Above this number of conversations the totals are not counted a second time.
constexpr std::size_t maxRecounted = 100;
} // namespace

TrackedConversations::TrackedConversations(EngineContext& context, AttentionSet& attention,
                                           std::vector<Snapshot::Conversation> conversations,
                                           const Totals& totals)
    : m_context(context), m_attention(attention), m_totals(totals)
{
    for (Snapshot::Conversation& one : conversations) {
        const ConversationId id = one.conversation.id;
        Tracked& tracked =
            m_all.emplace(id, Tracked(std::move(one.conversation), std::move(one.held))).first->second;
        resum(tracked);
        m_attention.add(tracked);
    }
}

Tracked* TrackedConversations::find(ConversationId id)
{
    const auto found = m_all.find(id);
    return found == m_all.end() ? nullptr : &found->second;
}

const Tracked* TrackedConversations::find(ConversationId id) const
{
    const auto found = m_all.find(id);
    return found == m_all.end() ? nullptr : &found->second;
}

Tracked& TrackedConversations::at(ConversationId id)
{
    Tracked* tracked = find(id);
    require(tracked != nullptr, "the conversation is known");
    return *tracked;
}

Tracked& TrackedConversations::add(const ConversationState& state)
{
    const auto [place, isNew] = m_all.emplace(state.id, Tracked(state));
    require(isNew, "a conversation is added once");
    return place->second;
}

void TrackedConversations::touch(Tracked& tracked)
{
    m_attention.add(tracked);
    if (m_isDirty.insert(tracked.id()).second) {
        m_dirty.push_back(tracked.id());
    }
}

void TrackedConversations::noteHead(Tracked& tracked, Seq head)
{
    if (tracked.raiseHead(head)) {
        touch(tracked);
    }
}

void TrackedConversations::flush()
{
    if (m_dirty.empty()) {
        return;
    }
    m_isDirty.clear();
    for (const ConversationId id : std::exchange(m_dirty, {})) {
        if (const Tracked* tracked = find(id)) {
            resum(*tracked);
            m_context.write(write::PutConversation{tracked->conversation()});
            m_context.report(change::ConversationChanged{id});
        }
    }
    Totals sum = m_sum;
    sum.exact = m_inexact == 0;
    sum.mutedExact = m_mutedInexact == 0;
    sum.feedExact = m_feedInexact == 0;
    if (sum != m_totals) {
        m_totals = sum;
        m_context.write(write::PutTotals{sum});
        m_context.report(change::TotalsChanged{sum});
    }
    requireInDebug([&] { return m_all.size() > maxRecounted || isSumOfShares(); },
                   "the totals are the sum of the badges");
}

void TrackedConversations::resum(const Tracked& tracked)
{
    const LocalConversation& conversation = tracked.conversation();
    Share& kept = m_shares[conversation.id];
    Totals share;
    addToTotals(share, conversation);
    const Totals before = std::exchange(kept.totals, share);
    m_sum.unread += share.unread - before.unread;
    m_sum.mentions += share.mentions - before.mentions;
    m_sum.conversations += share.conversations - before.conversations;
    m_sum.mutedUnread += share.mutedUnread - before.mutedUnread;
    m_sum.mutedMentions += share.mutedMentions - before.mutedMentions;
    m_sum.mutedConversations += share.mutedConversations - before.mutedConversations;
    m_sum.feed += share.feed - before.feed;
    m_feedInexact += share.feedExact ? 0U : 1U;
    m_feedInexact -= before.feedExact ? 0U : 1U;
    m_inexact += share.exact ? 0U : 1U;
    m_inexact -= before.exact ? 0U : 1U;
    m_mutedInexact += share.mutedExact ? 0U : 1U;
    m_mutedInexact -= before.mutedExact ? 0U : 1U;
    const std::uint64_t head = conversation.isMember ? conversation.serverHead.value : 0;
    m_missing -= kept.missing;
    const std::uint64_t trimmed = std::min(conversation.trimmedThrough.value, head);
    kept.missing =
        head - trimmed - std::min(tracked.held().size(conversation.trimmedThrough), head - trimmed);
    m_missing += kept.missing;
}

bool TrackedConversations::isSumOfShares() const
{
    Totals sum;
    for (const auto& [id, tracked] : m_all) {
        addToTotals(sum, tracked.conversation());
    }
    return sum == m_totals;
}

void TrackedConversations::clear()
{
    for (const auto& [id, tracked] : m_all) {
        m_context.report(change::LogDropped{id});
    }
    m_attention.clear();
    m_all.clear();
    m_shares.clear();
    m_dirty.clear();
    m_isDirty.clear();
    m_sum = {};
    m_inexact = 0;
    m_mutedInexact = 0;
    m_feedInexact = 0;
    m_missing = 0;
    m_totals = {};
    m_context.report(change::TotalsChanged{m_totals});
}

KnownAtRequest TrackedConversations::knownOf(const Tracked& tracked)
{
    return {tracked.conversation().serverHead, tracked.conversation().version};
}

std::map<ConversationId, KnownAtRequest>
TrackedConversations::knownOf(const std::vector<ConversationId>& ids) const
{
    std::map<ConversationId, KnownAtRequest> known;
    for (const ConversationId id : ids) {
        if (const Tracked* tracked = find(id)) {
            known.emplace(id, knownOf(*tracked));
        }
    }
    return known;
}

std::map<ConversationId, KnownAtRequest> TrackedConversations::knownOfAll() const
{
    std::map<ConversationId, KnownAtRequest> known;
    for (const auto& [id, tracked] : m_all) {
        known.emplace_hint(known.end(), id, knownOf(tracked));
    }
    return known;
}

} // namespace tidemark
