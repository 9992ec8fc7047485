#include "core/sync/totals_check.h"

#include <algorithm>

namespace tidemark {

namespace {

constexpr Milliseconds leastWait{5000};
constexpr std::uint64_t spreadMs = 20000;
constexpr Milliseconds again{10000};

} // namespace

void TotalsCheck::onOnline()
{
    m_isDue = true;
    m_isAsked = false;
    m_notBefore = m_context.now() + leastWait
                  + Milliseconds(static_cast<std::int64_t>(m_context.random().below(spreadMs)));
}

bool TotalsCheck::isSettled() const
{
    return m_conversations.totals().exact && m_conversations.totals().feedExact && !m_readState.hasIntents()
           && !m_feed.hasUnsent() && !m_context.hasUnsentIgnores()
           && std::all_of(m_conversations.all().begin(), m_conversations.all().end(), [](const auto& one) {
                  const LocalConversation& conversation = one.second.conversation();
                  return !conversation.isMember
                         || (conversation.countedHead == conversation.serverHead
                             && unsentHidden(conversation).empty());
              });
}

void TotalsCheck::flush()
{
    if (!m_isDue || m_isAsked) {
        return;
    }
    if (m_notBefore > m_context.now()) {
        m_context.wakeAt(m_notBefore);
    } else if (isSettled()) {
        m_isAsked = true;
        m_context.send(protocol::GetTotals{}, request::Totals{});
    }
}

void TotalsCheck::onAnswer(const protocol::TotalsNow& totals)
{
    m_isAsked = false;
    if (!isSettled()) {
        // New entries or reads came in while the answer was on its way.
        m_notBefore = m_context.now() + again;
        return;
    }
    m_isDue = false;
    const Totals& ours = m_conversations.totals();
    if (totals.unread == ours.unread && totals.mentions == ours.mentions
        && totals.conversations == ours.conversations && totals.mutedUnread == ours.mutedUnread
        && totals.mutedConversations == ours.mutedConversations && totals.feed == ours.feed) {
        return;
    }
    for (const auto& [id, tracked] : m_conversations.all()) {
        if (tracked.conversation().isMember) {
            m_attention.wantState(tracked);
        }
    }
}

} // namespace tidemark
