#include "server-stub/hub/cluster/head_poller.h"

#include <algorithm>

namespace tidemark::server {

bool HeadPoller::isNews(const protocol::Head& head) const
{
    const bool isWatched = !m_context.watchers().of(head.conversation).empty()
                           || !m_context.totalsWatchers().of(head.conversation).empty();
    return isWatched && m_context.heads().isNews(head);
}

void HeadPoller::lookAt(const std::vector<ConversationId>& conversations)
{
    if (conversations.empty()) {
        return;
    }
    for (const protocol::Head& head : m_context.store().conversations().heads(conversations)) {
        push(head);
    }
}

void HeadPoller::push(const protocol::Head& head)
{
    if (isNews(head) && m_context.heads().note(head)) {
        m_context.turn().headMovedElsewhere(head);
    }
}

void HeadPoller::pollNow()
{
    m_waiting.clear();
    m_isHasty = true;
    m_next = m_context.now();
}

void HeadPoller::run()
{
    if (!m_context.isShared || m_context.now() < m_next) {
        return;
    }
    if (m_waiting.empty()) {
        beginRound();
    }
    poll();
    if (m_waiting.empty()) {
        m_isHasty = false;
    }
    m_next = m_context.now() + pause();
}

void HeadPoller::beginRound()
{
    m_waiting = m_context.watchers().conversations();
    const std::vector<ConversationId> others = m_context.totalsWatchers().conversations();
    m_waiting.insert(m_waiting.end(), others.begin(), others.end());
    std::sort(m_waiting.begin(), m_waiting.end());
    m_waiting.erase(std::unique(m_waiting.begin(), m_waiting.end()), m_waiting.end());
    m_context.heads().keepOnly(m_waiting);
    m_round = m_waiting.size();
}

void HeadPoller::poll()
{
    const std::size_t count = std::min(m_waiting.size(), m_isHasty ? hastyPollsPerTurn : pollsPerTurn);
    if (count == 0) {
        return;
    }
    const std::vector<ConversationId> slice(m_waiting.end() - static_cast<std::ptrdiff_t>(count),
                                            m_waiting.end());
    m_waiting.resize(m_waiting.size() - count);
    for (const protocol::Head& head : m_context.store().conversations().heads(slice)) {
        m_context.heads().correct(head);
        const std::size_t before = m_context.turn().headsMovedElsewhere().size();
        push(head);
        m_context.count(&HubStats::headsFound, m_context.turn().headsMovedElsewhere().size() - before);
    }
    if (m_isHasty) {
        std::for_each(slice.begin(), slice.end(), [this](ConversationId id) { pollReceipts(id); });
    }
}

void HeadPoller::pollReceipts(ConversationId conversation)
{
    Store& store = m_context.store();
    const auto record = m_context.watchers().of(conversation).empty()
                            ? std::nullopt
                            : store.conversations().find(conversation);
    if (!record || !m_context.sharesReceipts(*record)) {
        return;
    }
    m_context.turn().deliveredMovedElsewhere(conversation);
    // Send the two greatest receipts: the user who has read furthest is shown the second greatest.
    UserId furthest;
    for (int i = 0; i < 2; ++i) {
        const Seq seen = store.receipts().seenByOthers(conversation, furthest);
        const auto readers =
            seen.isValid() ? store.receipts().readers({conversation, seen, {furthest, UserId()}}, UserId(), 1)
                           : std::vector<Reader>();
        if (readers.empty()) {
            return;
        }
        furthest = readers.front().user;
        m_context.turn().seenMovedElsewhere(conversation, furthest, seen);
    }
}

Milliseconds HeadPoller::pause() const
{
    if (m_isHasty) {
        return Milliseconds(0);
    }
    // Spread the polls evenly over the interval.
    const auto turns = static_cast<std::int64_t>(1 + m_round / pollsPerTurn);
    return m_context.config().headPollInterval / turns;
}

void HeadPoller::undo()
{
    if (m_context.isShared) {
        m_waiting.clear();
        m_next = m_context.now() + retryDelay;
    }
}

std::optional<Instant> HeadPoller::wakeUp() const
{
    const bool hasWork = m_context.isShared && m_context.sessions().sessionCount() > 0;
    return hasWork ? std::optional(m_next) : std::nullopt;
}

} // namespace tidemark::server
