#include "server-stub/hub/publishing/push_composer.h"

#include "server-stub/hub/contract/counts.h"

#include <algorithm>
#include <set>
#include <utility>

namespace tidemark::server {

namespace {

/// Upper estimates of the size in a frame of a state without its texts, and of the peer's name, in bytes.
constexpr std::size_t stateOverhead = 160;
constexpr std::size_t peerOverhead = 120;

std::size_t weightOf(const ConversationState& state)
{
    return stateOverhead + state.title.size() + state.moved.deviceName.size()
           + state.floorMoved.deviceName.size() + (state.peer.isValid() ? peerOverhead : 0);
}

} // namespace

void PushComposer::compose()
{
    // States go before the answers of the turn: an answer that shows a change would otherwise look to its
    // receiver as if the push had been missed. Receipts go after them: an answer may bring a conversation
    // that is new to the receiver, with the marks from before the receipt.
    std::vector<Effect> answers = m_context.turn().takeEffects();
    composeStates();
    m_context.turn().addAll(std::move(answers));
    for (const auto& [conversation, readers] : m_context.turn().reads()) {
        composeReceipts(conversation, readers);
    }
    for (const auto& [conversation, delivery] : m_context.turn().deliveries()) {
        composeDeliveries(conversation, delivery.before);
    }
}

void PushComposer::composeStates()
{
    std::vector<ConversationState> states;
    std::vector<Target> receivers;
    std::size_t weight = 0;
    const auto flush = [&] {
        if (!states.empty()) {
            push(std::exchange(receivers, {}), m_context.states(std::exchange(states, {})));
        }
        weight = 0;
    };
    for (const auto& [place, changed] : m_context.turn().changedStates()) {
        const auto [user, conversation] = place;
        std::vector<Target> targets = m_context.sessions().listenersOf(user);
        if (changed.answered) {
            std::erase(targets, *changed.answered);
        }
        if (targets.empty()) {
            continue;
        }
        ConversationState state = m_context.state(conversation, user);
        const std::size_t added = weightOf(state);
        // Changes of one turn share a frame as long as they fit.
        if (targets != receivers || weight + added > m_context.config().limits.maxFrameBytes / 4 * 3) {
            flush();
        }
        receivers = std::move(targets);
        states.push_back(std::move(state));
        weight += added;
    }
    flush();
}

void PushComposer::composeReceipts(ConversationId conversation, const std::map<UserId, Turn::Seen>& readers)
{
    const std::vector<Target>& watchers = m_context.watchers().of(conversation);
    const auto record =
        watchers.empty() ? std::nullopt : m_context.store().conversations().find(conversation);
    if (!record || !m_context.sharesReceipts(*record)) {
        return;
    }
    const auto furthest = std::max_element(readers.begin(), readers.end(), [](const auto& a, const auto& b) {
        return a.second.seen < b.second.seen;
    });
    // Users are not shown their own receipt: the user who has read furthest gets the second greatest one.
    Seq second;
    for (const auto& [reader, moved] : readers) {
        second = reader == furthest->first ? second : std::max(second, moved.seen);
    }
    const std::vector<Target> own = m_context.sessions().listenersOf(furthest->first);
    std::vector<Target> others;
    std::set_difference(watchers.begin(), watchers.end(), own.begin(), own.end(), std::back_inserter(others));
    const auto receipts = [&](Seq seen) {
        return protocol::Receipts{{{conversation, record->logEpoch, seen}}};
    };
    push(std::move(others), receipts(furthest->second.seen));
    if (second.isValid()) {
        push(own, receipts(second));
    }
}

void PushComposer::composeDeliveries(ConversationId conversation, const std::vector<DeliveryPosition>& before)
{
    const auto record = m_context.store().conversations().find(conversation);
    const std::vector<Target>& watchers = m_context.watchers().of(conversation);
    if (!record || watchers.empty()) {
        return;
    }
    const std::vector<DeliveryPosition> after = m_context.store().receipts().furthestDelivered(conversation);
    const auto pushMark = [&](std::vector<Target> targets, UserId viewer) {
        const Seq delivered = deliveredToOthers(after, viewer);
        if (delivered > deliveredToOthers(before, viewer)) {
            push(std::move(targets),
                 protocol::Receipts{{{conversation, record->logEpoch, Seq(), delivered}}});
        }
    };
    // All users but those who hold the log furthest are shown the same mark.
    std::vector<Target> others = watchers;
    std::set<UserId> furthest;
    for (const auto& positions : {before, after}) {
        for (const DeliveryPosition& position : positions) {
            furthest.insert(position.user);
        }
    }
    for (const UserId user : furthest) {
        std::vector<Target> own = m_context.sessions().listenersOf(user);
        std::vector<Target> rest;
        std::set_difference(others.begin(), others.end(), own.begin(), own.end(), std::back_inserter(rest));
        others = std::move(rest);
        pushMark(std::move(own), user);
    }
    pushMark(std::move(others), UserId());
}

void PushComposer::push(std::vector<Target> targets, protocol::ServerFrame frame)
{
    if (!targets.empty()) {
        m_context.turn().add(Push{std::move(targets), std::move(frame)});
    }
}

} // namespace tidemark::server
