#include "core/sync/outbox/pending_queue.h"

#include "core/base/require.h"

#include <utility>

namespace tidemark {

PendingQueue::PendingQueue(std::vector<PendingMessage> messages)
{
    for (PendingMessage& message : messages) {
        insert(std::move(message));
    }
}

void PendingQueue::insert(PendingMessage message)
{
    const std::uint64_t order = message.order;
    const bool isNew = m_orders.emplace(message.uuid, order).second && !m_messages.contains(order);
    require(isNew, "a message has a uuid and an order of its own");
    ++m_counts[indexOf(message.state)];
    m_messages.emplace(order, std::move(message));
}

PendingMessage& PendingQueue::add(PendingMessage message)
{
    message.order = m_messages.empty() ? 1 : m_messages.rbegin()->first + 1;
    insert(std::move(message));
    return m_messages.rbegin()->second;
}

PendingMessage* PendingQueue::find(MessageUuid uuid)
{
    const auto order = m_orders.find(uuid);
    return order == m_orders.end() ? nullptr : &m_messages.at(order->second);
}

const PendingMessage* PendingQueue::find(MessageUuid uuid) const
{
    const auto order = m_orders.find(uuid);
    return order == m_orders.end() ? nullptr : &m_messages.at(order->second);
}

void PendingQueue::setState(PendingMessage& message, PendingMessage::State state)
{
    require(m_counts[indexOf(message.state)] > 0, "the messages are counted by their state");
    --m_counts[indexOf(message.state)];
    message.state = state;
    ++m_counts[indexOf(state)];
}

void PendingQueue::erase(MessageUuid uuid)
{
    const auto order = m_orders.find(uuid);
    if (order == m_orders.end()) {
        return;
    }
    const auto place = m_messages.find(order->second);
    --m_counts[indexOf(place->second.state)];
    m_messages.erase(place);
    m_orders.erase(order);
}

void PendingQueue::clear()
{
    m_messages.clear();
    m_orders.clear();
    m_counts = {};
}

std::vector<MessageUuid> PendingQueue::withState(PendingMessage::State state) const
{
    std::vector<MessageUuid> found;
    found.reserve(count(state));
    for (const auto& [order, message] : m_messages) {
        if (message.state == state) {
            found.push_back(message.uuid);
        }
    }
    return found;
}

} // namespace tidemark
