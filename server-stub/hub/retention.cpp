#include "server-stub/hub/retention.h"

#include "server-stub/hub/floors.h"

#include <algorithm>
#include <set>

namespace tidemark::server {

namespace {

constexpr std::size_t looksPerTurn = 1000;
constexpr Milliseconds pauseAfterFailure{60000};

} // namespace

Retention::Retention(HubContext& context) : m_context(context), m_policy(context.config.retention)
{
    beginAnew();
}

void Retention::beginAnew()
{
    m_waiting.clear();
    const bool hasWork = m_policy.trims() || !m_untold.empty();
    m_next = hasWork ? std::optional(Instant()) : std::nullopt;
}

void Retention::run()
{
    if (!m_next || m_context.now < *m_next) {
        return;
    }
    m_room = m_policy.entriesPerTurn;
    if (m_waiting.empty() && m_untold.empty()) {
        m_waiting = m_context.store().allConversations();
        std::reverse(m_waiting.begin(), m_waiting.end());
    }
    for (std::size_t looks = 0; looks < looksPerTurn && m_room > 0 && !m_waiting.empty(); ++looks) {
        if (trim(m_waiting.back())) {
            m_waiting.pop_back();
        }
    }
    tellWatchers();
    const bool isDone = m_waiting.empty() && m_untold.empty();
    m_next = isDone ? m_context.now + m_policy.interval : m_context.now;
}

void Retention::undo()
{
    if (m_next) {
        m_waiting.clear();
        m_untold.clear();
        m_next = m_context.now + pauseAfterFailure;
    }
}

bool Retention::trim(ConversationId id)
{
    const auto conversation = m_context.store().conversation(id);
    const Seq wanted = conversation ? wantedFor(*conversation) : Seq();
    if (!conversation || wanted <= conversation->trimmedUpto) {
        return true;
    }
    const std::uint64_t count = std::min(m_room, wanted.value - conversation->trimmedUpto.value);
    const Seq upto(conversation->trimmedUpto.value + count);
    m_context.store().trim(id, upto);
    m_context.blocks.trimmed(id, upto);
    m_room -= count;
    if (upto < wanted) {
        return false;
    }
    noteWatchers(id);
    return true;
}

Seq Retention::wantedFor(const ConversationRecord& conversation)
{
    Seq wanted;
    if (m_policy.keepEntries && conversation.head.value > *m_policy.keepEntries) {
        wanted = Seq(conversation.head.value - *m_policy.keepEntries);
    }
    if (m_policy.keepFor) {
        const UnixMs tooOld{m_context.wall.value - m_policy.keepFor->count()};
        wanted = std::max(wanted, lastNotAfter(m_context.store(), conversation.id, conversation.trimmedUpto,
                                               conversation.head, tooOld));
    }
    return wanted;
}

void Retention::noteWatchers(ConversationId id)
{
    std::set<UserId> users;
    for (const Target target : m_context.watchers.of(id)) {
        if (const Session* session = m_context.sessions.find(target)) {
            users.insert(session->user);
        }
    }
    for (const UserId user : users) {
        m_untold.emplace_back(id, user);
    }
}

void Retention::tellWatchers()
{
    for (; m_room > 0 && !m_untold.empty(); --m_room) {
        const auto [id, user] = m_untold.back();
        m_untold.pop_back();
        const auto conversation = m_context.store().conversation(id);
        auto row = m_context.store().member(id, user);
        if (conversation && row) {
            m_context.settle(*conversation, *row);
            // Also who had a floor above is to know what can no longer be pulled.
            m_context.turn.stateChanged(user, id, std::nullopt);
        }
    }
}

} // namespace tidemark::server
