#include "ui/session/reading/reaction_gate.h"

#include <algorithm>

namespace tidemark {

void ReactionGate::setMessages(const std::set<Seq>& messages)
{
    std::map<Seq, Message> waiting;
    for (const Seq message : messages) {
        const auto known = m_waiting.find(message);
        waiting[message].isVisited = known != m_waiting.end() && known->second.isVisited;
    }
    m_waiting = std::move(waiting);
}

void ReactionGate::visit(Seq message)
{
    if (const auto found = m_waiting.find(message); found != m_waiting.end()) {
        found->second.isVisited = true;
    }
}

bool ReactionGate::look(const ReadingScreen& screen, Instant now,
                        const std::function<bool(Seq message, bool isVisited)>& isLooking)
{
    const bool wasWaiting = isWaiting();
    for (auto next = m_waiting.begin(); next != m_waiting.end();) {
        const auto one = next++;
        Message& message = one->second;
        const bool isOnScreen = screen.top.isValid() && one->first >= screen.top && one->first <= screen.last;
        if (!isOnScreen || !isLooking(one->first, message.isVisited)) {
            message.since.reset();
        } else if (!message.since) {
            message.since = now;
        } else if (now >= *message.since + m_dwell) {
            m_waiting.erase(one);
        }
    }
    return wasWaiting && !isWaiting();
}

std::optional<Instant> ReactionGate::wakeAt() const
{
    std::optional<Instant> first;
    for (const auto& [seq, message] : m_waiting) {
        if (message.since && (!first || *message.since + m_dwell < *first)) {
            first = *message.since + m_dwell;
        }
    }
    return first;
}

} // namespace tidemark
