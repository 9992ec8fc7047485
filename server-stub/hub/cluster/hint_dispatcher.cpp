#include "server-stub/hub/cluster/hint_dispatcher.h"

#include "core/base/overloaded.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {

void HintDispatcher::received(const HintsReceived& received)
{
    m_subjects.peerServers.received(received.from);
    m_context.count(&HubStats::hintsReceived, received.hints.size());
    for (const Hint& hint : received.hints) {
        this->received(received.from, hint);
    }
}

void HintDispatcher::missed()
{
    m_context.addHint(hint::HintsLost{});
    m_subjects.resync.begin();
}

void HintDispatcher::run(std::span<const Input> inputs)
{
    m_received.clear();
    m_subjects.heads.lookAt(movedIn(inputs)); // HeadPoller itself repeats this after a failed turn
    if (m_context.now() < m_notBefore) {
        return;
    }
    for (const Hint& hint : std::exchange(m_retries, {})) {
        apply(hint);
    }
}

std::vector<ConversationId> HintDispatcher::movedIn(std::span<const Input> inputs) const
{
    std::vector<ConversationId> moved;
    for (const Input& input : inputs) {
        const auto* received = std::get_if<HintsReceived>(&input);
        for (const Hint& hint : received == nullptr ? std::span<const Hint>() : std::span(received->hints)) {
            const auto* log = std::get_if<hint::LogMoved>(&hint);
            if (log != nullptr && m_subjects.heads.isNews(log->head)) {
                moved.push_back(log->head.conversation);
            }
        }
    }
    std::sort(moved.begin(), moved.end());
    moved.erase(std::unique(moved.begin(), moved.end()), moved.end());
    return moved;
}

void HintDispatcher::undo()
{
    m_retries.insert(m_retries.end(), m_received.begin(), m_received.end());
    if (m_retries.size() > maxWaiting) {
        m_retries.clear();
        m_subjects.resync.begin();
    }
    m_notBefore = m_context.now() + retryDelay;
}

std::optional<Instant> HintDispatcher::wakeUp() const
{
    return m_retries.empty() ? std::nullopt : std::optional(m_notBefore);
}

void HintDispatcher::received(NodeId from, const Hint& hint)
{
    std::visit(Overloaded{
                   [](const hint::LogMoved&) {}, // run() has read the head
                   [&](const hint::MuteSet& set) { m_context.mutes().note(set.endsAt); },
                   [&](const hint::SignInTried& tried) { m_subjects.accounts.received(tried); },
                   [&](const hint::Typing& typing) { m_subjects.typing.received(typing); },
                   [&](const hint::Activity& activity) { m_subjects.activity.received(from, activity); },
                   [&](const hint::ActivityAsked& asked) { m_subjects.activity.answer(asked.user); },
                   [&](const hint::Here&) { m_subjects.peerServers.isHere(from); },
                   [&](const hint::Gone&) { m_subjects.peerServers.gone(from); },
                   [&](const hint::HintsLost&) { m_subjects.resync.begin(); },
                   [&](const hint::NoticeListMade&) { m_subjects.resync.begin(); },
                   [&](const hint::AllChanged&) {
                       m_context.heads().clear();
                       m_subjects.resync.begin();
                   },
                   [&](const auto&) { apply(hint); },
               },
               hint);
}

void HintDispatcher::apply(const Hint& hint)
{
    m_received.push_back(hint);
    std::visit(
        Overloaded{
            [&](const hint::StateChanged& changed) { stateChanged(changed); },
            [&](const hint::ConversationChanged& changed) {
                m_subjects.retention.changedElsewhere(changed.conversation);
            },
            [&](const hint::SeenMoved& moved) { seenMoved(moved); },
            [&](const hint::ReactionsMoved& moved) { reactionsMoved(moved); },
            [&](const hint::DeliveredMoved& moved) {
                m_context.turn().deliveredMovedElsewhere(moved.conversation);
            },
            [&](const hint::AccountChanged& changed) {
                m_subjects.resync.resyncAccount(changed.user);
                m_context.store().accounts().forgetUser(changed.user);
                m_subjects.removal.look();
            },
            [&](const hint::AvatarChanged& changed) {
                m_subjects.avatars.changedElsewhere({changed.user, changed.conversation});
            },
            [&](const hint::DraftsChanged& changed) { m_subjects.drafts.changedElsewhere(changed.user); },
            [&](const hint::ScheduledChanged& changed) { m_subjects.scheduling.changedElsewhere(changed); },
            [&](const hint::DotsChanged& changed) { m_subjects.dots.received(changed.user); },
            [](const auto&) {},
        },
        hint);
}

void HintDispatcher::stateChanged(const hint::StateChanged& changed)
{
    if (m_context.sessions().sessionsOf(changed.user).empty()) {
        return;
    }
    const auto row = m_context.store().members().find(changed.conversation, changed.user);
    m_subjects.resync.resyncState(changed.user, changed.conversation, row && row->isMember);
}

void HintDispatcher::reactionsMoved(const hint::ReactionsMoved& moved)
{
    const auto record = m_context.watchers().of(moved.conversation).empty()
                            ? std::nullopt
                            : m_context.store().conversations().find(moved.conversation);
    if (record && m_context.sharesReceipts(*record)) {
        m_context.turn().reactedElsewhere(reactionHeadOf(*record));
    }
}

void HintDispatcher::seenMoved(const hint::SeenMoved& moved)
{
    if (m_context.watchers().of(moved.conversation).empty()) {
        return;
    }
    // Check the hint against the store: it may be older than a restored database, and every program that may
    // connect to the database can send one.
    const auto reader = m_context.store().members().find(moved.conversation, moved.reader);
    if (reader && moved.seen <= reader->seen) {
        m_context.turn().seenMovedElsewhere(moved.conversation, moved.reader, moved.seen);
    }
}

} // namespace tidemark::server
