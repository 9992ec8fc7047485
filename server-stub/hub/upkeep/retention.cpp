#include "server-stub/hub/upkeep/retention.h"

#include "core/base/require.h"
#include "server-stub/hub/state/floors.h"
#include "server-stub/hub/upkeep/pause.h"

#include <algorithm>

namespace tidemark::server {

namespace {

constexpr std::size_t looksPerTurn = 1000;
constexpr Milliseconds week{std::int64_t{7} * 24 * 60 * 60 * 1000};

/// The time by which the oldest entry may be overdue, for example because the server was down.
Milliseconds usualDelay(Milliseconds keepFor)
{
    return std::min(keepFor / 4, week);
}

/// The time that the server must run before it believes that entries are overdue by more than the usual
/// delay. After `keepFor`, AgeClock is certain.
Milliseconds timeToBelieve(Milliseconds keepFor)
{
    return std::min(keepFor, week);
}

} // namespace

Retention::Retention(HubContext& context) : m_context(context), m_policy(context.config().retention)
{
    restart();
}

void Retention::restart()
{
    m_waiting.clear();
    m_heldBack.clear();
    m_reportedHeldBack = 0;
    m_next = m_policy.trims() ? std::optional(Instant()) : std::nullopt;
}

void Retention::run()
{
    m_notified.clear();
    m_unnotifiedBefore = m_unnotified.size();
    m_room = m_policy.entriesPerTurn;
    if (m_next && m_context.now() >= *m_next) {
        look();
    }
    if (m_context.now() >= m_notifyNotBefore) {
        notifyWatchers();
    }
}

void Retention::look()
{
    if (m_waiting.empty()) {
        m_next = m_context.now() + m_policy.interval;
        m_heldBack.clear();
        if (!m_context.store().leads()) {
            m_reportedHeldBack = 0;
            return;
        }
        m_waiting = m_context.store().conversations().all();
        std::reverse(m_waiting.begin(), m_waiting.end());
    }
    for (std::size_t looks = 0; looks < looksPerTurn && m_room > 0 && !m_waiting.empty(); ++looks) {
        if (trim(m_waiting.back())) {
            m_waiting.pop_back();
        }
    }
    if (m_waiting.empty()) {
        m_reportedHeldBack = m_heldBack.size();
    }
    m_next = m_context.now() + (m_waiting.empty() ? m_policy.interval : Milliseconds(0));
}

void Retention::undo()
{
    m_waiting.clear();
    m_unnotified.resize(m_unnotifiedBefore);
    m_unnotified.insert(m_unnotified.end(), m_notified.begin(), m_notified.end());
    m_notifyNotBefore = m_context.now() + retryDelay;
    if (m_next) {
        m_next = m_context.now() + longPauseAfterFailure;
    }
}

std::optional<Instant> Retention::wakeUp() const
{
    if (m_unnotified.empty()) {
        return m_next;
    }
    const Instant notifyAt = std::max(m_context.now(), m_notifyNotBefore);
    return m_next ? std::min(*m_next, notifyAt) : notifyAt;
}

bool Retention::trim(ConversationId id)
{
    const auto conversation = m_context.store().conversations().find(id);
    const Seq wanted = conversation ? wantedFor(*conversation) : Seq();
    if (!conversation || wanted <= conversation->trimmedThrough) {
        return true;
    }
    const std::uint64_t count = std::min(m_room, wanted.value - conversation->trimmedThrough.value);
    const Seq through(conversation->trimmedThrough.value + count);
    require(through <= conversation->head, "no entry beyond the head is trimmed");
    m_context.store().log().trim(id, through);
    m_context.blocks().trimmed(id, through);
    m_context.removeReactions(id, conversation->trimmedThrough, through);
    m_context.turn().noteBlobWork(); // the trimmed messages may have named files
    m_room -= count;
    if (through < wanted) {
        return false;
    }
    noteWatchers(id);
    m_context.addHint(hint::ConversationChanged{id});
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
        wanted = std::max(wanted, tooOld(conversation));
    }
    return wanted;
}

Seq Retention::tooOld(const ConversationRecord& conversation)
{
    const Milliseconds keepFor = *m_policy.keepFor;
    const Seq after = conversation.trimmedThrough;
    if (after >= conversation.head) {
        return {};
    }
    const std::vector<UnixMs> oldest = m_context.store().log().times(conversation.id, after, next(after));
    if (oldest.empty()) {
        return {};
    }
    const UnixMs expired{m_context.ages().time(m_context.now(), m_context.wall(), keepFor).value
                         - keepFor.count()};
    const std::int64_t ageMs = m_context.wall().value - oldest.front().value;
    const bool isUnlikely = ageMs > (keepFor + usualDelay(keepFor)).count() || ageMs < -week.count();
    const bool isBelieved = m_context.ages().running(m_context.now()) >= timeToBelieve(keepFor);
    if (isUnlikely && (oldest.front() > expired || !isBelieved)) {
        m_heldBack.insert(conversation.id);
        return {};
    }
    // Read one entry more than there is room for, to see whether more are left.
    const Seq through(std::min(conversation.head.value, after.value + m_room + 1));
    return lastNotAfter(m_context.store(), conversation.id, after, through, expired);
}

void Retention::noteWatchers(ConversationId id)
{
    std::set<UserId> users;
    for (const Target target : m_context.watchers().of(id)) {
        if (const Session* session = m_context.sessions().find(target)) {
            users.insert(session->user);
        }
    }
    for (const UserId user : users) {
        m_unnotified.emplace_back(id, user);
    }
}

void Retention::notifyWatchers()
{
    for (; m_room > 0 && !m_unnotified.empty(); --m_room) {
        const auto [id, user] = m_unnotified.back();
        if (m_unnotified.size() == m_unnotifiedBefore) {
            m_notified.push_back(m_unnotified.back());
            --m_unnotifiedBefore;
        }
        m_unnotified.pop_back();
        const auto conversation = m_context.store().conversations().find(id);
        auto row = m_context.store().members().find(id, user);
        if (conversation && row) {
            m_context.settle(*conversation, *row);
            // Also notify members whose floor was higher: they must learn which entries they can no longer
            // pull.
            m_context.turn().stateChanged(user, id, std::nullopt);
        }
    }
}

} // namespace tidemark::server
