#include "server-stub/hub/retention.h"

#include "server-stub/hub/floors.h"

#include <algorithm>
#include <set>

namespace tidemark::server {

namespace {

constexpr std::size_t looksPerTurn = 1000;
constexpr Milliseconds longPauseAfterFailure{60000};

} // namespace

Retention::Retention(HubContext& context) : m_context(context), m_policy(context.config.retention)
{
    beginAnew();
}

void Retention::beginAnew()
{
    m_waiting.clear();
    m_next = m_policy.trims() ? std::optional(Instant()) : std::nullopt;
}

void Retention::run()
{
    m_told.clear();
    m_untoldBefore = m_untold.size();
    m_room = m_policy.entriesPerTurn;
    if (m_next && m_context.now >= *m_next) {
        look();
    }
    if (m_context.now >= m_tellNotBefore) {
        tellWatchers();
    }
}

void Retention::look()
{
    if (m_waiting.empty()) {
        m_next = m_context.now + m_policy.interval;
        if (!m_context.store().leads()) {
            return;
        }
        m_waiting = m_context.store().allConversations();
        std::reverse(m_waiting.begin(), m_waiting.end());
    }
    for (std::size_t looks = 0; looks < looksPerTurn && m_room > 0 && !m_waiting.empty(); ++looks) {
        if (trim(m_waiting.back())) {
            m_waiting.pop_back();
        }
    }
    m_next = m_context.now + (m_waiting.empty() ? m_policy.interval : Milliseconds(0));
}

void Retention::undo()
{
    m_waiting.clear();
    m_untold.resize(m_untoldBefore);
    m_untold.insert(m_untold.end(), m_told.begin(), m_told.end());
    m_tellNotBefore = m_context.now + pauseAfterFailure;
    if (m_next) {
        m_next = m_context.now + longPauseAfterFailure;
    }
}

std::optional<Instant> Retention::wakeUp() const
{
    if (m_untold.empty()) {
        return m_next;
    }
    const Instant toTell = std::max(m_context.now, m_tellNotBefore);
    return m_next ? std::min(*m_next, toTell) : toTell;
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
    m_context.tell(hint::ConversationChanged{id});
    return true;
}

void Retention::changedElsewhere(ConversationId id)
{
    noteWatchers(id);
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
        if (m_untold.size() == m_untoldBefore) {
            m_told.push_back(m_untold.back());
            --m_untoldBefore;
        }
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
