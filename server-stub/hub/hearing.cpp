#include "server-stub/hub/hearing.h"

#include "core/base/overloaded.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {

void Hearing::heard(const Heard& heard)
{
    m_subjects.siblings.heard(heard.from);
    m_context.stats.hintsHeard += heard.hints.size();
    for (const Hint& hint : heard.hints) {
        this->heard(heard.from, hint);
    }
}

void Hearing::missed()
{
    m_context.tell(hint::Unheard{});
    m_subjects.lookAgain.begin();
}

void Hearing::run(std::span<const Input> inputs)
{
    m_heard.clear();
    m_subjects.heads.lookAt(movedIn(inputs)); // after a failed turn HeadWatch reads them again by itself
    if (m_context.now < m_notBefore) {
        return;
    }
    for (const Hint& hint : std::exchange(m_again, {})) {
        look(hint);
    }
}

std::vector<ConversationId> Hearing::movedIn(std::span<const Input> inputs) const
{
    std::vector<ConversationId> moved;
    for (const Input& input : inputs) {
        const auto* heard = std::get_if<Heard>(&input);
        for (const Hint& hint : heard == nullptr ? std::span<const Hint>() : std::span(heard->hints)) {
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

void Hearing::undo()
{
    m_again.insert(m_again.end(), m_heard.begin(), m_heard.end());
    if (m_again.size() > mostWaiting) {
        m_again.clear();
        m_subjects.lookAgain.begin();
    }
    m_notBefore = m_context.now + pauseAfterFailure;
}

std::optional<Instant> Hearing::wakeUp() const
{
    return m_again.empty() ? std::nullopt : std::optional(m_notBefore);
}

void Hearing::heard(NodeId from, const Hint& hint)
{
    std::visit(Overloaded{
                   [](const hint::LogMoved&) {}, // run() has read the head
                   [&](const hint::MuteSet& set) {
                       m_context.nextMuteEnd = std::min(m_context.nextMuteEnd, set.endsAt);
                   },
                   [&](const hint::SignInTried& tried) { m_subjects.accounts.heard(tried); },
                   [&](const hint::Typing& typing) { m_subjects.typing.heard(typing); },
                   [&](const hint::Activity& activity) { m_subjects.activity.heard(from, activity); },
                   [&](const hint::ActivityAsked& asked) { m_subjects.activity.answer(asked.user); },
                   [&](const hint::Here&) { m_subjects.siblings.isHere(from); },
                   [&](const hint::Gone&) { m_subjects.siblings.gone(from); },
                   [&](const hint::Unheard&) { m_subjects.lookAgain.begin(); },
                   [&](const hint::NoticeListMade&) { m_subjects.lookAgain.begin(); },
                   [&](const hint::AllChanged&) {
                       m_context.heads.clear();
                       m_subjects.lookAgain.begin();
                   },
                   [&](const auto&) { look(hint); },
               },
               hint);
}

void Hearing::look(const Hint& hint)
{
    m_heard.push_back(hint);
    std::visit(
        Overloaded{
            [&](const hint::StateChanged& changed) { stateChanged(changed); },
            [&](const hint::ConversationChanged& changed) {
                m_subjects.retention.changedElsewhere(changed.conversation);
            },
            [&](const hint::SeenMoved& moved) { seenMoved(moved); },
            [&](const hint::DeliveredMoved& moved) { m_context.turn.deliveredHeard(moved.conversation); },
            [&](const hint::AccountChanged& changed) { m_subjects.lookAgain.lookAtAccount(changed.user); },
            [&](const hint::DotsChanged& changed) { m_subjects.dots.heard(changed.user); },
            [](const auto&) {},
        },
        hint);
}

void Hearing::stateChanged(const hint::StateChanged& changed)
{
    if (m_context.sessions.sessionsOf(changed.user).empty()) {
        return;
    }
    const auto row = m_context.store().member(changed.conversation, changed.user);
    m_subjects.lookAgain.lookAtState(changed.user, changed.conversation, row && row->isMember);
}

void Hearing::seenMoved(const hint::SeenMoved& moved)
{
    if (m_context.watchers.of(moved.conversation).empty()) {
        return;
    }
    // Check the hint against the store: it may be older than a restored database, and anybody who may connect
    // to the database can send one.
    const auto reader = m_context.store().member(moved.conversation, moved.reader);
    if (reader && moved.seen <= reader->seen) {
        m_context.turn.seenHeard(moved.conversation, moved.reader, moved.seen);
    }
}

} // namespace tidemark::server
