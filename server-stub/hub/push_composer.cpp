#include "server-stub/hub/push_composer.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {

void PushComposer::compose()
{
    // Pushes go before the answers of the turn: an answer that shows a change would otherwise look to its
    // receiver as if the push had been missed.
    std::vector<Effect> answers = std::exchange(m_context.turn.effects, {});
    composeStates();
    for (const auto& [conversation, readers] : m_context.turn.reads) {
        composeReceipts(conversation, readers);
    }
    std::move(answers.begin(), answers.end(), std::back_inserter(m_context.turn.effects));
}

void PushComposer::composeStates()
{
    for (const auto& [changed, told] : m_context.turn.changedStates) {
        std::vector<Target> targets = m_context.sessions.listenersOf(changed.first);
        if (told) {
            std::erase(targets, *told);
        }
        if (!targets.empty()) {
            push(std::move(targets), m_context.states({m_context.state(changed.second, changed.first)}));
        }
    }
}

void PushComposer::composeReceipts(ConversationId conversation, const std::map<UserId, Seq>& readers)
{
    const std::vector<Target>& watchers = m_context.watchers.of(conversation);
    const auto record = watchers.empty() ? std::nullopt : m_context.store().conversation(conversation);
    if (!record || record->memberCount > receiptMembers) {
        return;
    }
    const auto furthest = std::max_element(readers.begin(), readers.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
    // Nobody is told of the own reading: who has read furthest is told of the next one.
    Seq second;
    for (const auto& [reader, seen] : readers) {
        second = reader == furthest->first ? second : std::max(second, seen);
    }
    const std::vector<Target> own = m_context.sessions.listenersOf(furthest->first);
    std::vector<Target> others;
    std::set_difference(watchers.begin(), watchers.end(), own.begin(), own.end(), std::back_inserter(others));
    const auto receipts = [&](Seq seen) {
        return protocol::Receipts{{{conversation, record->logEpoch, seen}}};
    };
    push(std::move(others), receipts(furthest->second));
    if (second.isValid()) {
        push(own, receipts(second));
    }
}

void PushComposer::push(std::vector<Target> targets, protocol::ServerFrame frame)
{
    if (!targets.empty()) {
        m_context.turn.effects.emplace_back(Push{std::move(targets), std::move(frame)});
    }
}

} // namespace tidemark::server
